/**
 * Iterator: the prototypes of the iteration protocols. All of the code is library code
 * (vm/library/iterator.js), since every step may call the program.
 * https://tc39.es/ecma262/#sec-iterator-objects
 */
import { constant, type Family, method } from "./define.js";

export const iteratorFamily: Family = {
  intrinsics: [
    {
      name: "IteratorPrototype",
      rows: [method("@@iterator", 0, (_vm, self) => self)],
    },
    { name: "Iterator", proto: "FunctionPrototype", rows: [constant("prototype", { intrinsic: "IteratorPrototype" })] },
    { name: "AsyncIteratorPrototype", rows: [method("@@asyncIterator", 0, (_vm, self) => self)] },
    {
      name: "IteratorHelperPrototype",
      proto: "IteratorPrototype",
      rows: [constant("@@toStringTag", "Iterator Helper")],
    },
    { name: "WrapForValidIteratorPrototype", proto: "IteratorPrototype", rows: [] },
    { name: "AsyncFromSyncIteratorPrototype", proto: "AsyncIteratorPrototype", rows: [] },
  ],
  // `constructor` of the prototype is an accessor, so the realm must not link the two.
  constructors: [{ name: "Iterator", prototype: false }],
  globals: [["Iterator", "Iterator"]],
};
