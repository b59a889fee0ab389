function* g(a) {
  return yield* a;
}
g([]);
