/**
 * The top level: block 0, an async body whose value is the result of the program.
 *
 * The result is an explicit return; else the value of the last top-level statement (trailing empty statements and function
 * declarations aside) when it is an expression statement; else null. A promise is awaited by the return itself.
 *
 * Before: resolve.ts. After: the finished blocks of the Program.
 */
import { BodyKind, FunctionKind } from "../../vm/bytecode/program.js";
import type { AnyNode, Program } from "../ast.js";
import { compileBlock, enterFunction } from "./functions.js";
import type { Lowering, Unit } from "./lowering.js";
import { withDisposal } from "./statements.js";

/** Lowers the top level and everything in it. */
export function lowerProgram(unit: Unit, program: Program): void {
  const options = { name: "", kind: FunctionKind.Normal, text: { start: 0, end: unit.source.length } };
  const last = resultStatement(program.body);
  const block = compileBlock(unit, unit.resolution.program, BodyKind.Async, [], options, (f) => {
    enterFunction(f, program);
    const scope = f.fn.body;
    f.enterScope(scope);
    withDisposal(f, scope, () => {
      for (const statement of program.body) {
        if (f.code.unreachable) break;
        if (statement === last) lowerResult(f, last);
        else f.statement(statement);
      }
      if (!f.code.unreachable) {
        const mark = f.registers.mark();
        f.control.leaveFunction(f.loadConst(null, undefined), f.emitReturn);
        f.registers.release(mark);
      }
    });
  });
  block.store([]);
}

type ExpressionStatement = Extract<AnyNode, { type: "ExpressionStatement" }>;

/** The statement whose value is the result, if there is one. */
function resultStatement(body: readonly AnyNode[]): ExpressionStatement | undefined {
  for (let i = body.length - 1; i >= 0; i--) {
    const statement = body[i];
    if (statement.type === "EmptyStatement" || statement.type === "FunctionDeclaration") continue;
    return statement.type === "ExpressionStatement" ? statement : undefined;
  }
  return undefined;
}

function lowerResult(f: Lowering, statement: ExpressionStatement): void {
  const mark = f.registers.mark();
  const value = f.expression(statement.expression);
  f.at(statement);
  f.control.leaveFunction(value, f.emitReturn);
  f.registers.release(mark);
}
