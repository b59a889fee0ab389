{
  using a = f();
  g(a);
}
