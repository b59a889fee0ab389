function f(o, k) {
  o.n++;
  return o[k]--;
}
f({}, 1);
