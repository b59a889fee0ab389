/**
 * The rules about flow: code that nothing reaches, values that nobody uses, loops that cannot end.
 *
 * Invariant: a loop is called endless only when nothing in it can leave it, wait, or change what its condition reads.
 * Before: analysis.ts. After: check.ts.
 */
import type { AnyNode } from "../../compiler/index.js";
import { type Analysis, isFunction, type Of, unwrap } from "../source/analysis.js";
import type { Finding } from "./findings.js";

type Report = (finding: Finding) => void;

type Loop = Of<"WhileStatement"> | Of<"DoWhileStatement"> | Of<"ForStatement">;

/** Checks statements and loops. */
export function checkFlow(analysis: Analysis, report: Report): void {
  for (const [index, node] of analysis.nodes.entries()) {
    switch (node.type) {
      case "Program":
      case "BlockStatement":
      case "StaticBlock":
        unreachable(node.body, report);
        break;
      case "SwitchCase":
        unreachable(node.consequent, report);
        break;
      case "WhileStatement":
      case "DoWhileStatement":
      case "ForStatement":
        endless(analysis, node, index, report);
        break;
      case "ExpressionStatement":
        unused(analysis, node, report);
        break;
      default:
    }
  }
}

const ENDS = new Set<AnyNode["type"]>(["ReturnStatement", "ThrowStatement", "BreakStatement", "ContinueStatement"]);

function unreachable(statements: readonly AnyNode[], report: Report): void {
  const end = statements.findIndex((each) => ENDS.has(each.type));
  if (end < 0) return;
  const rest = statements.slice(end + 1).filter((each) => !isHoisted(each));
  if (rest.length === 0) return;
  const word = statements[end].type.replace("Statement", "").toLowerCase();
  report({
    rule: "unreachable-code",
    span: { start: rest[0].start, end: rest[rest.length - 1].end },
    message: `This is never reached: the \`${word}\` before it always leaves`,
    node: rest[0],
  });
}

function isHoisted(node: AnyNode): boolean {
  if (node.type === "FunctionDeclaration" || node.type === "EmptyStatement") return true;
  return (
    node.type === "VariableDeclaration" && node.kind === "var" && node.declarations.every((each) => each.init == null)
  );
}

// ---- loops

function endless(analysis: Analysis, loop: Loop, index: number, report: Report): void {
  if (canLeave(analysis, loop, index)) return;
  const { test } = loop;
  const always = test == null || isTrue(test);
  if (!always && (test == null || !isFixed(analysis, test, loop))) return;
  report({
    rule: "endless-loop",
    span: { start: loop.start, end: headEnd(analysis, loop) },
    message: always
      ? "Nothing in this loop leaves it or waits: it runs until the limit"
      : `Nothing in this loop changes what \`${analysis.text(test as AnyNode)}\` reads, leaves it or waits`,
    suggestions: ["Add a `break` or `return`, or change the condition in the body"],
    node: loop,
  });
}

/** The end of the first line of a loop's head. */
function headEnd(analysis: Analysis, loop: Loop): number {
  if (loop.type === "DoWhileStatement") return loop.start + 2;
  const head = analysis.source.slice(loop.start, loop.body.start).trimEnd();
  return loop.start + head.length;
}

function isTrue(test: AnyNode): boolean {
  if (test.type === "Literal") return test.value !== null && Boolean(test.value);
  return (
    test.type === "UnaryExpression" && test.operator === "!" && test.argument.type === "Literal" && !test.argument.value
  );
}

/** Names and constants only, none of them written in the loop nor shared with functions that might write them. */
function isFixed(analysis: Analysis, test: AnyNode, loop: Loop): boolean {
  switch (test.type) {
    case "Literal":
      return true;
    case "Identifier": {
      const binding = analysis.bindingOf(test);
      if (binding === undefined) return analysis.isGlobal(test, "undefined");
      return !binding.writtenWithin(loop.start, loop.end) && !(binding.captured && binding.writes.length > 0);
    }
    case "UnaryExpression":
      return isFixed(analysis, test.argument, loop);
    case "LogicalExpression":
      return isFixed(analysis, test.left, loop) && isFixed(analysis, test.right, loop);
    case "BinaryExpression": {
      const { left, right } = test;
      // Comparing objects may run code of theirs.
      return (
        left.type !== "PrivateIdentifier" &&
        test.operator !== "in" &&
        test.operator !== "instanceof" &&
        isFixed(analysis, left, loop) &&
        isFixed(analysis, right, loop)
      );
    }
    default:
      return false;
  }
}

/** Whether something in the loop may leave it: a jump, a wait, or a call that may throw on purpose. */
function canLeave(analysis: Analysis, loop: Loop, at: number): boolean {
  for (let i = at + 1; i < analysis.nodes.length; i++) {
    const node = analysis.nodes[i];
    if (node.start >= loop.end) break;
    if (node.start < loop.start || node.end > loop.end) continue;
    switch (node.type) {
      case "ReturnStatement":
      case "ThrowStatement":
      case "AwaitExpression":
      case "YieldExpression":
        if (isWithin(analysis, node, loop)) return true;
        break;
      case "ForOfStatement":
        if (node.await && isWithin(analysis, node, loop)) return true;
        break;
      case "BreakStatement":
      case "ContinueStatement":
        if (leaves(analysis, node, loop) && isWithin(analysis, node, loop)) return true;
        break;
      // A function of the program may throw, and with it end the loop.
      case "CallExpression":
        if (mayThrow(analysis, node) && isWithin(analysis, node, loop)) return true;
        break;
      default:
    }
  }
  return false;
}

