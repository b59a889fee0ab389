/**
 * What is known of a program from its text: parents, declarations, which expressions name tools and which are promises.
 *
 * Invariant: an answer other than "unknown" is true of every run; nothing is guessed. Names are followed only through
 * bindings that are never written again. Walks use an explicit stack, so a tree never sets the depth of the host's.
 *
 * Before: the compiler's tree and scopes. After: the rules of check/, and the hints for errors met at run time.
 */
import { type Analysed, type AnyNode, type Binding, BindingKind, childrenOf } from "../../compiler/index.js";

export type Of<T extends AnyNode["type"]> = Extract<AnyNode, { readonly type: T }>;

export type FunctionNode = Of<"FunctionDeclaration"> | Of<"FunctionExpression"> | Of<"ArrowFunctionExpression">;

/** How an expression reaches into the tool tree. */
export interface ToolPath {
  readonly segments: readonly string[];
  /** True when members follow that are known only at run time. */
  readonly isDynamic: boolean;
}

/** Where a name gets its one value from. */
interface Origin {
  readonly init: AnyNode;
  /** Keys of the pattern that leads to the name; undefined when a key or a default makes it unknown. */
  readonly keys: readonly string[] | undefined;
}

/** Aliases followed before giving up: `const a = tools; const b = a; …`. */
const MAX_ALIASES = 16;

/** Members of a chain looked at. */
const MAX_MEMBERS = 64;

/** Members of a promise itself. */
export const PROMISE_MEMBERS: ReadonlySet<string> = new Set(["then", "catch", "finally", "constructor"]);

const PROMISE_STATICS: ReadonlySet<string> = new Set(["all", "allSettled", "any", "race", "resolve", "reject", "try"]);

export class Analysis {
  /** Every node, each before its children, in source order. */
  readonly nodes: readonly AnyNode[];
  private readonly parents = new Map<AnyNode, AnyNode>();
  private readonly origins = new Map<Binding, Origin | null>();
  private throwing: Set<FunctionNode> | undefined;
  private readonly functions = new Map<Binding, FunctionNode>();

