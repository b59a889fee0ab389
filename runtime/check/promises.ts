/**
 * The rules about promises: awaits that are missing, calls whose outcome nobody looks at, callbacks nobody waits for.
 *
 * Invariant: an expression counts as a promise only where it is one in every run. Before: analysis.ts. After: check.ts.
 */
import type { AnyNode } from "../../compiler/index.js";
import { type Analysis, isFunction, type Of, PROMISE_MEMBERS, unwrap } from "../source/analysis.js";
import type { Finding } from "./findings.js";

type Report = (finding: Finding) => void;

/** Checks every use of a promise. */
export function checkPromises(analysis: Analysis, report: Report): void {
  for (const node of analysis.nodes) {
    switch (node.type) {
      case "MemberExpression":
        memberOfPromise(analysis, node, report);
        break;
      case "ForOfStatement":
        if (!node.await) iterated(analysis, node.right, node, report);
        break;
      case "SpreadElement":
        if (analysis.parentOf(node)?.type !== "ObjectExpression") iterated(analysis, node.argument, node, report);
        else if (analysis.isPromise(node.argument)) missing(analysis, node.argument, "spread into an object", report);
        break;
      case "VariableDeclarator":
        if (node.init == null) break;
        if (node.id.type === "ArrayPattern") iterated(analysis, node.init, node, report);
        if (node.id.type === "ObjectPattern" && isTakenApart(node.id) && analysis.isPromise(node.init)) {
          missing(analysis, node.init, "taken apart", report);
        }
        break;
      case "TemplateLiteral":
        if (analysis.parentOf(node)?.type === "TaggedTemplateExpression") break;
        for (const each of node.expressions) {
          if (analysis.isPromise(each)) missing(analysis, each, "turned into text", report);
        }
        break;
      case "IfStatement":
      case "ConditionalExpression":
      case "WhileStatement":
      case "DoWhileStatement":
        condition(analysis, node.test, report);
        break;
      case "UnaryExpression":
        if (node.operator === "!" && analysis.isPromise(node.argument)) {
          missing(analysis, node.argument, "negated, which is always false", report);
        }
        break;
      case "BinaryExpression":
        if (node.operator === "in" || node.operator === "instanceof") break;
        for (const side of [node.left, node.right]) {
          if (side.type !== "PrivateIdentifier" && analysis.isPromise(side)) {
            missing(analysis, side, `used with ${node.operator}`, report);
          }
        }
        break;
      case "ExpressionStatement":
        floating(analysis, node, report);
        break;
      case "CallExpression":
        asyncCallback(analysis, node, report);
        break;
      default:
    }
  }
}

function missing(analysis: Analysis, node: AnyNode, use: string, report: Report): void {
  report({
    rule: "missing-await",
    span: node,
    message: `${shown(analysis, node)} is a promise and is ${use}: await it first`,
    suggestions: [awaited(analysis, node)],
    node,
  });
}

function iterated(analysis: Analysis, node: AnyNode, at: AnyNode, report: Report): void {
  if (!analysis.isPromise(node)) return;
  report({
    rule: "promise-iterated",
    span: node,
    message: `TypeError: ${shown(analysis, node)} is not iterable`,
    suggestions: [awaited(analysis, node)],
    node: at,
  });
}

function memberOfPromise(analysis: Analysis, node: Of<"MemberExpression">, report: Report): void {
  const name = analysis.memberName(node);
  if (name === undefined || PROMISE_MEMBERS.has(name)) return;
  const object = node.object as AnyNode;
  if (analysis.isPromise(object)) missing(analysis, object, `asked for its .${name}`, report);
}

function condition(analysis: Analysis, test: AnyNode, report: Report): void {
  if (analysis.isPromise(test)) missing(analysis, test, "used as a condition, which is always true", report);
}

function isTakenApart(pattern: Of<"ObjectPattern">): boolean {
  return pattern.properties.every((each) => {
    const key = each.type === "Property" && !each.computed && each.key.type === "Identifier" ? each.key.name : "";
    return !PROMISE_MEMBERS.has(key);
  });
}

/** A call that is neither awaited, nor kept, nor given a handler, nor the result. */
function floating(analysis: Analysis, statement: Of<"ExpressionStatement">, report: Report): void {
  const expression = unwrap(statement.expression);
  if (expression.type !== "CallExpression" || !analysis.isPromise(expression)) return;
  const callee = unwrap(expression.callee as AnyNode);
  if (callee.type === "MemberExpression" && !callee.computed && callee.property.type === "Identifier") {
    const { name } = callee.property;
    if ((name === "catch" || name === "then" || name === "finally") && analysis.isPromise(callee.object)) return;
  }
  if (analysis.isResult(statement) && analysis.functionAround(statement) === undefined) return;
  const around = analysis.functionAround(statement);
  const canAwait = around === undefined || around.async;
  report({
    rule: "floating-call",
    span: expression,
    message: `Nobody awaits ${shown(analysis, expression)}: what comes after runs before it has ended, and its failure goes unseen`,
    suggestions: [
      canAwait
        ? awaited(analysis, expression)
        : "Make the function around it async, await the call, and await the function",
    ],
    node: expression,
  });
}

/** Callbacks whose promise the method drops. */
const DROPS_PROMISES = new Set(["forEach", "filter", "some", "every", "find", "findIndex", "sort", "toSorted"]);

function asyncCallback(analysis: Analysis, call: Of<"CallExpression">, report: Report): void {
  const callee = unwrap(call.callee as AnyNode);
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return;
  const { name } = callee.property;
  const [callback] = call.arguments;
  if (!DROPS_PROMISES.has(name) || callback === undefined) return;
  const fn = isFunction(callback) ? callback : analysis.functionOf(callback);
  if (fn === undefined || !fn.async) return;
  const object = analysis.text(callee.object as AnyNode);
  const items = object.length <= 40 && !object.includes("\n") ? object : "items";
  const isLoop = name === "forEach";
  report({
    rule: "async-callback",
    span: callback,
    message: isLoop
      ? "forEach does not wait for an async callback: the code after it runs before the callbacks have ended"
      : `${name} does not wait for an async callback: its promise always counts as true`,
    suggestions: [
      isLoop
        ? `for (const item of ${items}) { … await … }`
        : `await Promise.all(${items}.map(async (item) => …)) first`,
    ],
    node: callback,
  });
}

/** The text of an expression, cut to a line. */
function shown(analysis: Analysis, node: AnyNode): string {
  const text = analysis.text(node);
  const line = text.split("\n", 1)[0];
  return line.length <= 60 && line === text ? text : `${line.slice(0, 57)}…`;
}

/** The expression with its await, where one can be written. */
function awaited(analysis: Analysis, node: AnyNode): string {
  const parent = analysis.parentOf(node);
  const origin = analysis.originOf(node);
  // A name is best awaited where it gets its value.
  if (origin !== undefined) return `await ${shown(analysis, origin.init)}`;
  const text = `await ${shown(analysis, node)}`;
  return parent?.type === "MemberExpression" && parent.object === node
    ? `(${text})${memberText(analysis, parent)}`
    : text;
}

function memberText(analysis: Analysis, member: Of<"MemberExpression">): string {
  const name = analysis.memberName(member);
  return name !== undefined && !member.computed ? `.${name}` : "[…]";
}
