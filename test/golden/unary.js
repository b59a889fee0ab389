function f(a) {
  return [-a, +a, !a, typeof a, typeof missing, void a];
}
f(1);
