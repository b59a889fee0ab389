/**
 * Which names a scope declares, found before anything in it is resolved: `var` names of a whole function body, lexical
 * names and function declarations of one statement list, bound names of patterns.
 *
 * Walks statements only, never expressions, and follows else-if chains with a loop.
 * Before: the tree. After: resolve.ts declares what is found.
 */
import type { AnyNode, ClassBody, Expression, Identifier, Pattern, VariableDeclaration } from "../ast.js";
import { BindingKind, type Scope } from "./scope.js";

/** The identifiers a pattern binds, in source order. */
export function boundNames(pattern: Pattern, found: Identifier[] = []): Identifier[] {
  switch (pattern.type) {
    case "Identifier":
      found.push(pattern);
      break;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        boundNames(property.type === "RestElement" ? property.argument : property.value, found);
      }
      break;
    case "ArrayPattern":
      for (const element of pattern.elements) if (element !== null) boundNames(element, found);
      break;
    case "AssignmentPattern":
      boundNames(pattern.left, found);
      break;
    case "RestElement":
      boundNames(pattern.argument, found);
      break;
    case "MemberExpression":
      break;
  }
  return found;
}

const LEXICAL_KINDS = {
  let: BindingKind.Let,
  const: BindingKind.Const,
  using: BindingKind.Using,
  "await using": BindingKind.Using,
} as const;

/** Declares the names of a let, const or using declaration. `initialised` overrides the end of each declarator. */
export function declareLexical(scope: Scope, declaration: VariableDeclaration, initialised?: number): void {
  if (declaration.kind === "var") return;
  if (declaration.kind === "using" && scope.disposal === 0) scope.disposal = 1;
  if (declaration.kind === "await using") scope.disposal = 2;
  for (const declarator of declaration.declarations) {
    for (const name of boundNames(declarator.id)) {
      const at = scope.kind === "switch" ? Number.POSITIVE_INFINITY : (initialised ?? declarator.end);
      const binding = scope.declare(name.name, LEXICAL_KINDS[declaration.kind], at);
      binding.primitive =
        declarator.id.type === "Identifier" &&
        (declarator.init == null ? initialised === undefined : isPrimitive(declarator.init));
    }
  }
}

/** Declares the lexical names and function declarations of a statement list. */
export function declareStatements(scope: Scope, statements: readonly AnyNode[]): void {
  for (let statement of statements) {
    while (statement.type === "LabeledStatement") statement = statement.body;
    if (statement.type === "VariableDeclaration") declareLexical(scope, statement);
    else if (statement.type === "ClassDeclaration" && statement.id !== null) {
      const at = scope.kind === "switch" ? Number.POSITIVE_INFINITY : statement.end;
      scope.declare(statement.id.name, BindingKind.Class, at);
    } else if (statement.type === "FunctionDeclaration" && statement.id !== null) {
      scope.declare(statement.id.name, BindingKind.Function, -1);
      scope.functions.push(statement as AnyNode & { type: "FunctionDeclaration" });
    }
  }
}

/** Whether a statement list declares lexical names or functions. */
export function needsScope(statements: readonly AnyNode[]): boolean {
  return statements.some((statement) => {
    let inner = statement;
    while (inner.type === "LabeledStatement") inner = inner.body;
    return (
      (inner.type === "VariableDeclaration" && inner.kind !== "var") ||
      inner.type === "ClassDeclaration" ||
      inner.type === "FunctionDeclaration"
    );
  });
}

/** Declares the `var` names of a function body, its nested statements included. */
export function declareVars(scope: Scope, statements: readonly AnyNode[]): void {
  for (const statement of statements) declareVarsOf(scope, statement);
}

function declareVarsOf(scope: Scope, root: AnyNode | null | undefined): void {
  let node = root;
  while (node != null) {
    switch (node.type) {
      case "VariableDeclaration":
        if (node.kind === "var") {
          for (const declarator of node.declarations) {
            for (const name of boundNames(declarator.id)) scope.declare(name.name, BindingKind.Var, -1);
          }
        }
        return;
      case "IfStatement":
        declareVarsOf(scope, node.consequent);
        node = node.alternate;
        continue;
      case "ForStatement":
        if (node.init != null && node.init.type === "VariableDeclaration") declareVarsOf(scope, node.init);
        node = node.body;
        continue;
      case "ForInStatement":
      case "ForOfStatement":
        if (node.left.type === "VariableDeclaration") declareVarsOf(scope, node.left);
        node = node.body;
        continue;
      case "WhileStatement":
      case "DoWhileStatement":
      case "LabeledStatement":
        node = node.body as AnyNode;
        continue;
      case "BlockStatement":
        declareVars(scope, node.body);
        return;
      case "SwitchStatement":
        for (const clause of node.cases) declareVars(scope, clause.consequent);
        return;
      case "TryStatement":
        declareVars(scope, node.block.body);
        if (node.handler != null) declareVars(scope, node.handler.body.body);
        node = node.finalizer;
        continue;
      default:
        return;
    }
  }
}

/** Whether the value of an expression can never be an object, whatever runs. */
export function isPrimitive(node: Expression): boolean {
  switch (node.type) {
    case "Literal":
      return node.regex === undefined;
    case "TemplateLiteral":
    case "BinaryExpression":
    case "UnaryExpression":
    case "UpdateExpression":
      return true;
    case "AssignmentExpression":
      return node.operator === "=" ? isPrimitive(node.right) : !/^(&&|\|\||\?\?)=$/.test(node.operator);
    default:
      return false;
  }
}

/** Whether a parameter contains an expression, which gives the body its own scope of variables. */
export function hasExpression(pattern: Pattern): boolean {
  switch (pattern.type) {
    case "AssignmentPattern":
      return true;
    case "RestElement":
      return hasExpression(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.some((element) => element !== null && hasExpression(element));
    case "ObjectPattern":
      return pattern.properties.some((property) =>
        property.type === "RestElement"
          ? hasExpression(property.argument)
          : property.computed || hasExpression(property.value),
      );
    default:
      return false;
  }
}

type ClassElement = ClassBody["body"][number];

/** Whether an element is added to every instance: a field, or a private method or accessor. */
export function isInstanceMember(element: ClassElement): boolean {
  if (element.type === "StaticBlock" || element.static) return false;
  return element.type === "PropertyDefinition" || element.key.type === "PrivateIdentifier";
}

/** Whether an element runs once when the class is made: a static field or block. */
export function isStaticMember(element: ClassElement): boolean {
  return element.type === "StaticBlock" || (element.type === "PropertyDefinition" && element.static);
}

/** Initialisers that can be or hold functions without running any. */
const HOLDERS: ReadonlySet<AnyNode["type"]> = new Set([
  "ArrayExpression",
  "ArrowFunctionExpression",
  "ClassExpression",
  "FunctionExpression",
  "ObjectExpression",
]);

/** An initialiser itself, and everything reached from it through object and array literals only; null when that is no function. */
export function heldDirectly(root: AnyNode): ReadonlySet<AnyNode> | null {
  if (!HOLDERS.has(root.type)) return null;
  const held = new Set<AnyNode>([root]);
  // A Set is walked in the order of insertion, with the members added on the way.
  for (const node of held) {
    if (node.type === "ObjectExpression") {
      for (const property of node.properties) if (property.type === "Property") held.add(property.value);
    } else if (node.type === "ArrayExpression") {
      for (const element of node.elements) if (element !== null) held.add(element);
    }
  }
  return held;
}
