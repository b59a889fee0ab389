/**
 * URLSearchParams, native part: the list of names and values and its link to a URL. The record's
 * field 0 is the URL whose query the list is, or undefined; names and values follow in turn, where
 * the memory census counts them. Arguments arrive converted (vm/library/url.js).
 * https://url.spec.whatwg.org/#interface-urlsearchparams
 */
import { iterResult } from "../jobs/generator.js";
import { RecordData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { sortedOrder } from "./array-sort.js";
import { constant, type Family, getter, method } from "./define.js";
import { formText, parseForm } from "./form-encoding.js";

const BRAND = "URLSearchParams";
const ITERATOR = "URLSearchParams Iterator";

/** Internal slot of the URL that a list belongs to. */
export interface QueryOwner {
  /** The list became this text. */
  takeQuery(vm: Vm, text: string): void;
}

const fieldsOf = (params: Value): Value[] => ((params as GuestObject).data as RecordData).fields;

const isParams = (value: Value): value is GuestObject =>
  isObject(value) && value.kind === Kind.Record && (value.data as RecordData).brand === BRAND;

/** An empty list; `owner` is its URL. */
export function newParams(vm: Vm, proto: GuestObject, owner: GuestObject | undefined): GuestObject {
  return vm.newExotic(proto, Kind.Record, new RecordData(BRAND, [owner]));
}

/** Names and values in turn. */
export function pairsOf(params: GuestObject): string[] {
  return fieldsOf(params).slice(1) as string[];
}

/** Replaces the list by what a query says. */
export function parseParams(vm: Vm, params: GuestObject, text: string): void {
  replace(vm, fieldsOf(params), parseForm(vm, text));
}

function replace(vm: Vm, fields: Value[], pairs: readonly string[]): void {
  vm.charge(pairs.length >> 3);
  fields.length = 1;
  for (const text of pairs) fields.push(text);
}

/** The list changed: its URL follows. */
function changed(vm: Vm, params: GuestObject): void {
  const owner = fieldsOf(params)[0];
  if (owner !== undefined) ((owner as GuestObject).data as QueryOwner).takeQuery(vm, formText(vm, pairsOf(params)));
}

/** Keeps the pairs that `keep` accepts, in order. */
function filter(vm: Vm, fields: Value[], keep: (name: Value, value: Value) => boolean): void {
  vm.charge(fields.length >> 2);
  let to = 1;
  for (let from = 1; from < fields.length; from += 2) {
    if (!keep(fields[from], fields[from + 1])) continue;
    fields[to++] = fields[from];
    fields[to++] = fields[from + 1];
  }
  fields.length = to;
}

/** Index of the first pair of that name (and value), or -1. */
function find(vm: Vm, fields: readonly Value[], name: Value, value: Value): number {
  vm.charge((fields.length >> 2) + 1);
  for (let i = 1; i < fields.length; i += 2) {
    if (fields[i] === name && (value === undefined || fields[i + 1] === value)) return i;
  }
  return -1;
}

function sort(vm: Vm, params: GuestObject): void {
  const fields = fieldsOf(params);
  const pairs = pairsOf(params);
  const names = pairs.filter((_, i) => i % 2 === 0);
  replace(
    vm,
    fields,
    sortedOrder(vm, names).flatMap((index) => [pairs[2 * index]!, pairs[2 * index + 1]!]),
  );
  changed(vm, params);
}

const checked = (vm: Vm, self: Value): GuestObject =>
  isParams(self) ? self : vm.throwType('Value of "this" must be of type URLSearchParams');

const iterate = (kind: "entries" | "keys" | "values") =>
  method(kind, 0, (vm, self) =>
    vm.newExotic(
      vm.realm.object("URLSearchParamsIteratorPrototype"),
      Kind.Record,
      new RecordData(ITERATOR, [checked(vm, self), 1, kind]),
    ),
  );

function next(vm: Vm, self: Value): Value {
  if (!isObject(self) || self.kind !== Kind.Record || (self.data as RecordData).brand !== ITERATOR) {
    return vm.throwType('Value of "this" must be of type URLSearchParamsIterator');
  }
  const { fields } = self.data as RecordData;
  const pairs = fieldsOf(fields[0]);
  const at = fields[1] as number;
  if (at >= pairs.length) return iterResult(vm, undefined, true);
  fields[1] = at + 2;
  if (fields[2] === "keys") return iterResult(vm, pairs[at], false);
  if (fields[2] === "values") return iterResult(vm, pairs[at + 1], false);
  return iterResult(vm, vm.newArray([pairs[at], pairs[at + 1]]), false);
}

export const urlSearchParamsFamily: Family = {
  intrinsics: [
    {
      name: "URLSearchParamsPrototype",
      rows: [
        getter("size", (vm, self) => (fieldsOf(checked(vm, self)).length - 1) / 2),
        iterate("entries"),
        iterate("keys"),
        iterate("values"),
        method("sort", 0, (vm, self) => {
          sort(vm, checked(vm, self));
          return undefined;
        }),
        method("toString", 0, (vm, self) => formText(vm, pairsOf(checked(vm, self)))),
        constant("@@iterator", { intrinsic: "URLSearchParamsPrototype_entries" }),
        constant("@@toStringTag", BRAND),
      ],
    },
    {
      name: "URLSearchParamsIteratorPrototype",
      proto: "IteratorPrototype",
      rows: [method("next", 0, next), constant("@@toStringTag", ITERATOR)],
    },
  ],
  constructors: [{ name: "URLSearchParams" }],
  operations: [
    { name: "isParams", call: (_vm, value) => isParams(value) },
    { name: "newParams", call: (vm, proto) => newParams(vm, proto as GuestObject, undefined) },
    {
      name: "paramsParse",
      call: (vm, params, text) => {
        parseParams(vm, params as GuestObject, text as string);
        return undefined;
      },
    },
    {
      name: "paramsAppend",
      call: (vm, params, name, value) => {
        vm.allocate(16);
        fieldsOf(params).push(name, value);
        changed(vm, params as GuestObject);
        return undefined;
      },
    },
    {
      /** Removes the pairs of a name, of one value only unless that is undefined. */
      name: "paramsDelete",
      call: (vm, params, name, value) => {
        filter(vm, fieldsOf(params), (key, item) => key !== name || (value !== undefined && item !== value));
        changed(vm, params as GuestObject);
        return undefined;
      },
    },
    {
      name: "paramsSet",
      call: (vm, params, name, value) => {
        const fields = fieldsOf(params);
        const first = find(vm, fields, name, undefined);
        if (first < 0) {
          vm.allocate(16);
          fields.push(name, value);
        } else {
          fields[first + 1] = value;
          let seen = false;
          filter(vm, fields, (key) => {
            if (key !== name) return true;
            const keep = !seen;
            seen = true;
            return keep;
          });
        }
        changed(vm, params as GuestObject);
        return undefined;
      },
    },
    {
      name: "paramsGet",
      call: (vm, params, name) => {
        const fields = fieldsOf(params);
        const at = find(vm, fields, name, undefined);
        return at < 0 ? null : fields[at + 1];
      },
    },
    {
      name: "paramsGetAll",
      call: (vm, params, name) => {
        const fields = fieldsOf(params);
        vm.charge((fields.length >> 2) + 1);
        const values: Value[] = [];
        for (let i = 1; i < fields.length; i += 2) if (fields[i] === name) values.push(fields[i + 1]);
        return vm.newArray(values);
      },
    },
    { name: "paramsHas", call: (vm, params, name, value) => find(vm, fieldsOf(params), name, value) >= 0 },
    /** Names and values in turn, as they are at this moment: index from 0, undefined past the end. */
    { name: "paramsAt", call: (_vm, params, index) => fieldsOf(params)[(index as number) + 1] },
  ],
  globals: [["URLSearchParams", "URLSearchParams"]],
};
