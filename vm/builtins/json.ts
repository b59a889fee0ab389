/**
 * JSON: the native parser and the native writer of plain data, with the library behind them for
 * revivers, replacers, `toJSON`, accessors and proxies (vm/library/json.js).
 * https://tc39.es/ecma262/#sec-json-object
 */

import { isCallable } from "../calls.js";
import { toStringValue } from "../operations/convert.js";
import type { NativeCall } from "../values/function.js";
import { GuestObject, MISS, type Value } from "../values/object.js";
import { keyOfString } from "../values/property-key.js";
import { constant, type Family, method } from "./define.js";
import { JsonParser } from "./json-parse.js";
import { cycleMessage, enumerableKeys, gapOf, primitiveJson, quoteJson, stringifyPlain } from "./json-stringify.js";
import { listOf } from "./locale.js";

const parse: NativeCall = (vm, _self, text, reviver) => {
  if (text instanceof GuestObject || isCallable(reviver)) return MISS;
  return new JsonParser(vm, toStringValue(vm, text)).parse();
};

const stringify: NativeCall = (vm, _self, value, replacer, space) => {
  if (replacer instanceof GuestObject || space instanceof GuestObject) return MISS;
  return stringifyPlain(vm, value, gapOf(space));
};

export const jsonFamily: Family = {
  intrinsics: [
    {
      name: "JSON",
      rows: [
        method("parse", 2, parse, "jsonParse"),
        method("stringify", 3, stringify, "jsonStringify"),
        constant("@@toStringTag", "JSON"),
      ],
    },
  ],
  globals: [["JSON", "JSON"]],
  operations: [
    { name: "jsonParseText", call: (vm, text) => new JsonParser(vm, text as string).parse() },
    { name: "jsonPrimitive", call: (vm, value) => primitiveJson(vm, value) },
    {
      name: "jsonQuote",
      call: (vm, text) => {
        vm.charge(((text as string).length >> 3) + 1);
        return quoteJson(text as string);
      },
    },
    { name: "jsonGap", call: (_vm, space) => gapOf(space) },
    { name: "wrappedPrimitive", call: (_vm, object) => (object as GuestObject).data as Value },
    { name: "enumerableKeys", call: (vm, object) => vm.newArray(enumerableKeys(vm, object as GuestObject)) },
    {
      name: "jsonUniqueKeys",
      call: (vm, list) => {
        vm.charge((listOf(list).length >> 1) + 1);
        return vm.newArray([...new Set(listOf(list))]);
      },
    },
    {
      /** Index of an object among those being written, or -1. */
      name: "jsonOpenIndex",
      call: (vm, objects, value) => {
        const open = listOf(objects);
        vm.charge((open.length >> 3) + 1);
        return open.indexOf(value);
      },
    },
    {
      name: "jsonCycleMessage",
      call: (vm, objects, keys, from) =>
        cycleMessage(
          vm,
          listOf(objects) as GuestObject[],
          listOf(keys).map((key) => keyOfString(key as string)),
          from as number,
        ),
    },
  ],
};
