function f(a, b) {
  if (a === b) f();
  if (a !== b) f();
  if (a == b) f();
  if (a != b) f();
}
f(1, 2);
