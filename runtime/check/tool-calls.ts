/**
 * The rules about tools: paths that do not exist, arguments that are refused, and the manifest of what can be called.
 *
 * Invariant: messages are those of the run. Before: analysis.ts. After: check.ts.
 */
import { type Catalog, type CatalogEntry, jsonSchemaOf, pathExpression } from "../../catalog/index.js";
import type { AnyNode } from "../../compiler/index.js";
import { callForm } from "../diagnostics/call-form.js";
import { CUT_TEXT } from "../diagnostics/cut-text.js";
import { issueKeys, refusedProperty } from "../diagnostics/failures.js";
import { type Analysis, type Of, type ToolPath, unwrap } from "../source/analysis.js";
import { dataOf, type Literal, placeOf, readLiteral } from "../source/literal.js";
import type { Finding } from "./findings.js";
import { inputIssues, isOwnValidator, issuesText } from "./input-schema.js";

/** The tools a program can call. */
export interface Manifest {
  /** Canonical dotted paths, in code-unit order. */
  readonly paths: readonly string[];
  /** True when it may call others too: a path is made at run time, or part of the tree is handed on. */
  readonly isDynamic: boolean;
}

/** Array methods that hand a callback more than one argument. */
const MANY_ARGUMENTS = new Set(["map", "forEach", "filter", "find", "flatMap", "some", "every", "reduce"]);

/** Functions that only read the names of what they are given. */
const KEY_READERS = new Set(["keys", "getOwnPropertyNames", "hasOwn"]);

/** Checks every mention of a tool. */
export function checkTools(analysis: Analysis, catalog: Catalog, report: (finding: Finding) => void): Manifest {
  const paths = new Set<string>();
  const probed = probedPaths(analysis);
  let isDynamic = false;
  for (const node of analysis.nodes) {
    if (node.type !== "Identifier" && node.type !== "MemberExpression") continue;
    if (!isWholeMention(analysis, node)) continue;
    const path = analysis.toolPath(node);
    if (path === undefined) continue;
    const call = callOf(analysis, node);
    if (path.isDynamic) {
      isDynamic = true;
      continue;
    }
    const resolution = catalog.resolve(path.segments);
    if (resolution.kind === "tool") {
      paths.add(resolution.entry.path);
      if (call !== undefined) checkArguments(analysis, resolution.entry, call, report);
      else asCallback(analysis, resolution.entry, node, report);
    } else if (call !== undefined) {
      const isHost = path.segments.length === 1 && (path.segments[0] === "search" || path.segments[0] === "$codemode");
      if (!isHost || resolution.kind === "missing")
        if (!probed.has(pathExpression(path.segments))) unknownTool(catalog, path, node, report);
    } else if (resolution.kind === "namespace" && !isOnlyRead(analysis, node)) {
      isDynamic = true;
    }
  }
  return { paths: sorted(paths), isDynamic };
}

/** The manifest where no catalog is known: the paths that are called, as written. */
export function namedTools(analysis: Analysis): Manifest {
  const paths = new Set<string>();
  let isDynamic = false;
  for (const node of analysis.nodes) {
    if (node.type !== "Identifier" && node.type !== "MemberExpression") continue;
    const path = isWholeMention(analysis, node) ? analysis.toolPath(node) : undefined;
    if (path === undefined) continue;
    if (path.isDynamic) isDynamic = true;
    else if (callOf(analysis, node) !== undefined) paths.add(path.segments.join("."));
    else if (!isOnlyRead(analysis, node)) isDynamic = true;
  }
  return { paths: sorted(paths), isDynamic };
}

