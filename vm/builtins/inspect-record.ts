/**
 * What inspection shows of the web globals' objects, whose parts are no own properties: the
 * components of a URL, the pairs of URLSearchParams and Headers, as Node shows them.
 */
import type { RecordData } from "../values/internal-slots.js";
import { type GuestObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { headerView } from "./headers.js";
import { isPlainKey, quoted } from "./inspect-text.js";
import { urlParts } from "./url.js";
import { pairsOf } from "./url-search-params.js";

/** One shown part: its label with what stands between it and the value. */
export type RecordPart = readonly [label: string, value: Value];

/** The parts of an object of the web globals; undefined for any other object. */
export function recordParts(vm: Vm, object: GuestObject): readonly RecordPart[] | undefined {
  if (object.kind !== Kind.Record) return undefined;
  switch ((object.data as RecordData).brand) {
    case "URL":
      return urlParts(vm, object).map(([name, value]) => [`${name}: `, value]);
    case "URLSearchParams":
      return inPairs(pairsOf(object), (name) => `${quoted(name)} => `);
    case "Headers":
      return inPairs(headerView(vm, object), (name) => `${isPlainKey(name) ? name : quoted(name)}: `);
  }
  return undefined;
}

function inPairs(list: readonly string[], label: (name: string) => string): RecordPart[] {
  const parts: RecordPart[] = [];
  for (let i = 0; i < list.length; i += 2) parts.push([label(list[i]!), list[i + 1]]);
  return parts;
}
