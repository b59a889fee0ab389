/**
 * console: every call becomes one line of the host's log, text as Node prints it, with the place in
 * the program. Nothing here runs guest code or fails the program. Counters, timers and the
 * indentation of groups belong to one execution; times are read from the execution's clock.
 *
 * Levels: log, info, debug, warn, error. `dir`, `table`, `group`, `count` and `time` log as "log",
 * `assert` as "error", `trace` as "debug"; misuse that Node reports by a process warning is "warn".
 */

import { toBoolean } from "../operations/convert.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { bounded, formatArguments } from "./console-format.js";
import { tableText } from "./console-table.js";
import { constant, type Family, methodAll, type NativeRow } from "./define.js";
import { type InspectOptions, inspectValue } from "./inspect.js";
import { ownData, traceLines, unwrapProxy } from "./inspect-object.js";

/** Counters and timers of one execution are at most this many: their labels are guest text. */
const MAX_LABELS = 1000;
const GROUP_INDENT = 2;
const MAX_GROUPS = 32;

class ConsoleState {
  readonly counts = new Map<string, number>();
  readonly timers = new Map<string, number>();
  groups = 0;
}

const states = new WeakMap<Vm, ConsoleState>();

function stateOf(vm: Vm): ConsoleState {
  let state = states.get(vm);
  if (state === undefined) {
    state = new ConsoleState();
    states.set(vm, state);
  }
  return state;
}

function emit(vm: Vm, level: string, text: string): undefined {
  const { groups } = stateOf(vm);
  const indent = " ".repeat(GROUP_INDENT * groups);
  const line = groups === 0 ? text : indent + text.split("\n").join(`\n${indent}`);
  vm.hold(48 + line.length);
  vm.host.log(level, line, vm.position());
  return undefined;
}

const printing = (key: string, level: string): NativeRow =>
  methodAll(key, 0, (vm, _self, args) => emit(vm, level, formatArguments(vm, args)));

/** A label argument as text, without running guest code. */
function labelOf(vm: Vm, value: Value): string {
  if (value === undefined) return "default";
  const text = typeof value === "string" ? value : inspectValue(vm, value);
  return text.length > 1000 ? text.slice(0, 1000) : text;
}

function remember(map: Map<string, number>, label: string, value: number): void {
  if (map.size < MAX_LABELS || map.has(label)) map.set(label, value);
}

function missing(vm: Vm, text: string): undefined {
  return emit(vm, "warn", `Warning: ${text}`);
}

/** Milliseconds as Node shows a timer. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(3)}s`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number | string) => String(value).padStart(2, "0");
  const [whole, fraction] = (seconds % 60).toFixed(3).split(".");
  const unit = hours > 0 ? "h:mm:ss.mmm" : "m:ss.mmm";
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole!)}.${fraction} (${unit})`;
}

function logTimer(vm: Vm, name: string, args: readonly Value[], end: boolean): undefined {
  const label = labelOf(vm, args[0]);
  const { timers } = stateOf(vm);
  const start = timers.get(label);
  if (start === undefined) return missing(vm, `No such label '${label}' for console.${name}()`);
  if (end) timers.delete(label);
  const elapsed = `${label}: ${durationText(Math.max(0, vm.host.now() - start))}`;
  const rest = end || args.length < 2 ? "" : ` ${formatArguments(vm, ["%s", "", ...args.slice(1)]).slice(1)}`;
  return emit(vm, "log", bounded(vm, elapsed + rest));
}

/** Options of console.dir that are plain data. */
function dirOptions(vm: Vm, value: Value): Partial<InspectOptions> {
  const object = value instanceof GuestObject ? unwrapProxy(value) : null;
  if (object === null) return {};
  const options: { -readonly [K in keyof InspectOptions]?: InspectOptions[K] } = {};
  const depth = ownData(vm, object, "depth");
  if (depth === null) options.depth = Number.POSITIVE_INFINITY;
  else if (typeof depth === "number" && !Number.isNaN(depth)) options.depth = depth;
  for (const key of ["maxArrayLength", "maxStringLength", "breakLength"] as const) {
    const limit = ownData(vm, object, key);
    if (limit === null) options[key] = Number.POSITIVE_INFINITY;
    else if (typeof limit === "number" && limit >= 0) options[key] = limit;
  }
  if (ownData(vm, object, "showHidden") === true) options.showHidden = true;
  return options;
}

