/** Random programs that the encoding can hold, sound or not: each operand drawn by its kind. */
import fc from "fast-check";
import { OP_NAMES, OPS } from "../../vm/bytecode/opcodes.js";
import type { OperandKind } from "../../vm/bytecode/operands.js";
import type { CodeBlock, Constant, Program } from "../../vm/bytecode/program.js";
import { encodePositions } from "../../vm/bytecode/source-map.js";
import { BYTECODE_VERSION } from "../../vm/bytecode/version.js";

/** Any UTF-16 text, lone surrogates too, often ASCII. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("", "length", "__proto__", "\ud800", "\udc00\ud800", "é", '"\\\n', "😀"),
);

const int32 = fc.oneof(fc.integer({ min: -3, max: 40 }), fc.integer());
const size = fc.oneof(fc.nat(40), fc.nat());

export const anyConstant: fc.Arbitrary<Constant> = fc.oneof(
  fc.constantFrom<Constant>(undefined, null, true, false, -0, 0, Number.NaN, Infinity, -Infinity, 2 ** 31, -(2 ** 31)),
  fc.double(),
  int32,
  anyText,
  fc.bigInt(),
  fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }),
  fc
    .array(fc.tuple(fc.option(anyText, { nil: undefined }), anyText), { maxLength: 4 })
    .map((parts): Constant => ({ type: "template", cooked: parts.map(([c]) => c), raw: parts.map(([, r]) => r) })),
  fc.tuple(anyText, anyText).map(([source, flags]): Constant => ({ type: "regexp", source, flags })),
  fc.array(anyText, { maxLength: 5 }).map((keys): Constant => ({ type: "keys", keys })),
);

function operand(kind: OperandKind, pc: number): fc.Arbitrary<number> {
  switch (kind) {
    case "none":
      return fc.constant(0);
    case "int":
      return int32;
    case "src?":
      return size.map((value) => value - 1);
    case "label":
      return fc.integer({ min: -100, max: 100_000 }).map((steps) => pc + 4 * steps);
    default:
      return size;
  }
}

const anyCode = fc.array(fc.constantFrom(...OP_NAMES), { maxLength: 12 }).chain((names) =>
  fc
    .tuple(
      ...names.map((name, index) => {
        const [a, b, c] = OPS[name].operands.map((kind: OperandKind) => operand(kind, index * 4));
        return fc.tuple(fc.constant(OP_NAMES.indexOf(name)), a, b, c);
      }),
    )
    .map((instructions) => instructions.flat()),
);

const anyPositions = fc
  .uniqueArray(fc.record({ pc: fc.nat(50), start: size, length: fc.nat(500) }), {
    selector: ({ pc }) => pc,
    maxLength: 6,
  })
  .map((entries) =>
    encodePositions(
      entries
        .sort((x, y) => x.pc - y.pc)
        .map(({ pc, start, length }) => ({ pc: pc * 4, start: start >>> 1, end: (start >>> 1) + length })),
    ),
  );

const label = size.map((index) => index * 4);

const anyBlock: fc.Arbitrary<CodeBlock> = fc
  .record({
    name: anyText,
    kind: fc.nat(4),
    body: fc.nat(3),
    flags: size,
    length: size,
    paramCount: size,
    registerCount: size,
    entryCost: size,
    code: anyCode,
    constants: fc.array(anyConstant, { maxLength: 6 }),
    sites: fc.array(anyText, { maxLength: 4 }),
    captures: fc.array(int32, { maxLength: 4 }),
    children: fc.array(size, { maxLength: 4 }),
    handlers: fc.array(fc.record({ start: label, end: label, target: label, register: size }), { maxLength: 3 }),
    positions: anyPositions,
    start: fc.nat(1000),
    size: fc.nat(1000),
  })
  .map(({ size: width, ...block }) => ({ ...block, end: block.start + width }));

export const anyProgram: fc.Arbitrary<Program> = fc.record({
  version: fc.constant(BYTECODE_VERSION),
  blocks: fc.array(anyBlock, { maxLength: 5 }),
  source: anyText,
});
