class A {
  constructor(a) { this.a = a; }
  m() { return A; }
  static get g() { return 1; }
  static set g(v) {}
  [k]() {}
}
new A(1);