  /** @param isStream tells tools whose calls are no promises */
  constructor(
    readonly program: Analysed,
    readonly source: string,
    private readonly isStream: (segments: readonly string[]) => boolean = () => false,
  ) {
    const nodes: AnyNode[] = [];
    const stack: AnyNode[] = [program.ast];
    while (stack.length > 0) {
      const node = stack.pop() as AnyNode;
      nodes.push(node);
      const children = childrenOf(node);
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i];
        this.parents.set(child, node);
        stack.push(child);
      }
      if (node.type === "VariableDeclarator" && node.init != null) this.declare(node.id, node.init, []);
      else if (node.type === "FunctionDeclaration" && node.id != null) {
        const binding = this.bindingOf(node.id);
        if (binding !== undefined) this.functions.set(binding, node);
      }
    }
    this.nodes = nodes;
  }

  /** Whether a function has a `throw` in it, nested functions included. */
  throws(fn: FunctionNode): boolean {
    if (this.throwing === undefined) {
      this.throwing = new Set();
      for (const node of this.nodes) {
        if (node.type !== "ThrowStatement") continue;
        for (
          let at = this.functionAround(node);
          at !== undefined && !this.throwing.has(at);
          at = this.functionAround(at)
        ) {
          this.throwing.add(at);
        }
      }
    }
    return this.throwing.has(fn);
  }

  parentOf(node: AnyNode): AnyNode | undefined {
    return this.parents.get(node);
  }

  text(node: { readonly start: number; readonly end: number }): string {
    return this.source.slice(node.start, node.end);
  }

  /** The binding an identifier means; undefined for globals. */
  bindingOf(node: AnyNode): Binding | undefined {
    return this.program.resolution.references.get(node);
  }

  /** True for a mention of the global of that name. */
  isGlobal(node: AnyNode, name: string): boolean {
    return node.type === "Identifier" && node.name === name && this.bindingOf(node) === undefined;
  }

  /** The expression whose value a name has in every run, with the keys taken out of it. */
  originOf(node: AnyNode): Origin | undefined {
    if (node.type !== "Identifier") return undefined;
    const binding = this.bindingOf(node);
    if (binding === undefined || binding.writes.length > 0) return undefined;
    return this.origins.get(binding) ?? undefined;
  }

  /** The function a callee certainly is. */
  functionOf(callee: AnyNode): FunctionNode | undefined {
    if (callee.type === "ArrowFunctionExpression" || callee.type === "FunctionExpression") return callee;
    const binding = this.bindingOf(callee);
    if (binding === undefined || binding.writes.length > 0) return undefined;
    const declared = this.functions.get(binding);
    if (declared !== undefined) return declared;
    const origin = this.originOf(callee);
    if (origin?.keys?.length !== 0) return undefined;
    const { init } = origin;
    return init.type === "ArrowFunctionExpression" || init.type === "FunctionExpression" ? init : undefined;
  }

  /** The path into the tool tree that an expression names; undefined when it does not start at `tools`. */
  toolPath(node: AnyNode, aliases = MAX_ALIASES): ToolPath | undefined {
    const members: (string | undefined)[] = [];
    let root = unwrap(node);
    while (root.type === "MemberExpression") {
      // No path of a tool is that long, and a chain may be as long as the source.
      if (members.length === MAX_MEMBERS) return undefined;
      members.unshift(this.memberName(root));
      root = unwrap(root.object as AnyNode);
    }
    if (root.type !== "Identifier") return undefined;
    const start = this.toolRoot(root, members, aliases);
    if (start === undefined || start.isDynamic) return start;
    const known = members.indexOf(undefined);
    const names = (known < 0 ? members : members.slice(0, known)) as string[];
    return { segments: [...start.segments, ...names], isDynamic: known >= 0 };
  }

  private toolRoot(root: Of<"Identifier">, members: (string | undefined)[], aliases: number): ToolPath | undefined {
    if (this.bindingOf(root) === undefined) {
      if (root.name === "tools") return { segments: [], isDynamic: false };
      if (root.name === "$codemode" || root.name === "search") return { segments: [root.name], isDynamic: false };
      if (root.name === "globalThis" && members[0] === "tools") {
        members.shift();
        return { segments: [], isDynamic: false };
      }
      return undefined;
    }
    const origin = this.originOf(root);
    if (origin === undefined || aliases === 0) return undefined;
    const from = this.toolPath(origin.init, aliases - 1);
    if (from === undefined || from.isDynamic) return from;
    if (origin.keys === undefined) return { segments: from.segments, isDynamic: true };
    return { segments: [...from.segments, ...origin.keys], isDynamic: false };
  }

  /** The name a member expression reads; undefined when it is computed at run time. */
  memberName(node: Of<"MemberExpression">): string | undefined {
    if (!node.computed) return node.property.type === "Identifier" ? node.property.name : undefined;
    return constantText(node.property);
  }

  /** Whether an expression is certainly a promise (or a class instance that is one): what an `await` is missing from. */
  isPromise(node: AnyNode, aliases = MAX_ALIASES): boolean {
    const value = unwrap(node);
    switch (value.type) {
      case "CallExpression": {
        const callee = unwrap(value.callee as AnyNode);
        const path = this.toolPath(callee);
        if (path !== undefined) return !path.isDynamic && path.segments.length > 0 && !this.isStream(path.segments);
        const fn = this.functionOf(callee);
        if (fn !== undefined) return fn.async && !fn.generator;
        if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier")
          return false;
        const { name } = callee.property;
        if (PROMISE_STATICS.has(name) && this.isGlobal(callee.object, "Promise")) return true;
        return (
          PROMISE_MEMBERS.has(name) &&
          name !== "constructor" &&
          aliases > 0 &&
          this.isPromise(callee.object, aliases - 1)
        );
      }
      case "NewExpression":
        return this.isGlobal(value.callee, "Promise");
      case "Identifier": {
        const origin = this.originOf(value);
        return origin?.keys?.length === 0 && aliases > 0 && this.isPromise(origin.init, aliases - 1);
      }
      default:
        return false;
    }
  }

  /** The innermost function around a node; undefined at the top level. */
  functionAround(node: AnyNode): FunctionNode | undefined {
    for (let at = this.parents.get(node); at !== undefined; at = this.parents.get(at)) {
      if (isFunction(at)) return at;
    }
    return undefined;
  }

  /** Whether a failure inside the node is caught by the program: a `try` with a handler or a promise's handlers around it. */
  isGuarded(node: AnyNode): boolean {
    let below = node;
    for (let at = this.parents.get(node); at !== undefined; below = at, at = this.parents.get(at)) {
      if (at.type === "TryStatement" && at.handler != null && at.block === below) return true;
      if (at.type !== "CallExpression") continue;
      const callee = unwrap(at.callee as AnyNode);
      if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") continue;
      const { name } = callee.property;
      if (at.callee === below && (name === "catch" || (name === "then" && at.arguments.length > 1))) return true;
      if (name === "allSettled" || name === "any" || name === "race") return true;
    }
    return false;
  }

  /** Whether the value of an expression is what the program answers. */
  isResult(statement: Of<"ExpressionStatement">): boolean {
    const { body } = this.program.ast;
    let last = body.length - 1;
    while (last >= 0 && HARMLESS_TAIL.has(body[last].type)) last--;
    return body[last] === statement;
  }

  private declare(pattern: AnyNode, init: AnyNode, keys: readonly string[] | undefined): void {
    switch (pattern.type) {
      case "Identifier": {
        const binding = this.bindingOf(pattern);
        if (binding === undefined) return;
        // A name declared twice has no one value; neither has one that is also a parameter or a function.
        const isOne = !this.origins.has(binding) && DECLARED.has(binding.kind);
        this.origins.set(binding, isOne ? { init, keys } : null);
        return;
      }
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") this.declare(property.argument, init, undefined);
          else {
            const key = property.computed ? constantText(property.key) : keyText(property.key);
            this.declare(property.value, init, key === undefined || keys === undefined ? undefined : [...keys, key]);
          }
        }
        return;
      case "ArrayPattern":
        for (const element of pattern.elements) if (element !== null) this.declare(element, init, undefined);
        return;
      case "AssignmentPattern":
        this.declare(pattern.left, init, undefined);
        return;
      case "RestElement":
        this.declare(pattern.argument, init, undefined);
        return;
      default:
        return;
    }
  }
}

const DECLARED: ReadonlySet<BindingKind> = new Set([BindingKind.Const, BindingKind.Let, BindingKind.Var]);

const HARMLESS_TAIL: ReadonlySet<AnyNode["type"]> = new Set(["EmptyStatement", "FunctionDeclaration"]);

/** The expression inside an optional chain's wrapper. */
export function unwrap(node: AnyNode): AnyNode {
  let inner = node;
  while (inner.type === "ChainExpression" || inner.type === "ParenthesizedExpression") inner = inner.expression;
  return inner;
}

export function isFunction(node: AnyNode): node is FunctionNode {
  return (
    node.type === "FunctionDeclaration" || node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression"
  );
}

/** The text a constant key has as a property name. */
export function constantText(node: AnyNode): string | undefined {
  if (node.type === "Literal" && (typeof node.value === "string" || typeof node.value === "number")) {
    return String(node.value);
  }
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked ?? undefined;
  return undefined;
}

/** The name of a key that is not computed. */
export function keyText(key: AnyNode): string | undefined {
  return key.type === "Identifier" ? key.name : constantText(key);
}
