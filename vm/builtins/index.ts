/**
 * The families of built-ins in the order they are assembled, and the names that library code may
 * use. The order fixes the operands of CallIntrinsic and LoadIntrinsic in the library image, which
 * is built from the same list.
 */
import type { IntrinsicNames } from "../bytecode/library.js";
import { SYMBOLS } from "../values/symbol.js";
import { coreFamily } from "./core.js";
import type { Family } from "./define.js";
import { objectFamilies } from "./object-families.js";
import { primitiveFamilies } from "./primitive-families.js";
import { regexpFamily } from "./regexp.js";
import { webFamilies } from "./web-families.js";

export const FAMILIES: readonly Family[] = [
  coreFamily,
  ...objectFamilies,
  ...primitiveFamilies,
  regexpFamily,
  ...webFamilies,
];

/** Names of operations and values, by index. */
export function intrinsicNames(): IntrinsicNames {
  const values = new Set<string>();
  for (const family of FAMILIES) {
    for (const spec of family.intrinsics) values.add(spec.name);
    for (const spec of family.constructors ?? []) values.add(spec.name);
  }
  for (const name of Object.keys(SYMBOLS)) values.add(`@@${name}`);
  return {
    operations: FAMILIES.flatMap((family) => (family.operations ?? []).map((operation) => operation.name)),
    values: [...values],
  };
}
