for await (const x of xs) {
  if (x) break;
}
