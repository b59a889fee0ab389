function f(a, b) {
  return [a < b, a <= b, a > b, a >= b, a == b, a != b, a === b, a !== b];
}
f(1, 2);
