/**
 * The iterator of strings: code points one by one, the position in a record that no program sees.
 * https://tc39.es/ecma262/#sec-string-iterator-objects
 */
import { iterResult } from "../jobs/generator.js";
import type { NativeCall } from "../values/function.js";
import { RecordData } from "../values/internal-slots.js";
import { GuestObject, Kind, MISS } from "../values/object.js";
import { constant, type IntrinsicSpec, method } from "./define.js";
import { unitAt } from "./text.js";

const ITERATOR_BRAND = "StringIterator";

/** String.prototype[Symbol.iterator] of a primitive string; MISS for anything else. */
export const stringIterator: NativeCall = (vm, self) =>
  typeof self === "string"
    ? vm.newExotic(vm.realm.object("StringIteratorPrototype"), Kind.Record, new RecordData(ITERATOR_BRAND, [self, 0]))
    : MISS;

const next: NativeCall = (vm, self) => {
  if (!(self instanceof GuestObject) || self.kind !== Kind.Record || self.data.brand !== ITERATOR_BRAND) {
    return vm.throwType(`Method String Iterator.prototype.next called on incompatible receiver ${vm.describe(self)}`);
  }
  const fields = (self.data as RecordData).fields;
  const text = fields[0] as string | undefined;
  if (text === undefined) return iterResult(vm, undefined, true);
  const index = fields[1] as number;
  if (index >= text.length) {
    fields[0] = undefined;
    return iterResult(vm, undefined, true);
  }
  const size = text.codePointAt(index)! > 0xffff ? 2 : 1;
  fields[1] = index + size;
  return iterResult(vm, size === 1 ? unitAt(vm, text, index) : text.slice(index, index + 2), false);
};

export const STRING_ITERATOR_PROTOTYPE: IntrinsicSpec = {
  name: "StringIteratorPrototype",
  proto: "IteratorPrototype",
  rows: [method("next", 0, next), constant("@@toStringTag", "String Iterator")],
};
