function f(a, b = a, { c }, ...rest) {
  return [a, b, c, rest, arguments];
}
f();
