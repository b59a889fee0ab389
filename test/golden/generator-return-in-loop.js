function* g(xs) {
  for (const x of xs) yield x;
}
g([]);
