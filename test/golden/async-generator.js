async function* g(a) {
  yield a;
  yield* a;
}
g([]);
