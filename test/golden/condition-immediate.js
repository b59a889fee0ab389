function f(a) {
  if (a < 1) f();
  if (a <= 2) f();
  if (3 < a) f();
  if (a >= 4) f();
  if (a === 5) f();
  if (a !== 6) f();
}
f(1);
