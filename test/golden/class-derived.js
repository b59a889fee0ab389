class A extends B {
  x = 1;
  constructor() {
    super(1);
    this.y = 2;
  }
}
new A();
