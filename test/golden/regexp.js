return /a+/gi.test(s);
