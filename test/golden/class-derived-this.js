class A extends B {
  constructor(a) {
    if (a) super(...a);
    return this;
  }
}
new A();
