class A {
  a = 1;
  [k] = 2;
  static b = 3;
  static { f(this); }
}
new A();
