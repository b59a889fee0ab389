/** Regular expression literals: compiled once a site and execution, a new object each time. */
import { compileRegExp, type RegExpProgram, RegExpSyntaxError } from "../regexp/index.js";
import type { Unit } from "../unit.js";
import { RegExpData } from "../values/internal-slots.js";
import { type GuestObject, Kind } from "../values/object.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";

/** `at` is the literal's constant index in its unit. Throws the guest SyntaxError of a bad pattern. */
export function regexpLiteral(vm: Vm, source: string, flags: string, unit: Unit, at: number): GuestObject {
  let program = unit.literals.get(at) as RegExpProgram | undefined;
  if (program === undefined) {
    try {
      program = compileRegExp(source, flags, (steps) => vm.charge(steps));
    } catch (error) {
      if (error instanceof RegExpSyntaxError) return vm.throwError("SyntaxError", error.message);
      throw error;
    }
    vm.allocate(program.byteSize);
    unit.literals.set(at, program);
  }
  const data = new RegExpData(source, program.flags, program);
  const object = vm.newExotic(vm.realm.object("RegExpPrototype"), Kind.RegExp, data);
  object.shape = object.shape.add("lastIndex", Attr.Writable);
  object.slots.push(0);
  return object;
}
