/**
 * Global bindings of one execution: the realm's, which are shared, and the execution's own (`tools`).
 * The global object is made when the program first names it; until then nothing can differ.
 */
import { newValues } from "./unit.js";
import { type GuestObject, Kind, type Value } from "./values/object.js";
import { Attr } from "./values/shape.js";
import type { Vm } from "./vm.js";

export class Globals {
  /** Made on first use. */
  object: GuestObject | null = null;
  private readonly own = new Map<string, { readonly value: Value }>();

  constructor(
    private readonly vm: Vm,
    tools: GuestObject,
  ) {
    this.own.set("tools", { value: tools });
  }

  /** Adds a binding of this execution, before the program runs. */
  define(name: string, value: Value): void {
    this.own.set(name, { value });
  }

  /** A binding by name; undefined when there is none. */
  lookup(name: string): { readonly value: Value } | undefined {
    if (this.object !== null) {
      const index = this.object.shape.lookup(name);
      return index < 0 ? undefined : { value: this.object.slots[index]! };
    }
    if (name === "globalThis") return { value: this.materialise() };
    return this.own.get(name) ?? this.vm.realm.global(name);
  }

  /** Assigns to an existing binding. Throws TypeError when it is read-only. */
  store(name: string, value: Value): void {
    const object = this.materialise();
    const index = object.shape.lookup(name);
    const attr = object.shape.attrs[index]!;
    if ((attr & Attr.Accessor) !== 0 || (attr & Attr.Writable) === 0) {
      this.vm.throwType(`Cannot assign to read only property '${name}' of object '#<Object>'`);
    }
    object.slots[index] = value;
  }

  /** The global object: a dictionary of its own with every binding. */
  materialise(): GuestObject {
    if (this.object !== null) return this.object;
    const { vm } = this;
    const object = vm.newExotic(vm.realm.objectPrototype, Kind.Global, undefined);
    this.object = object;
    object.shape = object.shape.toDictionary();
    object.slots = newValues(0);
    const put = (key: string, value: Value, attr: number) => {
      object.shape = object.shape.add(key, attr);
      object.slots.push(value);
    };
    for (const [name, value, attr] of vm.realm.globals()) put(name, value, attr);
    for (const [name, { value }] of this.own) put(name, value, Attr.Default);
    put("globalThis", object, Attr.Hidden);
    return object;
  }
}
