try {
  try {
    f();
  } catch {
    g();
  }
} finally {
  h();
}