function sorted(paths: ReadonlySet<string>): string[] {
  return [...paths].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** True for the longest member chain a mention is part of, and for what is no declaration, key or label. */
function isWholeMention(analysis: Analysis, node: AnyNode): boolean {
  const parent = analysis.parentOf(node);
  if (parent === undefined) return false;
  if (parent.type === "MemberExpression") {
    if (parent.object === node) return false;
    return parent.computed;
  }
  if (parent.type === "ChainExpression") {
    const outer = analysis.parentOf(parent);
    return !(outer?.type === "MemberExpression" && outer.object === parent);
  }
  if (node.type === "MemberExpression") return true;
  switch (parent.type) {
    case "Property":
      return parent.value === node && analysis.parentOf(parent)?.type !== "ObjectPattern";
    case "VariableDeclarator":
      return parent.init === node;
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.value === node || parent.computed;
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "ObjectPattern":
    case "ArrayPattern":
      return false;
    case "AssignmentPattern":
      return parent.right === node;
    default:
      return true;
  }
}

function callOf(analysis: Analysis, node: AnyNode): Of<"CallExpression"> | undefined {
  let callee = node;
  let parent = analysis.parentOf(callee);
  while (parent?.type === "ChainExpression") {
    callee = parent;
    parent = analysis.parentOf(callee);
  }
  return parent?.type === "CallExpression" && parent.callee === callee ? parent : undefined;
}

/** A namespace that is looked at, kept in a name that is followed, or taken apart by constant keys. */
function isOnlyRead(analysis: Analysis, node: AnyNode): boolean {
  const parent = analysis.parentOf(node);
  switch (parent?.type) {
    case "VariableDeclarator":
      return analysis.toolPath(node)?.isDynamic === false && isFollowed(analysis, parent.id);
    case "UnaryExpression":
      return true;
    case "BinaryExpression":
    case "LogicalExpression":
    case "IfStatement":
    case "ForInStatement":
    case "ExpressionStatement":
      return true;
    case "ConditionalExpression":
      return parent.test === node;
    case "CallExpression": {
      const callee = unwrap(parent.callee as AnyNode);
      if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return false;
      return KEY_READERS.has(callee.property.name) && analysis.isGlobal(callee.object, "Object");
    }
    default:
      return false;
  }
}

/** Whether the analysis follows every name of a pattern. */
function isFollowed(analysis: Analysis, pattern: AnyNode): boolean {
  if (pattern.type === "Identifier") return analysis.originOf(pattern)?.keys !== undefined;
  if (pattern.type !== "ObjectPattern") return false;
  return pattern.properties.every((each) => each.type === "Property" && isFollowed(analysis, each.value));
}

function unknownTool(
  catalog: Catalog,
  { segments }: ToolPath,
  node: AnyNode,
  report: (finding: Finding) => void,
): void {
  const { message, suggestions } = catalog.unknown(segments);
  report({ rule: "unknown-tool", span: node, message, suggestions, tool: segments.join("."), node });
}

/** Texts of the paths that a program asks about: it may well call them where they exist. */
function probedPaths(analysis: Analysis): ReadonlySet<string> {
  const probed = new Set<string>();
  for (const node of analysis.nodes) {
    if (node.type !== "MemberExpression") continue;
    const parent = analysis.parentOf(node);
    const isAsked =
      (parent?.type === "UnaryExpression" && (parent.operator === "typeof" || parent.operator === "!")) ||
      parent?.type === "IfStatement" ||
      parent?.type === "ConditionalExpression" ||
      parent?.type === "LogicalExpression";
    if (isAsked && analysis.toolPath(node) !== undefined) probed.add(analysis.text(node));
  }
  return probed;
}

function asCallback(analysis: Analysis, entry: CatalogEntry, node: AnyNode, report: (finding: Finding) => void): void {
  const parent = analysis.parentOf(node);
  if (parent?.type !== "CallExpression" || parent.arguments[0] !== node) return;
  const callee = unwrap(parent.callee as AnyNode);
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return;
  const method = callee.property.name;
  if (!MANY_ARGUMENTS.has(method)) return;
  const { path } = entry;
  const expression = pathExpression(path);
  report({
    rule: "tool-as-callback",
    span: node,
    message: `${expression} takes one object with its fields, and ${method} calls it with more arguments`,
    suggestions: [`${method}((item) => ${callForm(entry)})`],
    tool: path,
    node: parent,
  });
}

function checkArguments(
  analysis: Analysis,
  entry: CatalogEntry,
  call: Of<"CallExpression">,
  report: (finding: Finding) => void,
): void {
  const { path, tool } = entry;
  const args = call.arguments;
  const hasSpread = args.some((each) => each.type === "SpreadElement");
  const plain = args.filter((each) => each.type !== "SpreadElement").length;
  if (plain > 1) {
    report({
      rule: "argument-count",
      span: { start: args[1].start, end: args[args.length - 1].end },
      message: `tools.${path} takes one object with its fields, got ${args.length} arguments`,
      suggestions: [callForm(entry)],
      tool: path,
      node: call,
    });
    return;
  }
  if (hasSpread) return;
  const [first] = args;
  const literal: Literal =
    first === undefined
      ? { kind: "object", node: call, members: new Map(), isWhole: true }
      : readLiteral(analysis, first);
  if (refuseNoData(analysis, path, literal, "input", report)) return;
  if (first !== undefined && CUT_TEXT.test(analysis.text(first))) {
    report({
      rule: "doubtful-input",
      span: first,
      message: `The argument of tools.${path} holds text that was cut for display`,
      suggestions: ["Read the whole text again inside this program"],
      tool: path,
      node: call,
    });
  }
  const schema = jsonSchemaOf(tool.input, "input");
  if (literal.kind === "unknown") {
    if (isText(analysis, literal.node) && takesObjects(schema)) {
      report({
        rule: isOwnValidator(tool.input) ? "invalid-input" : "doubtful-input",
        span: literal.node,
        message: `Invalid input for tools.${path}: expected object, received string (the input must be an object, got string)`,
        suggestions: [callForm(entry)],
        tool: path,
        node: call,
      });
    }
    return;
  }
  const data = literal.kind === "value" && literal.value === undefined ? {} : dataOf(literal);
  const { issues, isCertain } = inputIssues(tool.input, literal, data);
  if (issues.length > 0) {
    const place = placeOf(literal, issueKeys(issues[0]), refusedProperty(issues[0]));
    report({
      rule: isCertain ? "invalid-input" : "doubtful-input",
      span: place,
      message: `Invalid input for tools.${path}: ${issuesText(issues)}${shapeText(literal)}`,
      suggestions: [callForm(entry)],
      tool: path,
      node: call,
    });
    return;
  }
  unknownFields(schema, entry, literal, call, report);
}

/** Fields that the schema does not name and does not refuse: nobody will read them. */
function unknownFields(
  schema: unknown,
  entry: CatalogEntry,
  literal: Literal,
  call: AnyNode,
  report: (finding: Finding) => void,
): void {
  if (typeof schema !== "object" || schema === null || literal.members === undefined) return;
  const document = schema as { readonly [keyword: string]: unknown };
  const { properties } = document;
  if (typeof properties !== "object" || properties === null) return;
  const isOpen = ["additionalProperties", "patternProperties", "anyOf", "oneOf", "allOf", "$ref", "if"].some(
    (keyword) => document[keyword] !== undefined,
  );
  if (isOpen) return;
  for (const [name, { key }] of literal.members) {
    if (Object.hasOwn(properties, name)) continue;
    const known = Object.keys(properties).map((each) => JSON.stringify(each));
    report({
      rule: "doubtful-input",
      span: key,
      message: `tools.${entry.path} has no field ${JSON.stringify(name)}; its fields are ${known.slice(0, 20).join(", ")}`,
      suggestions: [callForm(entry)],
      tool: entry.path,
      node: call,
    });
  }
}

/** Functions and un-awaited promises in an argument cannot leave the program. */
function refuseNoData(
  analysis: Analysis,
  path: string,
  literal: Literal,
  where: string,
  report: (finding: Finding) => void,
  place = literal.node,
): boolean {
  for (const [key, { property, literal: value }] of literal.members ?? []) {
    const inner = /^[A-Za-z_$][\w$]*$/.test(key) ? `${where}.${key}` : `${where}[${JSON.stringify(key)}]`;
    if (refuseNoData(analysis, path, value, inner, report, property)) return true;
  }
  for (const [index, value] of (literal.elements ?? []).entries()) {
    if (refuseNoData(analysis, path, value, `${where}[${index}]`, report)) return true;
  }
  const { node } = literal;
  const isFunction = node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression";
  if (!isFunction && !(literal.kind === "unknown" && analysis.isPromise(node))) return false;
  const what = isFunction ? "a function" : "an un-awaited promise";
  const hint = isFunction ? "call it, or leave it out" : "await it first";
  report({
    rule: "no-data",
    span: place,
    message: `${where} of tools.${path} is ${what}, which is no JSON data: ${hint}`,
    suggestions: [isFunction ? "Pass data only: call the function, or leave it out" : `await ${analysis.text(node)}`],
    tool: path,
    node,
  });
  return true;
}

/** Text in every run: a template, or JSON.stringify of something. */
function isText(analysis: Analysis, expression: AnyNode): boolean {
  const origin = analysis.originOf(expression);
  const node = unwrap(origin?.keys?.length === 0 ? origin.init : expression);
  if (node.type === "TemplateLiteral") return true;
  if (node.type !== "CallExpression") return false;
  const callee = unwrap(node.callee as AnyNode);
  if (callee.type !== "MemberExpression" || analysis.memberName(callee) !== "stringify") return false;
  return analysis.isGlobal(callee.object, "JSON");
}

function takesObjects(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && (schema as { readonly type?: unknown }).type === "object";
}

function shapeText(literal: Literal): string {
  if (literal.kind === "object" || (literal.kind === "value" && literal.value === undefined)) return "";
  const got = literal.kind === "array" ? "an array" : literal.value === null ? "null" : typeof literal.value;
  return ` (the input must be an object, got ${got})`;
}
