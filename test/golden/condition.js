function f(a, b) {
  if (a < b) a;
  if (a <= b) f();
  if (a > b) f();
  if (a >= b) f();
  if (!(a < b)) f();
  if (!(a <= b) || a > b) f();
  if (!(a >= b)) f();
}
f(1, 2);
