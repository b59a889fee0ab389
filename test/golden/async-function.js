async function f(a) {
  const b = await a;
  return b;
}
await f(1);
