/** A program that is sound and has every kind of operand, constant, function and handler once. */
import type { Program } from "../../vm/bytecode/program.js";
import { assemble } from "./assemble.js";

/** The text of {@link SAMPLE}, as the disassembler prints it. */
export const SAMPLE_LISTING = `#0 main: normal async, params 0, length 0, registers 8, cost 21
   0  NewCell              r0
   1  LoadConst            r1, k0 "text; not a note, \\"quoted\\""
   2  LoadConst            r1, k1 undefined
   3  LoadConst            r1, k2 null
   4  LoadConst            r1, k3 true
   5  LoadConst            r1, k4 -0
   6  LoadConst            r1, k5 NaN
   7  LoadConst            r1, k6 0.1
   8  LoadConst            r1, k7 -12345678901234567890n
   9  GetTemplate          r1, k8 template "a\\n" raw "a\\\\n", undefined raw "\\\\u", ""
  10  NewRegExp            r1, k9 regexp "a+\\\\d" giu
  11  LoadInt              r2, -5
  12  NewObjectWith        r1, r1, k10 {id, "two words"}
  13  GetProperty          r3, r1, @0 id
  14  JumpLtInt            r3, 10, ->16
  15  JumpLoop             ->13, fuel 3
  16  MakeClosure          r4, #1 <anonymous>
  17  Call                 r4, x2
  18  Await                r4, r4
  19  GetHeritage          r5, r4
  20  MakeClass            r3, #3 Point, r5
  21  MakeClass            r3, #4 Base, none
  22  Return               r4
  23  Throw                r6
  handler 17..18 -> 23 r6
  handler 16..19 -> 23 r6

#1 <anonymous>: arrow plain, params 1, length 1, registers 3, cost 3, captures r0
   0  LoadCaptured         r1, c0
   1  MakeMethod           r2, #2 items, r1
   2  Return               r2

#2 items: method async generator, params 1, length 0, registers 4, cost 3, keeps arguments, captures c0
   0  GeneratorStart
   1  StoreCaptured        c0, r0
   2  Yield                r1, r0, ->3
   3  ReturnUndefined

#3 Point: derived constructor plain, params 0, length 0, registers 2, cost 1
   0  ReturnUndefined

#4 Base: class constructor plain, params 0, length 0, registers 2, cost 1
   0  ReturnUndefined
`;

export const SAMPLE: Program = assemble(SAMPLE_LISTING);
