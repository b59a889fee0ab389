/**
 * Errors, native part: making the objects with their traces and printing a trace. Constructors and
 * everything that reads properties are vm/library/error.js.
 *
 * Deviation: `stack` is an accessor of Error.prototype, computed when read, so that an error that
 * nobody prints costs no text.
 */
import { lineAndColumn } from "../bytecode/source-map.js";
import { ErrorData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, type Family, type IntrinsicSpec } from "./define.js";

const NATIVE_ERRORS = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"] as const;

/** Bytes of one entry of a trace. */
const TRACE_ENTRY = 96;
/** Lines of a stack text, as V8 shows them. */
const MAX_FRAMES = 10;

const prototypeOf = (name: string, proto: string): IntrinsicSpec => ({
  name: `${name}Prototype`,
  proto,
  rows: [constant("name", name), constant("message", "")],
});

/** "    at name (program:line:column)" for each entry of an error's trace. */
function traceText(vm: Vm, data: ErrorData): string {
  let text = "";
  for (const entry of data.trace.slice(0, MAX_FRAMES)) {
    const { line, column } = lineAndColumn(vm.program.source, entry.start);
    const place = `program:${line}:${column}`;
    text += entry.name === "" ? `\n    at ${place}` : `\n    at ${entry.name} (${place})`;
  }
  vm.allocateText(text.length);
  return text;
}

export const errorFamily: Family = {
  intrinsics: [
    prototypeOf("Error", "ObjectPrototype"),
    ...NATIVE_ERRORS.map((name) => prototypeOf(name, "ErrorPrototype")),
    prototypeOf("AggregateError", "ErrorPrototype"),
    prototypeOf("SuppressedError", "ErrorPrototype"),
  ],
  constructors: [
    { name: "Error" },
    ...NATIVE_ERRORS.map((name) => ({ name, proto: "Error" })),
    { name: "AggregateError", proto: "Error" },
    { name: "SuppressedError", proto: "Error" },
  ],
  operations: [
    {
      /** An error object without properties, its trace taken here. */
      name: "newError",
      call: (vm, proto) => {
        const trace = vm.trace();
        vm.allocate(TRACE_ENTRY * (trace.length + 1));
        return vm.newExotic(proto as GuestObject, Kind.Error, new ErrorData(trace, vm.constructedByLibrary()));
      },
    },
    {
      /** The trace lines of an error, or of the place where the operation runs. */
      name: "traceText",
      call: (vm, error: Value) =>
        traceText(
          vm,
          isObject(error) && error.kind === Kind.Error
            ? (error.data as ErrorData)
            : new ErrorData(vm.trace(), vm.constructedByLibrary()),
        ),
    },
  ],
  globals: [
    ["Error", "Error"],
    ...NATIVE_ERRORS.map((name) => [name, name] as const),
    ["AggregateError", "AggregateError"],
    ["SuppressedError", "SuppressedError"],
  ],
};