function columnNames(value: Value): string[] | undefined {
  if (!(value instanceof GuestObject) || value.kind !== Kind.Array) return undefined;
  return (value.data as Value[]).filter((name) => typeof name === "string").slice(0, 100);
}

/** Members that Node's console has for debuggers: they do nothing. */
const silent = (key: string): NativeRow => methodAll(key, 0, () => undefined);

export const consoleFamily: Family = {
  intrinsics: [
    {
      name: "console",
      rows: [
        printing("log", "log"),
        printing("info", "info"),
        printing("debug", "debug"),
        printing("warn", "warn"),
        printing("error", "error"),
        printing("dirxml", "log"),
        methodAll("dir", 0, (vm, _self, args) =>
          emit(vm, "log", bounded(vm, inspectValue(vm, args[0], dirOptions(vm, args[1])))),
        ),
        methodAll("table", 1, (vm, _self, args) => {
          const text = tableText(vm, args[0], columnNames(args[1]));
          return emit(vm, "log", text === undefined ? formatArguments(vm, args.slice(0, 1)) : bounded(vm, text));
        }),
        ...["group", "groupCollapsed"].map((key) =>
          methodAll(key, 0, (vm, _self, args) => {
            if (args.length > 0) emit(vm, "log", formatArguments(vm, args));
            const state = stateOf(vm);
            state.groups = Math.min(state.groups + 1, MAX_GROUPS);
            return undefined;
          }),
        ),
        methodAll("groupEnd", 0, (vm) => {
          const state = stateOf(vm);
          state.groups = Math.max(0, state.groups - 1);
          return undefined;
        }),
        methodAll("count", 0, (vm, _self, args) => {
          const label = labelOf(vm, args[0]);
          const { counts } = stateOf(vm);
          const count = (counts.get(label) ?? 0) + 1;
          remember(counts, label, count);
          return emit(vm, "log", `${label}: ${count}`);
        }),
        methodAll("countReset", 0, (vm, _self, args) => {
          const label = labelOf(vm, args[0]);
          if (!stateOf(vm).counts.delete(label)) return missing(vm, `Count for '${label}' does not exist`);
          return undefined;
        }),
        methodAll("time", 0, (vm, _self, args) => {
          const label = labelOf(vm, args[0]);
          const { timers } = stateOf(vm);
          if (timers.has(label)) return missing(vm, `Label '${label}' already exists for console.time()`);
          remember(timers, label, vm.host.now());
          return undefined;
        }),
        methodAll("timeEnd", 0, (vm, _self, args) => logTimer(vm, "timeEnd", args, true)),
        methodAll("timeLog", 0, (vm, _self, args) => logTimer(vm, "timeLog", args, false)),
        methodAll("assert", 0, (vm, _self, args) => {
          if (toBoolean(args[0])) return undefined;
          const rest = args.slice(1);
          const heading = "Assertion failed";
          if (rest.length === 0) return emit(vm, "error", heading);
          const first = typeof rest[0] === "string" ? rest[0] : inspectValue(vm, rest[0]);
          return emit(vm, "error", formatArguments(vm, [`${heading}: ${first}`, ...rest.slice(1)]));
        }),
        methodAll("trace", 0, (vm, _self, args) => {
          const text = formatArguments(vm, args);
          const heading = text === "" ? "Trace" : `Trace: ${text}`;
          return emit(vm, "debug", heading + traceLines(vm, undefined));
        }),
        silent("clear"),
        silent("timeStamp"),
        silent("profile"),
        silent("profileEnd"),
        constant("@@toStringTag", "console"),
      ],
    },
  ],
  globals: [["console", "console"]],
};
