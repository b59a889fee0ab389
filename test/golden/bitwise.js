function f(a, b) {
  return [a & b, a | b, a ^ b, a << b, a >> b, a >>> b, ~a];
}
f(1, 2);
