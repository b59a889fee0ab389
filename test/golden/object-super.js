return {
  f() { return super.f(this); },
  g(k) { super[k] = 1; },
};
