/**
 * Symbol: guest symbols, the registry of one execution, and the well-known symbols, which every
 * execution shares because they carry no state.
 * https://tc39.es/ecma262/#sec-symbol-objects
 */

import { toStringValue } from "../operations/convert.js";
import { GuestObject, Kind, type Value } from "../values/object.js";
import { GuestSymbol, SYMBOLS } from "../values/symbol.js";
import type { Vm } from "../vm.js";
import { coercing, constant, type Family, getter, method } from "./define.js";

/** ThisSymbolValue. */
function thisSymbol(vm: Vm, self: Value, name: string): GuestSymbol {
  if (self instanceof GuestSymbol) return self;
  if (self instanceof GuestObject && self.kind === Kind.SymbolObject) return self.data as GuestSymbol;
  return vm.throwType(`${name} requires that 'this' be a Symbol`);
}

/** SymbolDescriptiveString. */
export function symbolText(symbol: GuestSymbol): string {
  return `Symbol(${symbol.description ?? ""})`;
}

function symbolFor(vm: Vm, key: string): GuestSymbol {
  let symbol = vm.symbolRegistry.get(key);
  if (symbol === undefined) {
    vm.hold(128 + key.length);
    symbol = new GuestSymbol(key, false, key);
    vm.symbolRegistry.set(key, symbol);
  }
  return symbol;
}

export const symbolFamily: Family = {
  intrinsics: [
    {
      name: "Symbol",
      proto: "FunctionPrototype",
      rows: [
        ...Object.entries(SYMBOLS).map(([name, symbol]) => constant(name, symbol)),
        coercing("for", 1, ["raw", "string"], (vm, _self, key) => symbolFor(vm, key as string)),
        method("keyFor", 1, (vm, _self, symbol) =>
          symbol instanceof GuestSymbol
            ? symbol.registryKey
            : vm.throwType(`${typeof symbol === "string" ? symbol : vm.describe(symbol)} is not a symbol`),
        ),
      ],
    },
    {
      name: "SymbolPrototype",
      rows: [
        getter("description", (vm, self) => thisSymbol(vm, self, "Symbol.prototype.description").description),
        method("toString", 0, (vm, self) => symbolText(thisSymbol(vm, self, "Symbol.prototype.toString"))),
        method("valueOf", 0, (vm, self) => thisSymbol(vm, self, "Symbol.prototype.valueOf")),
        method("@@toPrimitive", 1, (vm, self) => thisSymbol(vm, self, "Symbol.prototype [ @@toPrimitive ]")),
        constant("@@toStringTag", "Symbol"),
      ],
    },
  ],
  constructors: [{ name: "Symbol" }],
  globals: [["Symbol", "Symbol"]],
  operations: [
    {
      name: "newSymbol",
      call: (vm, description) => {
        const text = description === undefined ? undefined : toStringValue(vm, description);
        vm.allocate(48);
        return new GuestSymbol(text, false, undefined);
      },
    },
    { name: "symbolText", call: (_vm, symbol) => symbolText(symbol as GuestSymbol) },
  ],
};
