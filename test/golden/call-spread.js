f(...a);
o.g(1, ...a);
new C(...a);
new C(1);
