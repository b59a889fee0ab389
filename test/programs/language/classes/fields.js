// order of computed keys, static blocks and fields
const log = [];
const key = (name) => { log.push(`key ${name}`); return name; };
class C {
  [key("a")] = log.push("field a");
  static [key("b")] = log.push("static b");
  static { log.push("block"); this.made = true; }
  [key("m")]() {}
  static get [key("g")]() { return 5; }
}
new C();
console.log(log.join(", "), C.made, C.g);
// ---
// fields are defined, not set; this in a field is the instance; arrows keep it
class Base { set x(value) { console.log("setter", value); } }
class Derived extends Base { x = 1; self = () => this; y = this.x + 1; ["z" + 1] = this.y; }
const d = new Derived();
console.log(d.x, d.self() === d, d.y, d.z1, Object.keys(d));
// ---
// names of anonymous functions in fields
class Named { static fn = () => {}; static ["comp" + "uted"] = function () {}; static cls = class {}; #p = () => {}; name2() { return this.#p.name; } }
console.log(Named.fn.name, Named.computed.name, Named.cls.name, new Named().name2(), Named.name, (class {}).name === "");
// ---
// a static member called name, and static inheritance
class Other { static name = "own"; static make() { return new this(); } }
class Child extends Other {}
console.log(Other.name, Child.name, Child.make() instanceof Child, Object.getPrototypeOf(Child) === Other);
