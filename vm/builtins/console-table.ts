/** console.table: rows and columns of tabular data, drawn with box characters as Node 20 draws them. */

import { findOwn, ownKeys } from "../operations/property.js";
import { isArrayKind } from "../values/array.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import { keyOfString, type PropertyKey } from "../values/property-key.js";
import { GuestSymbol } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { inspectValue } from "./inspect.js";
import { ownData, unwrapProxy } from "./inspect-object.js";
import { displayWidth } from "./inspect-text.js";

const INDEX = "(index)";
const ITERATION_INDEX = "(iteration index)";
const KEY = "Key";
const VALUES = "Values";
/** Rows and columns drawn. */
const MAX_ROWS = 1000;
const MAX_COLUMNS = 100;

interface Column {
  readonly head: string;
  readonly cells: string[];
}

const stringKeys = (vm: Vm, object: GuestObject): PropertyKey[] =>
  ownKeys(vm, object).filter((key) => {
    if (key instanceof GuestSymbol) return false;
    return !(isArrayKind(object) && key === "length");
  });

function cellText(vm: Vm, value: Value): string {
  const wide =
    value instanceof GuestObject &&
    !isArrayKind(value) &&
    value.kind !== Kind.Proxy &&
    stringKeys(vm, value).length > 2;
  return inspectValue(vm, value, { depth: wide ? -1 : 0, maxArrayLength: 3, breakLength: Number.POSITIVE_INFINITY });
}

function row(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, i) => cell + " ".repeat(widths[i]! - displayWidth(cell)));
  return `│ ${padded.join(" │ ")} │`;
}

function draw(vm: Vm, columns: readonly Column[]): string {
  const height = Math.max(...columns.map((column) => column.cells.length));
  vm.charge(height * columns.length * 4);
  const widths = columns.map((column) =>
    column.cells.reduce((width, cell) => Math.max(width, displayWidth(cell ?? "")), displayWidth(column.head)),
  );
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  const lines = [
    rule("┌", "┬", "┐"),
    row(
      columns.map((column) => column.head),
      widths,
    ),
    rule("├", "┼", "┤"),
  ];
  for (let i = 0; i < height; i++) {
    lines.push(
      row(
        columns.map((column) => column.cells[i] ?? ""),
        widths,
      ),
    );
  }
  lines.push(rule("└", "┴", "┘"));
  return lines.join("\n");
}

const counted = (head: string, count: number): Column => ({
  head,
  cells: Array.from({ length: count }, (_, i) => String(i)),
});

/**
 * The table, or undefined when the data is no object and is printed like any value.
 * `names` limits and orders the columns.
 */
export function tableText(vm: Vm, data: Value, names: readonly string[] | undefined): string | undefined {
  const object = data instanceof GuestObject ? unwrapProxy(data) : null;
  if (object === null || object.kind === Kind.Tool || object.kind === Kind.Closure || object.kind === Kind.Native) {
    return undefined;
  }
  if (object.kind === Kind.Map) {
    const entries = [...(object.data as Map<Value, Value>)].slice(0, MAX_ROWS);
    return draw(vm, [
      counted(ITERATION_INDEX, entries.length),
      { head: KEY, cells: entries.map(([key]) => cellText(vm, key)) },
      { head: VALUES, cells: entries.map(([, value]) => cellText(vm, value)) },
    ]);
  }
  if (object.kind === Kind.Set) {
    const items = [...(object.data as Set<Value>)].slice(0, MAX_ROWS);
    return draw(vm, [
      counted(ITERATION_INDEX, items.length),
      { head: VALUES, cells: items.map((value) => cellText(vm, value)) },
    ]);
  }
  const keys = stringKeys(vm, object).slice(0, MAX_ROWS);
  const columns = new Map<string, string[]>();
  const values: string[] = [];
  for (let i = 0; i < keys.length; i++) {
    const found = ownData(vm, object, keys[i]!);
    const item = found instanceof GuestObject ? unwrapProxy(found) : null;
    if (item === null && names === undefined) {
      values[i] = cellText(vm, found);
      continue;
    }
    const cells = names ?? (item === null ? [] : stringKeys(vm, item).slice(0, MAX_COLUMNS).map(String));
    for (const name of cells) {
      let column = columns.get(name);
      if (column === undefined) {
        if (columns.size >= MAX_COLUMNS) continue;
        column = [];
        columns.set(name, column);
      }
      const key = keyOfString(name);
      column[i] = item !== null && findOwn(vm, item, key) ? cellText(vm, ownData(vm, item, key)) : "";
    }
  }
  const drawn: Column[] = [{ head: INDEX, cells: keys.map(String) }];
  // Names that are indices come first, as keys of the object that Node gathers the columns in.
  const heads = [...columns.keys()];
  const indices = heads.filter((head) => typeof keyOfString(head) === "number").sort((a, b) => Number(a) - Number(b));
  for (const head of [...indices, ...heads.filter((name) => typeof keyOfString(name) === "string")]) {
    drawn.push({ head, cells: columns.get(head)! });
  }
  if (values.length > 0) drawn.push({ head: VALUES, cells: values });
  return draw(vm, drawn);
}
