for (const x of xs) {
  await using a = x;
  if (a) continue;
}
