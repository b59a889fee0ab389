function f(a) {
  return [a + 1, a - 1, 2 * a, a / 2, a % 2, 1 + a];
}
f(1);
