function f(xs) {
  for (const [a, b = 1] of xs) {
    try {
      return a;
    } finally {
      g(b);
    }
  }
}
f([]);
