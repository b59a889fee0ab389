/**
 * The one dispatch loop. A small switch inlines the fast paths of the hottest opcodes and of
 * guest call and return; everything else, and every slow path, is a handler (vm/ops/). A handler
 * returns the next pc, or CHANGED when another frame is current. The loop is never re-entered:
 * no handler and no native runs guest code, they push frames.
 *
 * The function stays under 8 KB of V8 bytecode (PERFORMANCE §5): an opcode is inlined here only
 * when counts over real programs say so.
 */
import { Op } from "./bytecode/opcodes.js";
import { releaseFrame, takeFrame } from "./calls.js";
import { GuestThrow } from "./errors.js";
import type { Frame } from "./frame.js";
import { toBoolean } from "./operations/convert.js";
import { HANDLERS } from "./ops/index.js";
import { CHANGED, strictEquals } from "./ops/protocol.js";
import { unwind } from "./unwind.js";
import type { Cell, ClosureData } from "./values/function.js";
import { GuestObject, HOLE, Kind, type Value } from "./values/object.js";
import type { Vm } from "./vm.js";

/**
 * Runs until the current job ends (false) or the slice does (true). Throws VmFault when a limit
 * ends the execution, and InternalError.
 */
export function run(vm: Vm): boolean {
  const { routines } = vm.realm;
  let pc = 0;
  for (;;) {
    try {
      const first = vm.frame;
      if (first === null) return false;
      let frame: Frame = first;
      let unit = frame.unit;
      let code = unit.code;
      let R = frame.registers;
      pc = frame.pc;
      if (vm.fuel < 0 && vm.refuel()) return true;
      for (;;) {
        let fn: Value;
        let self: Value;
        let base = 0;
        let firstArg = 0;
        switch (code[pc]) {
          case Op.Move:
            R[code[pc + 1]!] = R[code[pc + 2]!];
            pc += 4;
            continue;
          case Op.LoadInt:
            R[code[pc + 1]!] = code[pc + 2];
            pc += 4;
            continue;
          case Op.LoadConst:
            R[code[pc + 1]!] = unit.constants[code[pc + 2]!] as Value;
            pc += 4;
            continue;
          case Op.LoadUndefined:
            R[code[pc + 1]!] = undefined;
            pc += 4;
            continue;
          case Op.LoadCaptured:
            R[code[pc + 1]!] = frame.cells[code[pc + 2]!]!.value;
            pc += 4;
            continue;
          case Op.StoreCaptured:
            frame.cells[code[pc + 1]!]!.value = R[code[pc + 2]!];
            pc += 4;
            continue;
          case Op.Add: {
            const x = R[code[pc + 2]!];
            const y = R[code[pc + 3]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            R[code[pc + 1]!] = x + y;
            pc += 4;
            continue;
          }
          case Op.Sub: {
            const x = R[code[pc + 2]!];
            const y = R[code[pc + 3]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            R[code[pc + 1]!] = x - y;
            pc += 4;
            continue;
          }
          case Op.Mul: {
            const x = R[code[pc + 2]!];
            const y = R[code[pc + 3]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            R[code[pc + 1]!] = x * y;
            pc += 4;
            continue;
          }
          case Op.AddInt: {
            const x = R[code[pc + 2]!];
            if (typeof x !== "number") break;
            R[code[pc + 1]!] = x + code[pc + 3]!;
            pc += 4;
            continue;
          }
          case Op.SubInt: {
            const x = R[code[pc + 2]!];
            if (typeof x !== "number") break;
            R[code[pc + 1]!] = x - code[pc + 3]!;
            pc += 4;
            continue;
          }
          case Op.ModInt: {
            const x = R[code[pc + 2]!];
            if (typeof x !== "number") break;
            R[code[pc + 1]!] = x % code[pc + 3]!;
            pc += 4;
            continue;
          }
          case Op.BitAndInt: {
            const x = R[code[pc + 2]!];
            if (typeof x !== "number") break;
            R[code[pc + 1]!] = x & code[pc + 3]!;
            pc += 4;
            continue;
          }
          case Op.Inc: {
            const x = R[code[pc + 2]!];
            if (typeof x !== "number") break;
            R[code[pc + 1]!] = x + 1;
            pc += 4;
            continue;
          }
          case Op.Div: {
            const x = R[code[pc + 2]!];
            const y = R[code[pc + 3]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            R[code[pc + 1]!] = x / y;
            pc += 4;
            continue;
          }
          case Op.BitXor: {
            const x = R[code[pc + 2]!];
            const y = R[code[pc + 3]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            R[code[pc + 1]!] = x ^ y;
            pc += 4;
            continue;
          }
          case Op.MulInt: {
            const x = R[code[pc + 2]!];
            if (typeof x !== "number") break;
            R[code[pc + 1]!] = x * code[pc + 3]!;
            pc += 4;
            continue;
          }
          case Op.LoadThis:
            R[code[pc + 1]!] = frame.self;
            pc += 4;
            continue;
          case Op.LoadCell:
            R[code[pc + 1]!] = (R[code[pc + 2]!] as unknown as Cell).value;
            pc += 4;
            continue;
          case Op.StoreCell:
            (R[code[pc + 1]!] as unknown as Cell).value = R[code[pc + 2]!];
            pc += 4;
            continue;
          case Op.JumpStrictEqInt:
            pc = R[code[pc + 1]!] === code[pc + 2] ? code[pc + 3]! : pc + 4;
            continue;
          case Op.JumpStrictEq:
            pc = strictEquals(vm, R[code[pc + 1]!], R[code[pc + 2]!]) ? code[pc + 3]! : pc + 4;
            continue;
          case Op.StrictEq:
            R[code[pc + 1]!] = strictEquals(vm, R[code[pc + 2]!], R[code[pc + 3]!]);
            pc += 4;
            continue;
          case Op.Lt: {
            const x = R[code[pc + 2]!];
            const y = R[code[pc + 3]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            R[code[pc + 1]!] = x < y;
            pc += 4;
            continue;
          }
          case Op.Gt: {
            const x = R[code[pc + 2]!];
            const y = R[code[pc + 3]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            R[code[pc + 1]!] = x > y;
            pc += 4;
            continue;
          }
          case Op.JumpUndefined:
            pc = R[code[pc + 1]!] === undefined ? code[pc + 2]! : pc + 4;
            continue;
          case Op.JumpNotUndefined:
            pc = R[code[pc + 1]!] !== undefined ? code[pc + 2]! : pc + 4;
            continue;
          case Op.JumpNotGe: {
            const x = R[code[pc + 1]!];
            const y = R[code[pc + 2]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            pc = x >= y ? pc + 4 : code[pc + 3]!;
            continue;
          }
          case Op.JumpNotGeInt: {
            const x = R[code[pc + 1]!];
            if (typeof x !== "number") break;
            pc = x >= code[pc + 2]! ? pc + 4 : code[pc + 3]!;
            continue;
          }
          case Op.JumpNotGtInt: {
            const x = R[code[pc + 1]!];
            if (typeof x !== "number") break;
            pc = x > code[pc + 2]! ? pc + 4 : code[pc + 3]!;
            continue;
          }
          case Op.JumpNotLeInt: {
            const x = R[code[pc + 1]!];
            if (typeof x !== "number") break;
            pc = x <= code[pc + 2]! ? pc + 4 : code[pc + 3]!;
            continue;
          }
          case Op.ToNumber:
          case Op.ToNumeric: {
            const x = R[code[pc + 2]!];
            if (typeof x !== "number") break;
            R[code[pc + 1]!] = x;
            pc += 4;
            continue;
          }
          case Op.Dec: {
            const x = R[code[pc + 2]!];
            if (typeof x !== "number") break;
            R[code[pc + 1]!] = x - 1;
            pc += 4;
            continue;
          }
          case Op.Jump:
            pc = code[pc + 1]!;
            continue;
          case Op.JumpLoop:
            frame.pc = code[pc + 1]!;
            if ((vm.fuel -= code[pc + 2]!) < 0 && vm.refuel()) return true;
            pc = frame.pc;
            continue;
          case Op.JumpTrue:
            pc = toBoolean(R[code[pc + 1]!]) ? code[pc + 2]! : pc + 4;
            continue;
          case Op.JumpFalse:
            pc = toBoolean(R[code[pc + 1]!]) ? pc + 4 : code[pc + 2]!;
            continue;
          case Op.JumpNotLt: {
            const x = R[code[pc + 1]!];
            const y = R[code[pc + 2]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            pc = x < y ? pc + 4 : code[pc + 3]!;
            continue;
          }
          case Op.JumpNotLe: {
            const x = R[code[pc + 1]!];
            const y = R[code[pc + 2]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            pc = x <= y ? pc + 4 : code[pc + 3]!;
            continue;
          }
          case Op.JumpNotGt: {
            const x = R[code[pc + 1]!];
            const y = R[code[pc + 2]!];
            if (typeof x !== "number" || typeof y !== "number") break;
            pc = x > y ? pc + 4 : code[pc + 3]!;
            continue;
          }
          case Op.JumpNotLtInt: {
            const x = R[code[pc + 1]!];
            if (typeof x !== "number") break;
            pc = x < code[pc + 2]! ? pc + 4 : code[pc + 3]!;
            continue;
          }
          case Op.JumpStrictNeInt:
            pc = R[code[pc + 1]!] === code[pc + 2] ? pc + 4 : code[pc + 3]!;
            continue;
          case Op.JumpStrictNe:
            pc = strictEquals(vm, R[code[pc + 1]!], R[code[pc + 2]!]) ? pc + 4 : code[pc + 3]!;
            continue;
          case Op.GetProperty: {
            const object = R[code[pc + 2]!] as GuestObject;
            if (typeof object !== "object" || object === null) break;
            const site = unit.sites[code[pc + 3]!]!;
            if (object.shape === site.shape) {
              if (site.holder !== null) break;
              R[code[pc + 1]!] = object.slots[site.slot];
            } else if (object.shape === site.shape2 && site.holder2 === null) {
              R[code[pc + 1]!] = object.slots[site.slot2];
            } else break;
            pc += 4;
            continue;
          }
          case Op.SetProperty: {
            const object = R[code[pc + 1]!] as GuestObject;
            if (typeof object !== "object" || object === null) break;
            const site = unit.sites[code[pc + 3]!]!;
            if (object.shape !== site.writeShape) break;
            object.slots[site.writeSlot] = R[code[pc + 2]!];
            pc += 4;
            continue;
          }
          case Op.GetElement: {
            const object = R[code[pc + 2]!] as GuestObject;
            const key = R[code[pc + 3]!];
            if (typeof object !== "object" || object === null || object.kind !== Kind.Array || typeof key !== "number")
              break;
            const elements = object.data as Value[];
            if (!(key >= 0 && key < elements.length)) break;
            const value = elements[key];
            // A fractional key reads undefined: the handler looks at it again.
            if (value === HOLE || value === undefined) break;
            R[code[pc + 1]!] = value;
            pc += 4;
            continue;
          }
          case Op.SetElement: {
            const object = R[code[pc + 1]!] as GuestObject;
            const key = R[code[pc + 2]!];
            if (typeof object !== "object" || object === null || object.kind !== Kind.Array || typeof key !== "number")
              break;
            const elements = object.data as Value[];
            if (!(key >= 0 && key < elements.length) || Math.floor(key) !== key || elements[key] === HOLE) break;
            elements[key] = R[code[pc + 3]!];
            pc += 4;
            continue;
          }
          case Op.GetLength: {
            const object = R[code[pc + 2]!] as GuestObject;
            if (typeof object !== "object" || object === null || object.kind !== Kind.Array) break;
            R[code[pc + 1]!] = (object.data as Value[]).length;
            pc += 4;
            continue;
          }
          case Op.GetMethod: {
            const object = R[code[pc + 2]!] as GuestObject;
            if (typeof object !== "object" || object === null) break;
            const site = unit.sites[code[pc + 3]!]!;
            if (site.epoch !== vm.prototypeEpoch) break;
            const at = code[pc + 1]!;
            if (object.shape === site.shape) R[at] = (site.holder ?? object).slots[site.slot];
            else if (object.shape === site.shape2) R[at] = (site.holder2 ?? object).slots[site.slot2];
            else break;
            R[at + 1] = object;
            pc += 4;
            continue;
          }
          // Calls set the callee and go to the shared sequence below the switch.
          case Op.Call:
            base = code[pc + 1]!;
            fn = R[base];
            firstArg = base + 1;
            self = undefined;
            break;
          case Op.CallMethod:
            base = code[pc + 1]!;
            fn = R[base];
            firstArg = base + 2;
            self = R[base + 1];
            break;
          case Op.CallCaptured:
            base = code[pc + 1]!;
            fn = frame.cells[code[pc + 3]!]!.value;
            firstArg = base + 1;
            self = undefined;
            break;
          case Op.CallRoutine:
            base = code[pc + 1]!;
            fn = routines[code[pc + 3]!];
            firstArg = base + 1;
            self = undefined;
            break;
          case Op.ReturnUndefined:
          case Op.Return: {
            if (frame.mode !== 0) break;
            const value = code[pc] === Op.Return ? R[code[pc + 1]!] : undefined;
            const below: Frame = frame.prev!;
            const dst = frame.dst;
            // A plain frame holds no arguments and no context: back to the pool as it is.
            if (unit.isDirect) {
              vm.depth--;
              frame.prev = unit.pool;
              unit.pool = frame;
            } else releaseFrame(vm, frame);
            vm.frame = frame = below;
            unit = frame.unit;
            code = unit.code;
            R = frame.registers;
            R[dst] = value;
            pc = frame.pc;
            continue;
          }
        }
        // Handlers and traces read the place from the frame.
        frame.pc = pc + 4;
        if (fn instanceof GuestObject && fn.kind === Kind.Closure) {
          const data = fn.data as ClosureData;
          const callee = data.unit ?? vm.libraryUnit(data);
          if (callee.isDirect) {
            let next = callee.pool;
            if (next !== null && vm.depth < vm.maxDepth) {
              callee.pool = next.prev;
              next.cells = data.cells;
              vm.depth++;
            } else next = takeFrame(vm, callee, data);
            const N = next.registers;
            const argCount = code[pc + 2]!;
            for (let i = 0, n = callee.paramCount; i < n; i++) N[i] = i < argCount ? R[firstArg + i] : undefined;
            next.callee = fn;
            next.self = self;
            next.newTarget = undefined;
            next.argCount = argCount;
            next.dst = base;
            next.mode = 0;
            next.prev = frame;
            next.pc = 0;
            vm.frame = frame = next;
            unit = callee;
            code = unit.code;
            R = N;
            pc = 0;
            if ((vm.fuel -= unit.entryCost) < 0 && vm.refuel()) return true;
            continue;
          }
        }
        const next = HANDLERS[code[pc]!]!(vm, frame, pc);
        if (next !== CHANGED) {
          pc = next;
          continue;
        }
        const current: Frame | null = vm.frame;
        if (current === null) return false;
        frame = current;
        unit = frame.unit;
        code = unit.code;
        R = frame.registers;
        pc = frame.pc;
        if (vm.fuel < 0 && vm.refuel()) return true;
      }
    } catch (error) {
      const frame = vm.frame;
      if (frame === null) throw error;
      if (!(error instanceof GuestThrow)) {
        // Where it stopped is read from the frame.
        frame.pc = pc;
        throw error;
      }
      unwind(vm, frame, pc, error.value);
    }
  }
}
