function counter() {
  let n = 0;
  return () => n++;
}
counter()();
