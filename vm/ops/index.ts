/** The handler table, by opcode number. Every opcode has exactly one handler. */
import { OP_COUNT, OP_NAMES } from "../bytecode/opcodes.js";
import { InternalError } from "../errors.js";
import { arithmeticHandlers } from "./arithmetic.js";
import { functionHandlers } from "./function.js";
import { iterationHandlers } from "./iteration.js";
import { literalHandlers } from "./literal.js";
import { loadHandlers } from "./load.js";
import { propertyHandlers } from "./property.js";
import type { Handler } from "./protocol.js";
import { suspendHandlers } from "./suspend.js";

function table(): readonly Handler[] {
  const handlers: Handler[] = [];
  const rows = [
    ...loadHandlers,
    ...arithmeticHandlers,
    ...propertyHandlers,
    ...literalHandlers,
    ...functionHandlers,
    ...iterationHandlers,
    ...suspendHandlers,
  ];
  const byOp = new Map(rows);
  if (byOp.size !== rows.length) throw new InternalError("an opcode has two handlers");
  for (let op = 0; op < OP_COUNT; op++) {
    const handler = byOp.get(op);
    if (handler === undefined) throw new InternalError(`no handler for ${OP_NAMES[op]}`);
    handlers.push(handler);
  }
  return handlers;
}

export const HANDLERS = table();
