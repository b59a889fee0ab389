function f(a) {
  if (a == null) f();
  if (a != null) f();
  if (a === undefined) f();
  if (a !== undefined) f();
  return a ?? f();
}
f(1);
