let a, b;
[a, b] = [b, a];
({ a, b: o.b } = o);
