// private names: fields, methods, accessors, statics, brand checks
class Counter {
  #count = 0;
  static #made = 0;
  #bump(by) { return (this.#count += by); }
  get #double() { return this.#count * 2; }
  set #double(value) { this.#count = value / 2; }
  static has(value) { return #count in value; }
  static get made() { return Counter.#made; }
  constructor() { Counter.#made++; }
  run() { this.#bump(3); this.#double = 20; this.#count++; this.#count **= 2; return [this.#count, this.#double]; }
  peek(other) { return other.#count; }
}
const counter = new Counter();
console.log(counter.run(), Counter.made, Counter.has(counter), Counter.has({}), Object.keys(counter));
try { counter.peek({}); } catch (error) { console.log(error.name); }
try { Counter.has(1); } catch (error) { console.log(error.name); }
// ---
// private methods are not writable, and a missing setter or getter is a TypeError
class A {
  #method() {}
  get #readable() { return 1; }
  set #writable(value) {}
  write() { this.#method = 1; }
  set() { this.#readable = 2; }
  get() { return this.#writable; }
}
for (const name of ["write", "set", "get"]) {
  try { new A()[name](); } catch (error) { console.log(name, error.constructor === TypeError); }
}
// ---
// private names of two evaluations of one class differ
const make = () => class { #x = 1; static read(o) { return o.#x; } };
const [First, Second] = [make(), make()];
console.log(First.read(new First()));
try { First.read(new Second()); } catch (error) { console.log(error.name); }
// ---
// a private field may be put on any object by a base class that returns it, once
class Base { constructor(object) { return object; } }
class Stamp extends Base { #mark = 7; static mark(object) { return object.#mark; } }
const target = {};
new Stamp(target);
console.log(Stamp.mark(target), Reflect.ownKeys(target).length);
try { new Stamp(target); } catch (error) { console.log(error.name); }
// ---
// optional chains with private names
class Node2 { #next; constructor(next) { this.#next = next; } depth() { return 1 + (this.#next?.depth() ?? 0); } at(n) { return n?.#next?.#next; } }
const list = new Node2(new Node2(new Node2()));
console.log(list.depth(), list.at(list) instanceof Node2, list.at(null), list.at(new Node2()));
