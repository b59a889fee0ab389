/**
 * The resolver: every name becomes a binding of a scope or a global, before one instruction is made.
 *
 * One walk in source order declares each scope's names when it is entered and resolves references at once; references.ts
 * says what a reference means and costs. Private names, private methods and computed keys of classes become bindings here.
 *
 * Before: parse.ts. After: lower/. Left spines and else-if chains are walked with loops, so their length is free.
 */
import { type AnyNode, childrenOf, type Pattern, type Program } from "../ast.js";
import { type CompileError, compileError } from "../errors.js";
import {
  boundNames,
  declareLexical,
  declareStatements,
  declareVars,
  hasExpression,
  heldDirectly,
  isInstanceMember,
  isPrimitive,
  isStaticMember,
  needsScope,
} from "./hoist.js";
import { type Of, References } from "./references.js";
import { type Binding, BindingKind, FunctionScope, type Resolution, Scope } from "./scope.js";

type FunctionLike = Of<"FunctionDeclaration"> | Of<"FunctionExpression"> | Of<"ArrowFunctionExpression">;
type ClassLike = Of<"ClassDeclaration"> | Of<"ClassExpression">;

/**
 * Resolves the names of a program.
 * @returns the resolution, and errors for calls of `eval` and `Function` that mean the built-in ones
 */
export function resolve(program: Program): { resolution: Resolution; errors: CompileError[] } {
  const resolver = new Resolver(program);
  resolver.run(program);
  return { resolution: resolver, errors: resolver.errors };
}

class Resolver extends References {
  readonly errors: CompileError[] = [];

  run(program: Program): void {
    declareVars(this.scope, program.body);
    declareStatements(this.scope, program.body);
    for (const statement of program.body) this.visit(statement);
    this.decide();
  }

  private block(node: AnyNode, statements: readonly AnyNode[]): void {
    if (!needsScope(statements)) {
      this.all(statements);
      return;
    }
    const scope = this.open("block", node);
    declareStatements(scope, statements);
    this.within(scope, () => this.all(statements));
  }

  private all(nodes: readonly (AnyNode | null | undefined)[]): void {
    for (const node of nodes) if (node != null) this.visit(node);
  }

  // ---- nodes ----

  private visit(root: AnyNode): void {
    switch (root.type) {
      case "Identifier":
        this.reference(root);
        return;
      case "BinaryExpression":
      case "LogicalExpression":
      case "MemberExpression":
      case "CallExpression":
      case "TaggedTemplateExpression":
      case "ChainExpression":
        this.spine(root);
        return;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        this.functionLike(root as FunctionLike);
        return;
      case "ClassDeclaration":
      case "ClassExpression":
        this.classLike(root as ClassLike);
        return;
      case "PrivateIdentifier":
        this.reference(root, `#${root.name}`);
        return;
      case "BlockStatement":
        this.block(root, root.body);
        return;
      case "ForStatement":
        this.forStatement(root);
        return;
      case "ForInStatement":
      case "ForOfStatement":
        this.forEach(root);
        return;
      case "SwitchStatement":
        this.switchStatement(root);
        return;
      case "CatchClause":
        this.catchClause(root);
        return;
      case "IfStatement":
        this.ifChain(root);
        return;
      case "LabeledStatement":
        this.visit(root.body);
        return;
      case "BreakStatement":
      case "ContinueStatement":
        return;
      case "VariableDeclaration":
        for (const declarator of root.declarations) this.declarator(root.kind, declarator);
        return;
      case "AssignmentExpression":
        this.assignment(root);
        return;
      case "UpdateExpression":
        if (root.argument.type === "Identifier") this.write(root.argument, true);
        else this.visit(root.argument);
        return;
      case "Property":
        if (root.computed) this.visit(root.key);
        this.visit(root.value);
        return;
      case "NewExpression":
        this.refuse(root.callee, root);
        this.visit(root.callee);
        this.all(root.arguments);
        return;
      case "ThisExpression":
        this.pseudo("this", root);
        return;
      case "MetaProperty":
        this.pseudo("new.target", root);
        return;
      case "Super":
        this.pseudo("home", root);
        this.pseudo("this", root);
        return;
      case "TemplateLiteral":
        this.all(root.expressions);
        return;
      default:
        this.all(childrenOf(root));
    }
  }

