function f(a) {
  return [a & 1, 2 | a, a ^ 3, a << 4, a >> 5, a >>> 6];
}
f(1);