/** In the loop itself, not in a function made there. */
function isWithin(analysis: Analysis, node: AnyNode, loop: Loop): boolean {
  for (let at = analysis.parentOf(node); at !== undefined; at = analysis.parentOf(at)) {
    if (at === loop) return true;
    if (isFunction(at)) return false;
  }
  return false;
}

/** Methods of built-ins that do not throw on purpose. */
const CALM_METHODS = new Set("push pop shift unshift log info warn error debug set get has add delete".split(" "));

function mayThrow(analysis: Analysis, call: Of<"CallExpression">): boolean {
  const callee = unwrap(call.callee as AnyNode);
  if (callee.type === "MemberExpression") {
    if (analysis.isGlobal(callee.object, "console") || analysis.isGlobal(callee.object, "Math")) return false;
    const name = analysis.memberName(callee);
    return name === undefined || !CALM_METHODS.has(name) || isOwnObject(analysis, callee.object as AnyNode);
  }
  const fn = analysis.functionOf(callee);
  if (fn === undefined) return true;
  return analysis.throws(fn);
}

function leaves(analysis: Analysis, jump: Of<"BreakStatement"> | Of<"ContinueStatement">, loop: Loop): boolean {
  if (jump.label != null) {
    // A label inside the loop is left to itself; one outside is a way out.
    for (let at = analysis.parentOf(jump); at !== undefined && at !== loop; at = analysis.parentOf(at)) {
      if (at.type === "LabeledStatement" && at.label.name === jump.label.name) return false;
    }
    const labelled = analysis.parentOf(loop);
    const isOwn = labelled?.type === "LabeledStatement" && labelled.label.name === jump.label.name;
    return jump.type === "BreakStatement" || !isOwn;
  }
  if (jump.type === "ContinueStatement") return false;
  for (let at = analysis.parentOf(jump); at !== undefined; at = analysis.parentOf(at)) {
    if (at === loop) return true;
    if (BREAKABLE.has(at.type)) return false;
  }
  return false;
}

const BREAKABLE = new Set<AnyNode["type"]>([
  "WhileStatement",
  "DoWhileStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "SwitchStatement",
]);

// ---- unused values

/** Methods that change nothing and give their answer back, whatever they are called on. */
const PURE_METHODS = new Set(
  (
    "concat slice flat toSorted toReversed toSpliced trim trimStart trimEnd toUpperCase toLowerCase replaceAll padStart " +
    "padEnd repeat split substring charAt includes startsWith endsWith indexOf lastIndexOf toFixed toISOString"
  ).split(" "),
);

const PURE_OPERATORS = new Set(["==", "===", "!=", "!==", "<", ">", "<=", ">="]);

function unused(analysis: Analysis, statement: Of<"ExpressionStatement">, report: Report): void {
  if (statement.directive !== undefined || analysis.isResult(statement)) return;
  const expression = unwrap(statement.expression);
  const value = expression.type === "AwaitExpression" ? unwrap(expression.argument) : expression;
  const what = unusedText(analysis, value);
  if (what === undefined) return;
  report({ rule: "unused-result", span: expression, ...what, node: expression });
}

function unusedText(analysis: Analysis, value: AnyNode): Pick<Finding, "message" | "suggestions"> | undefined {
  if (value.type === "BinaryExpression" && PURE_OPERATORS.has(value.operator)) {
    const isEquality = value.operator === "==" || value.operator === "===";
    return {
      message: "The result of this comparison is not used",
      ...(isEquality ? { suggestions: ["Write a single = to assign"] } : {}),
    };
  }
  if (value.type !== "CallExpression") return undefined;
  const callee = unwrap(value.callee as AnyNode);
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return undefined;
  const { name } = callee.property;
  if (!PURE_METHODS.has(name) || analysis.toolPath(callee) !== undefined) return undefined;
  if (isOwnObject(analysis, callee.object as AnyNode)) return undefined;
  return {
    message: `The result of ${name} is not used: it changes nothing, it answers a new value`,
    suggestions: [`const changed = ${shortText(analysis, value)}`],
  };
}

/** Objects whose methods may be the program's own. */
function isOwnObject(analysis: Analysis, object: AnyNode): boolean {
  const node = unwrap(object);
  if (node.type === "ThisExpression" || node.type === "Super") return true;
  if (node.type !== "Identifier") return false;
  const origin = analysis.originOf(node);
  if (origin === undefined) return analysis.bindingOf(node) !== undefined;
  const init = unwrap(origin.init);
  return !(init.type === "ArrayExpression" || init.type === "TemplateLiteral" || init.type === "Literal");
}

function shortText(analysis: Analysis, node: AnyNode): string {
  const text = analysis.text(node);
  return text.length <= 60 && !text.includes("\n") ? text : "…";
}
