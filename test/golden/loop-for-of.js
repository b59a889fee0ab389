for (const x of xs) {
  if (x) break;
  f(x);
}
