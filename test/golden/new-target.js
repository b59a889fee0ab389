function F() {
  return () => [this, new.target];
}
new F();
