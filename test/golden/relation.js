function f(a, b) {
  return [a in b, a instanceof b];
}
f(1, 2);