  /** Chains that lean to the left: visited from the innermost operand outwards without recursion along them. */
  private spine(root: AnyNode): void {
    const links: AnyNode[] = [];
    let node = root;
    for (;;) {
      links.push(node);
      if (node.type === "BinaryExpression" || node.type === "LogicalExpression") node = node.left;
      else if (node.type === "MemberExpression") node = node.object;
      else if (node.type === "CallExpression") node = node.callee;
      else if (node.type === "TaggedTemplateExpression") node = node.tag;
      else if (node.type === "ChainExpression") node = node.expression;
      else break;
    }
    const first = links.pop() as AnyNode;
    const user = links[links.length - 1];
    if (first.type === "Super" && user.type === "CallExpression") {
      for (const name of ["callee", "new.target", "this"] as const) this.pseudo(name, first);
    } else {
      if (user.type === "CallExpression") this.refuse(first, user);
      this.visit(first);
    }
    for (let i = links.length - 1; i >= 0; i--) {
      const link = links[i];
      if (link.type === "BinaryExpression" || link.type === "LogicalExpression") this.visit(link.right);
      else if (link.type === "MemberExpression") {
        if (link.computed || link.property.type === "PrivateIdentifier") this.visit(link.property);
      } else if (link.type === "CallExpression") this.all(link.arguments);
      else if (link.type === "TaggedTemplateExpression") this.visit(link.quasi);
    }
  }

  /** `eval(...)`, `Function(...)` and `new Function(...)` of the built-ins are not in the language. */
  private refuse(callee: AnyNode, call: AnyNode): void {
    if (callee.type !== "Identifier" || (callee.name !== "eval" && callee.name !== "Function")) return;
    if (this.lookup(callee.name) !== null) return;
    const written = call.type === "NewExpression" ? `new ${callee.name}(...)` : `${callee.name}(...)`;
    const hint = "Write the code directly, as a function of the program; use JSON.parse to read data.";
    this.errors.push(
      compileError(
        "unbound-host-name",
        `${written} is not available: code cannot be made from text.`,
        { start: call.start, end: call.end },
        { hint },
      ),
    );
  }

  private ifChain(root: Of<"IfStatement">): void {
    let node: AnyNode | null | undefined = root;
    while (node?.type === "IfStatement") {
      this.visit(node.test);
      this.visit(node.consequent);
      node = node.alternate;
    }
    if (node != null) this.visit(node);
  }

  private declarator(kind: Of<"VariableDeclaration">["kind"], node: Of<"VariableDeclarator">): void {
    const { id, init } = node;
    if (id.type === "Identifier") {
      const binding = this.lookup(id.name);
      if (binding !== null) {
        this.references.set(id, binding);
        if (kind === "var" && init != null && !isPrimitive(init)) binding.primitive = false;
      }
      if (init != null) {
        const before = this.direct;
        const held = kind === "var" ? null : heldDirectly(init);
        this.direct = held === null || binding === null ? null : { held, binding };
        this.visit(init);
        this.direct = before;
      }
      return;
    }
    for (const name of boundNames(id)) {
      const binding = this.lookup(name.name);
      if (binding !== null) binding.primitive = false;
    }
    if (init != null) this.visit(init);
    this.pattern(id, true);
  }

  /** The initialiser being visited of a single name, for closures that cannot run before the name is initialised. */
  private direct: { held: ReadonlySet<AnyNode>; binding: Binding } | null = null;

  /** The binding whose initialiser is `node`, or a literal that holds `node`. */
  private directBinding(node: AnyNode): Binding | null {
    const { direct } = this;
    if (direct === null || direct.binding.fn !== this.fn) return null;
    return direct.held.has(node) ? direct.binding : null;
  }

  private assignment(node: Of<"AssignmentExpression">): void {
    const { left, right, operator } = node;
    if (left.type === "Identifier") this.write(left, isPrimitive(node));
    else if (operator === "=") this.pattern(left, false);
    else this.visit(left);
    this.visit(right);
  }

