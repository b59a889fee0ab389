function f(a, b) {
  if (a < b || a <= b || a > b || a >= b || a === b || a == b || b) f();
  if (a < 1 || a <= 1 || a > 1 || a >= 1 || a === 1) f();
}
f(1, 2);
