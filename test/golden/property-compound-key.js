function f(o, k, v) {
  o[k] += v;
}
f();