  /** A pattern whose names are written (assignment) or initialised (declaration). */
  private pattern(node: Pattern, declares: boolean): void {
    switch (node.type) {
      case "Identifier":
        if (declares) {
          const binding = this.lookup(node.name);
          if (binding !== null) this.references.set(node, binding);
        } else this.write(node, false);
        return;
      case "MemberExpression":
        this.visit(node);
        return;
      case "ObjectPattern":
        for (const property of node.properties) {
          if (property.type === "RestElement") this.pattern(property.argument, declares);
          else {
            if (property.computed) this.visit(property.key);
            this.pattern(property.value, declares);
          }
        }
        return;
      case "ArrayPattern":
        for (const element of node.elements) if (element !== null) this.pattern(element, declares);
        return;
      case "AssignmentPattern":
        this.pattern(node.left, declares);
        this.visit(node.right);
        return;
      case "RestElement":
        this.pattern(node.argument, declares);
        return;
    }
  }

  private forStatement(node: Of<"ForStatement">): void {
    const { init } = node;
    const parts = [init, node.test, node.update, node.body];
    if (init?.type !== "VariableDeclaration" || init.kind === "var") {
      this.all(parts);
      return;
    }
    const scope = this.open("loop", node);
    declareLexical(scope, init);
    this.within(scope, () => {
      this.visit(init);
      for (const binding of scope.bindings.values()) binding.capturedInHead = binding.captured;
      this.all(parts.slice(1));
    });
  }

  private forEach(node: Of<"ForInStatement"> | Of<"ForOfStatement">): void {
    const { left, right, body } = node;
    if (left.type !== "VariableDeclaration") {
      this.visit(right);
      this.pattern(left, false);
      this.visit(body);
      return;
    }
    if (left.kind === "var") {
      for (const name of boundNames(left.declarations[0].id)) {
        const binding = this.lookup(name.name);
        if (binding !== null) binding.primitive = false;
      }
      this.visit(right);
      this.pattern(left.declarations[0].id, true);
      this.visit(body);
      return;
    }
    const scope = this.open("loop", node);
    declareLexical(scope, left, right.end);
    for (const binding of scope.bindings.values()) binding.primitive = node.type === "ForInStatement";
    this.within(scope, () => {
      this.visit(right);
      this.pattern(left.declarations[0].id, true);
      this.visit(body);
    });
  }

  private switchStatement(node: Of<"SwitchStatement">): void {
    this.visit(node.discriminant);
    const scope = this.open("switch", node);
    for (const clause of node.cases) declareStatements(scope, clause.consequent);
    this.within(scope, () => {
      for (const clause of node.cases) {
        if (clause.test != null) this.visit(clause.test);
        this.all(clause.consequent);
      }
    });
  }

  private catchClause(node: Of<"CatchClause">): void {
    const { param } = node;
    if (param == null) {
      this.visit(node.body);
      return;
    }
    const scope = this.open("catch", node);
    for (const name of boundNames(param)) scope.declare(name.name, BindingKind.Catch, param.end);
    this.within(scope, () => {
      this.pattern(param, true);
      this.visit(node.body);
    });
  }

  // ---- functions and classes ----

  private functionLike(node: FunctionLike, role?: FunctionScope["role"], elementOf: AnyNode | null = null): void {
    const declaration = node.type === "FunctionDeclaration" && node.id != null ? this.lookup(node.id.name) : null;
    const created = declaration === null ? node.start : declaration.scope.start;
    const kind = role ?? (node.type === "ArrowFunctionExpression" ? "arrow" : "function");
    // A name that is also a parameter or a var has uses that are not recorded, so nothing is proved from them.
    const proof = declaration?.kind === BindingKind.Function ? declaration : null;
    const fn = new FunctionScope(kind, node, this.fn, created, proof);
    fn.elementOf = elementOf;
    fn.initialises = this.directBinding(elementOf ?? node);
    this.functions.set(node, fn);
    if (declaration !== null && node.type === "FunctionDeclaration")
      this.references.set(node.id as AnyNode, declaration);
    this.enter(fn, () => {
      if (node.type === "FunctionExpression" && node.id != null) {
        const names = this.open("name", node);
        this.scope = names;
        names.declare(node.id.name, BindingKind.FunctionName, -1);
      }
      const hasExpressions = node.params.some(hasExpression);
      const bodyStart = node.body.start;
      fn.parameters = new Scope("parameters", this.scope, fn, bodyStart);
      for (const param of node.params) {
        for (const name of boundNames(param))
          fn.parameters.declare(name.name, BindingKind.Parameter, hasExpressions ? param.end : -1);
      }
      this.scope = fn.parameters;
      for (const param of node.params) this.pattern(param, true);
      fn.body = fn.parameters;
      if (hasExpressions) {
        fn.body = new Scope("function", fn.parameters, fn, bodyStart);
        this.scope = fn.body;
      }
      if (node.body.type === "BlockStatement") this.body(fn.body, node.body.body);
      else this.visit(node.body);
    });
  }

