class A {
  #a = 1;
  #m() { return this.#a; }
  get #g() { return 1; }
  set #g(v) { this.#a = v; }
  has(o) { return #a in o && this.#m(); }
}
new A();
