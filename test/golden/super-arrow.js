class A extends B {
  constructor() {
    const init = () => super();
    init();
  }
}
new A();
