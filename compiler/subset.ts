/**
 * Which node types are in the language: one table, exhaustive over what the parser can produce, and the pass that applies it.
 *
 * Names alone never decide: a property called `import` or a method called `require` is ordinary, and a call of an unbound
 * `require` is the resolver's business. The same pass measures the depth of the tree, with an explicit stack, so that later
 * passes may recurse; a left spine (a chain of members, calls or operators) counts as one level because they loop along it.
 *
 * Before: normalise.ts has rewritten exports. After: scope/ and lower/ meet accepted types only.
 */
import { type AnyNode, CHILD_KEYS, type NodeType, type Program } from "./ast.js";
import { type CompileError, compileError, type ErrorCode, type Span } from "./errors.js";

/** Levels of the finished tree, left spines counted once. */
export const TREE_DEPTH_LIMIT = 1_000;

interface Rejection {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const USE_TOOLS =
  "A program cannot load code: use the `tools` object and the built-ins, which are there without an import.";

const IMPORT: Rejection = { code: "import", message: "`import` is not part of the language.", hint: USE_TOOLS };

const EXPORT: Rejection = {
  code: "export",
  message: "`export` is not part of the language.",
  hint: "Return the result: end the program with `return value`.",
};

const ACCEPTED = "accepted";

/** The whole language, by node type. */
export const SUBSET: Record<NodeType, typeof ACCEPTED | Rejection> = {
  ArrayExpression: ACCEPTED,
  ArrayPattern: ACCEPTED,
  ArrowFunctionExpression: ACCEPTED,
  AssignmentExpression: ACCEPTED,
  AssignmentPattern: ACCEPTED,
  AwaitExpression: ACCEPTED,
  BinaryExpression: ACCEPTED,
  BlockStatement: ACCEPTED,
  BreakStatement: ACCEPTED,
  CallExpression: ACCEPTED,
  CatchClause: ACCEPTED,
  ChainExpression: ACCEPTED,
  ClassBody: ACCEPTED,
  ClassDeclaration: ACCEPTED,
  ClassExpression: ACCEPTED,
  ConditionalExpression: ACCEPTED,
  ContinueStatement: ACCEPTED,
  DebuggerStatement: ACCEPTED,
  DoWhileStatement: ACCEPTED,
  EmptyStatement: ACCEPTED,
  ExportAllDeclaration: EXPORT,
  ExportDefaultDeclaration: EXPORT,
  ExportNamedDeclaration: EXPORT,
  ExportSpecifier: EXPORT,
  ExpressionStatement: ACCEPTED,
  ForInStatement: ACCEPTED,
  ForOfStatement: ACCEPTED,
  ForStatement: ACCEPTED,
  FunctionDeclaration: ACCEPTED,
  FunctionExpression: ACCEPTED,
  Identifier: ACCEPTED,
  IfStatement: ACCEPTED,
  ImportAttribute: IMPORT,
  ImportDeclaration: IMPORT,
  ImportDefaultSpecifier: IMPORT,
  ImportExpression: {
    code: "dynamic-import",
    message: "Dynamic `import()` is not part of the language.",
    hint: USE_TOOLS,
  },
  ImportNamespaceSpecifier: IMPORT,
  ImportSpecifier: IMPORT,
  LabeledStatement: ACCEPTED,
  Literal: ACCEPTED,
  LogicalExpression: ACCEPTED,
  MemberExpression: ACCEPTED,
  MetaProperty: ACCEPTED,
  MethodDefinition: ACCEPTED,
  NewExpression: ACCEPTED,
  ObjectExpression: ACCEPTED,
  ObjectPattern: ACCEPTED,
  ParenthesizedExpression: ACCEPTED,
  PrivateIdentifier: ACCEPTED,
  Program: ACCEPTED,
  Property: ACCEPTED,
  PropertyDefinition: ACCEPTED,
  RestElement: ACCEPTED,
  ReturnStatement: ACCEPTED,
  SequenceExpression: ACCEPTED,
  SpreadElement: ACCEPTED,
  StaticBlock: ACCEPTED,
  Super: ACCEPTED,
  SwitchCase: ACCEPTED,
  SwitchStatement: ACCEPTED,
  TaggedTemplateExpression: ACCEPTED,
  TemplateElement: ACCEPTED,
  TemplateLiteral: ACCEPTED,
  ThisExpression: ACCEPTED,
  ThrowStatement: ACCEPTED,
  TryStatement: ACCEPTED,
  UnaryExpression: ACCEPTED,
  UpdateExpression: ACCEPTED,
  VariableDeclaration: ACCEPTED,
  VariableDeclarator: ACCEPTED,
  WhileStatement: ACCEPTED,
  WithStatement: {
    code: "with",
    message: "The `with` statement is not part of the language.",
    hint: "Name the object: `const { a, b } = object;`.",
  },
  YieldExpression: ACCEPTED,
};

const IMPORT_META: Rejection = {
  code: "import-meta",
  message: "`import.meta` is not part of the language.",
  hint: "A program has no file or URL of its own; pass what it needs as values.",
};

/**
 * Applies the table to a whole program.
 * @returns every rejected construct in source order (UnsupportedSyntax), or the one LimitExceeded; empty when accepted
 */
export function checkSubset(program: Program): CompileError[] {
  const errors: CompileError[] = [];
  const nodes: AnyNode[] = [program];
  const depths: number[] = [0];
  while (nodes.length > 0) {
    const node = nodes.pop() as AnyNode;
    const depth = depths.pop() as number;
    if (depth > TREE_DEPTH_LIMIT) return [tooDeep(node)];
    const verdict = verdictOn(node);
    if (verdict !== ACCEPTED) {
      errors.push(rejected(verdict, node));
      continue;
    }
    // As childrenOf(), without its lists: this pass is a tenth of the time a parse takes.
    const spine = spineOf(node);
    const fields = node as unknown as Record<string, AnyNode | readonly (AnyNode | null)[] | null | undefined>;
    for (const key of CHILD_KEYS[node.type]) {
      const field = fields[key];
      if (field == null) continue;
      for (const child of Array.isArray(field) ? (field as readonly (AnyNode | null)[]) : [field as AnyNode]) {
        // Half of all nodes are names and literals, which are accepted and have no children.
        if (child === null || child.type === "Identifier" || child.type === "Literal") continue;
        nodes.push(child);
        depths.push(child === spine ? depth : depth + 1);
      }
    }
  }
  return errors.sort((a, b) => a.span.start - b.span.start);
}

/** The error for a construct whose node type the table rejects, found by another parser. */
export function refusal(type: "ImportDeclaration" | "ExportNamedDeclaration", span: Span): CompileError {
  return rejected(type === "ImportDeclaration" ? IMPORT : EXPORT, span);
}

function rejected({ code, message, hint }: Rejection, { start, end }: Span): CompileError {
  return compileError(code, message, { start, end }, { hint });
}

function verdictOn(node: AnyNode): typeof ACCEPTED | Rejection {
  if (node.type === "MetaProperty" && node.meta.name === "import") return IMPORT_META;
  return SUBSET[node.type];
}

/** The child that continues a left spine. */
function spineOf(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return node.left;
    case "MemberExpression":
      return node.object;
    case "CallExpression":
      return node.callee;
    case "TaggedTemplateExpression":
      return node.tag;
    case "ChainExpression":
      return node.expression;
    default:
      return undefined;
  }
}

function tooDeep(node: AnyNode): CompileError {
  return compileError(
    "tree-depth",
    `The program nests deeper than the limit of ${TREE_DEPTH_LIMIT} levels.`,
    { start: node.start, end: node.end },
    { limit: "nesting", hint: "Move inner parts into variables or functions of their own." },
  );
}
