if (a) f();
