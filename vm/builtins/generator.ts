/**
 * The prototypes of generator and async generator objects. Resuming a generator puts its frame on
 * the stack: vm/jobs/generator.ts and vm/jobs/async-generator.ts.
 * https://tc39.es/ecma262/#sec-generator-objects
 */
import { resumeAsyncGenerator } from "../jobs/async-generator.js";
import { ResumeKind, resumeGenerator } from "../jobs/generator.js";
import { constant, type Family, method } from "./define.js";

export const generatorFamily: Family = {
  intrinsics: [
    {
      name: "GeneratorPrototype",
      proto: "IteratorPrototype",
      rows: [
        constant("constructor", { intrinsic: "GeneratorFunctionPrototype" }),
        method("next", 1, (vm, self, value) => resumeGenerator(vm, self, value, ResumeKind.Next)),
        method("return", 1, (vm, self, value) => resumeGenerator(vm, self, value, ResumeKind.Return)),
        method("throw", 1, (vm, self, value) => resumeGenerator(vm, self, value, ResumeKind.Throw)),
        constant("@@toStringTag", "Generator"),
      ],
    },
    {
      name: "AsyncGeneratorPrototype",
      proto: "AsyncIteratorPrototype",
      rows: [
        constant("constructor", { intrinsic: "AsyncGeneratorFunctionPrototype" }),
        method("next", 1, (vm, self, value) => resumeAsyncGenerator(vm, self, value, ResumeKind.Next)),
        method("return", 1, (vm, self, value) => resumeAsyncGenerator(vm, self, value, ResumeKind.Return)),
        method("throw", 1, (vm, self, value) => resumeAsyncGenerator(vm, self, value, ResumeKind.Throw)),
        constant("@@toStringTag", "AsyncGenerator"),
      ],
    },
  ],
};
