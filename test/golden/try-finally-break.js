for (;;) {
  try {
    if (f()) break;
  } finally {
    g();
  }
}