  private body(scope: Scope, statements: readonly AnyNode[]): void {
    declareVars(scope, statements);
    declareStatements(scope, statements);
    this.all(statements);
  }

  private enter(fn: FunctionScope, body: () => void): void {
    const { fn: outerFn, scope: outerScope, direct } = this;
    this.fn = fn;
    this.direct = null;
    body();
    this.fn = outerFn;
    this.scope = outerScope;
    this.direct = direct;
  }

  private classLike(node: ClassLike): void {
    if (node.type === "ClassDeclaration" && node.id !== null) {
      const outer = this.lookup(node.id.name);
      if (outer !== null) this.references.set(node.id, outer);
    }
    const scope = this.open("class", node);
    const name = node.id == null ? null : scope.declare(node.id.name, BindingKind.ClassName, node.end);
    const elements = node.body.body;
    for (const element of elements) {
      if (element.type !== "StaticBlock" && element.key.type === "PrivateIdentifier") {
        scope.declare(`#${element.key.name}`, BindingKind.Synthetic, -1).referenced = true;
      }
    }
    const instance = elements.some(isInstanceMember) ? this.synthetic("initializer", node) : null;
    const statics = elements.some(isStaticMember) ? this.synthetic("staticInitializer", node) : null;
    const keys = new Map<AnyNode, Binding>();
    const methods = new Map<AnyNode, Binding>();
    this.classes.set(node, { scope, instance, statics, name, keys, methods });
    // A closure that only the class holds cannot run before the class's declaration is initialised, unless statics run inside it.
    const directOf = statics === null ? this.directBinding(node) : null;
    if (instance !== null) {
      instance.parameters = new Scope("parameters", scope, instance, node.start);
      instance.body = instance.parameters;
      instance.initialises = directOf;
    }
    if (statics !== null) {
      statics.parameters = new Scope("parameters", scope, statics, node.start);
      statics.body = statics.parameters;
    }
    this.within(scope, () => {
      if (node.superClass != null) this.visit(node.superClass);
      for (const element of elements) {
        if (element.type === "StaticBlock") {
          this.inInitializer(statics as FunctionScope, () => {
            const block = this.open("function", element);
            this.within(block, () => this.body(block, element.body));
          });
          continue;
        }
        if (element.computed) this.visit(element.key);
        if (element.type === "MethodDefinition") {
          const isConstructor = element.kind === "constructor";
          const role = !isConstructor ? "method" : node.superClass != null ? "derivedConstructor" : "constructor";
          const fn = element.value;
          this.functionLike(fn, role, node);
          const made = this.functions.get(fn) as FunctionScope;
          made.initialises = directOf;
          made.initialisesInstance = isConstructor && instance !== null;
          if (element.key.type === "PrivateIdentifier" && !element.static) {
            const kept = scope.declare(`#${element.key.name} ${element.kind}`, BindingKind.Synthetic, -1);
            methods.set(element, kept);
            this.inInitializer(instance as FunctionScope, () => {
              this.use(element, kept);
              this.visit(element.key);
            });
          } else if (element.key.type === "PrivateIdentifier") this.visit(element.key);
          continue;
        }
        const initializer = (element.static ? statics : instance) as FunctionScope;
        if (element.computed) {
          const kept = scope.declare(`key at ${element.start}`, BindingKind.Synthetic, -1);
          keys.set(element, kept);
          this.inInitializer(initializer, () => this.use(element, kept));
        }
        this.inInitializer(initializer, () => {
          if (element.key.type === "PrivateIdentifier") this.visit(element.key);
          if (element.value != null) this.visit(element.value);
        });
      }
    });
  }

  private synthetic(role: "initializer" | "staticInitializer", node: ClassLike): FunctionScope {
    const fn = new FunctionScope(role, node, this.fn, node.start, null);
    fn.elementOf = node;
    return fn;
  }

  private inInitializer(fn: FunctionScope, body: () => void): void {
    this.enter(fn, () => {
      this.scope = fn.parameters;
      body();
    });
  }
}
