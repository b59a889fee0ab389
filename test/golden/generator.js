function* g(a) {
  const b = yield a;
  try {
    yield b;
  } finally {
    f();
  }
}
g(1);
