o.a = o.b.length + o[k];
o[k] = 1;
o[0] += 2;
