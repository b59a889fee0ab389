/**
 * TypeScript text -> JavaScript text of the same length: everything that is only a type becomes spaces, so offsets stay
 * exact and Acorn reads the rest. Works from Babel's tree, in a loop.
 *
 * Line ends inside an erased range become spaces too, which keeps `return <T⏎>x` and arrow heads on one line. Where erasing
 * would join two statements or class members, one erased character becomes `;`:
 *
 *     type Row = { id: number }      ;
 *     [1, 2].forEach(log)            [1, 2].forEach(log)
 *
 * What has code of its own (enums, namespaces, parameter properties) or cannot be said by erasing is left in place and
 * counted in `transforms`: Babel then transforms the text that is left, and position-map.ts maps its output back.
 *
 * Before: Babel's parser. After: Acorn, or typescript.ts's transform.
 */
import { type CompileError, type Repair, repair, type Span } from "./errors.js";
import { skipTrivia } from "./source-scan.js";
import { refusal } from "./subset.js";

/** A node of Babel's tree, as far as it is read here. */
export interface BabelNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export type VisitorKeys = Readonly<Record<string, readonly string[]>>;

export interface Erased {
  /** As long as the text given. */
  readonly text: string;
  /** How many constructs and enum members are left for the transform; 0 when erasing was enough. */
  readonly transforms: number;
  readonly repairs: readonly Repair[];
  /** UnsupportedSyntax that has no counterpart in JavaScript: `import x = require(…)`, `export = x`. */
  readonly errors: readonly CompileError[];
}

/** Erases the types of a program. `root` is Babel's Program for exactly this text. Never fails. */
export function eraseTypes(text: string, root: BabelNode, keys: VisitorKeys): Erased {
  return new TypeEraser(text, keys).run(root);
}

/** Words that TypeScript puts before a class member and JavaScript does not know. */
const MEMBER_MODIFIERS = new Set(["public", "private", "protected", "abstract", "override", "readonly", "declare"]);
const KEPT_MODIFIERS = new Set(["static", "async", "get", "set", "accessor"]);

const BINARY_PRECEDENCE = new Map<string, number>();
for (const [level, operators] of [
  "??",
  "||",
  "&&",
  "|",
  "^",
  "&",
  "== != === !==",
  "< > <= >= in instanceof",
  "<< >> >>>",
  "+ -",
  "* / %",
  "**",
].entries()) {
  for (const operator of operators.split(" ")) BINARY_PRECEDENCE.set(operator, level);
}

class TypeEraser {
  private readonly ranges: { start: number; end: number; semicolon: boolean }[] = [];
  private readonly repairs: Repair[] = [];
  private readonly errors: CompileError[] = [];
  private readonly skipped = new Set<BabelNode>();
  /** Casts that the transform has to see. */
  private readonly kept = new Set<BabelNode>();
  private readonly imports: BabelNode[] = [];
  /** Names the program uses as values: what an import must not lose. */
  private readonly used = new Set<string>();
  /** Where an expression that began with `{` or `function` would be read as something else. */
  private readonly statementStarts = new Set<number>();
  private transforms = 0;

  constructor(
    private readonly text: string,
    private readonly keys: VisitorKeys,
  ) {}

  run(root: BabelNode): Erased {
    const stack: BabelNode[] = [root];
    while (stack.length > 0) {
      const node = stack.pop() as BabelNode;
      if (this.skipped.has(node) || !this.enter(node)) continue;
      // Pushed backwards, so that children are visited in the order of the source. No spread: lists may be long.
      const keys = this.keys[node.type] ?? [];
      for (let i = keys.length - 1; i >= 0; i--) {
        const field = node[keys[i]] as BabelNode | readonly (BabelNode | null)[] | null | undefined;
        if (field == null) continue;
        const children = (Array.isArray(field) ? field : [field]) as readonly (BabelNode | null)[];
        for (let k = children.length - 1; k >= 0; k--) {
          const child = children[k];
          if (child !== null) stack.push(child);
        }
      }
    }
    this.elideImports();
    return { text: this.applied(), transforms: this.transforms, repairs: this.repairs, errors: this.errors };
  }

  /** Erases what is a type in this node; answers whether to go on to its children. */
  private enter(node: BabelNode): boolean {
    switch (node.type) {
      case "TSTypeAnnotation":
      case "TSTypeParameterDeclaration":
      case "TSTypeParameterInstantiation":
        this.erase(node.start, node.end);
        return false;
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
      case "TSDeclareFunction":
      case "TSNamespaceExportDeclaration":
        this.eraseStatement(node);
        return false;
      case "TSDeclareMethod":
      case "TSIndexSignature":
        this.eraseStatement(node);
        return false;
      case "TSEnumDeclaration":
      case "TSModuleDeclaration":
        if (node.declare === true || node.global === true) this.eraseStatement(node);
        else this.transforms += 1 + ((node.members as readonly BabelNode[] | undefined)?.length ?? 0);
        return false;
      case "VariableDeclaration":
        return this.unlessDeclared(node);
      case "ClassDeclaration":
        return this.unlessDeclared(node) && this.enterClass(node);
      case "ClassExpression":
        return this.enterClass(node);
      case "ClassMethod":
      case "ClassPrivateMethod":
        this.eraseModifiers(node);
        this.eraseMark(node, "?");
        return this.enterFunction(node);
      case "ClassProperty":
      case "ClassPrivateProperty":
      case "ClassAccessorProperty":
        return this.enterProperty(node);
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ObjectMethod":
        return this.enterFunction(node);
      case "ArrowFunctionExpression":
        this.statementStarts.add((node.body as BabelNode).start);
        return this.enterFunction(node);
      case "TSParameterProperty":
        this.transforms++;
        return true;
      case "VariableDeclarator":
        if (node.definite === true) this.eraseBefore((node.id as BabelNode).typeAnnotation as BabelNode, "!");
        return true;
      case "Identifier":
        this.used.add(node.name as string);
        this.eraseOptional(node);
        return true;
      case "ObjectPattern":
      case "ArrayPattern":
        this.eraseOptional(node);
        return true;
      case "MemberExpression":
      case "OptionalMemberExpression":
        if (node.computed !== true) this.skipped.add(node.property as BabelNode);
        return true;
      case "ObjectProperty":
        if (node.computed !== true && node.shorthand !== true) this.skipped.add(node.key as BabelNode);
        return true;
      case "TSAsExpression":
      case "TSSatisfiesExpression":
        this.skipped.add(node.typeAnnotation as BabelNode);
        if (!this.kept.has(node)) {
          this.eraseFrom(this.afterParentheses((node.expression as BabelNode).end), node.end, "([`");
        }
        return true;
      case "TSInstantiationExpression": {
        const args = (node.typeParameters ?? node.typeArguments) as BabelNode;
        this.eraseFrom(args.start, args.end, "[");
        this.skipped.add(args);
        return true;
      }
      case "TSNonNullExpression":
        this.erase(node.end - 1, node.end);
        return true;
      case "TSTypeAssertion":
        this.eraseAssertion(node);
        return true;
      case "BinaryExpression":
      case "LogicalExpression":
        this.keepGroupingCast(node);
        return true;
      case "ExpressionStatement":
        this.statementStarts.add((node.expression as BabelNode).start);
        return true;
      case "ImportDeclaration":
        return this.enterImport(node);
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
      case "ExportDefaultDeclaration":
        return this.enterExport(node);
      case "TSImportEqualsDeclaration":
        return this.enterImportEquals(node);
      case "TSExportAssignment":
        this.errors.push(refusal("ExportNamedDeclaration", node));
        return false;
      default:
        return true;
    }
  }

  private unlessDeclared(node: BabelNode): boolean {
    if (node.declare !== true) return true;
    this.eraseStatement(node);
    return false;
  }

  private enterClass(node: BabelNode): boolean {
    if (node.abstract === true) {
      const word = this.text.indexOf("abstract", node.start);
      this.erase(word, word + "abstract".length);
    }
    const implemented = node.implements as readonly BabelNode[] | undefined;
    if (implemented != null && implemented.length > 0) {
      const word = this.text.lastIndexOf("implements", implemented[0].start - 1);
      this.erase(word, implemented[implemented.length - 1].end);
      for (const type of implemented) this.skipped.add(type);
    }
    return true;
  }

  private enterFunction(node: BabelNode): boolean {
    const params = node.params as readonly BabelNode[];
    const first = params[0];
    if (first?.type === "Identifier" && first.name === "this") {
      const comma = skipTrivia(this.text, first.end);
      const end = params.length > 1 ? params[1].start : this.text[comma] === "," ? comma + 1 : first.end;
      this.erase(first.start, end);
      this.skipped.add(first);
    }
    if (node.key !== undefined && node.computed !== true) this.skipped.add(node.key as BabelNode);
    return true;
  }

  private enterProperty(node: BabelNode): boolean {
    if (node.declare === true || node.abstract === true) {
      this.eraseStatement(node);
      return false;
    }
    this.eraseModifiers(node);
    this.eraseMark(node, node.definite === true ? "!" : "?");
    const annotation = node.typeAnnotation as BabelNode | null | undefined;
    if (annotation != null) {
      // Without it `get: string⏎ size() {}` would become a getter.
      this.ranges.push({ start: annotation.start, end: annotation.end, semicolon: node.value == null });
      this.skipped.add(annotation);
    }
    if (node.computed !== true) this.skipped.add(node.key as BabelNode);
    return true;
  }

  /** Erases TypeScript's words before a member; a leading one becomes `;` so that nothing joins the member before. */
  private eraseModifiers(node: BabelNode): void {
    const key = node.key as BabelNode;
    for (let pos = node.start; pos < key.start; ) {
      const word = /[a-z]+/y;
      word.lastIndex = pos;
      const match = word.exec(this.text)?.[0];
      if (match === undefined) return;
      const end = pos + match.length;
      if (MEMBER_MODIFIERS.has(match)) this.ranges.push({ start: pos, end, semicolon: pos === node.start });
      else if (!KEPT_MODIFIERS.has(match)) return;
      pos = skipTrivia(this.text, end);
    }
  }

  /** Erases the `?` or `!` after the name of a member. */
  private eraseMark(node: BabelNode, mark: string): void {
    if (node.optional !== true && node.definite !== true) return;
    let pos = skipTrivia(this.text, (node.key as BabelNode).end);
    while (node.computed === true && (this.text[pos] === ")" || this.text[pos] === "]"))
      pos = skipTrivia(this.text, pos + 1);
    if (this.text[pos] === mark) this.erase(pos, pos + 1);
  }

  private eraseOptional(node: BabelNode): void {
    if (node.optional !== true) return;
    const annotation = node.typeAnnotation as BabelNode | null | undefined;
    if (annotation != null) this.eraseBefore(annotation, "?");
    else this.erase(node.end - 1, node.end);
  }

  /** Erases a mark that stands before an annotation, with nothing but trivia between. */
  private eraseBefore(annotation: BabelNode | null | undefined, mark: string): void {
    if (annotation == null) return;
    const pos = this.text.lastIndexOf(mark, annotation.start - 1);
    this.erase(pos, pos + 1);
  }

  private eraseAssertion(node: BabelNode): void {
    const inner = node.expression as BabelNode;
    const type = node.typeAnnotation as BabelNode;
    const end = skipTrivia(this.text, type.end) + 1;
    this.skipped.add(type);
    if (this.statementStarts.has(node.start)) {
      const next = skipTrivia(this.text, end);
      if (/^(?:\{|function\b|class\b|async\b|let\b)/.test(this.text.slice(next, next + 9))) {
        this.transforms++;
        return;
      }
      this.statementStarts.add(inner.start);
    }
    this.erase(node.start, end);
  }

  /**
   * `a + b as T * c` groups as `(a + b) * c`; without the cast the grouping would be another one. Such casts stay for the
   * transform, which prints the parentheses.
   */
  private keepGroupingCast(node: BabelNode): void {
    const casts: BabelNode[] = [];
    let left = node.left as BabelNode;
    for (; isCast(left) && !isParenthesized(left); left = left.expression as BabelNode) casts.push(left);
    if (casts.length === 0 || !isBinary(left) || isParenthesized(left)) return;
    const regroups = node.operator === "**" || precedenceOf(left) < precedenceOf(node);
    if (!regroups) return;
    this.transforms++;
    for (const cast of casts) this.kept.add(cast);
  }

  private enterImport(node: BabelNode): boolean {
    const specifiers = node.specifiers as readonly BabelNode[];
    const typeOnly =
      node.importKind === "type" ||
      node.importKind === "typeof" ||
      (specifiers.length > 0 && specifiers.every((specifier) => specifier.importKind === "type"));
    if (typeOnly) this.eraseImport(node);
    else this.imports.push(node);
    return false;
  }

  private eraseImport(node: BabelNode): void {
    this.repairs.push(repair("type-import", spanOf(node)));
    this.eraseStatement(node);
  }

  /** An import whose names are used in types only is one of types; any other one is refused where it stands. */
  private elideImports(): void {
    for (const node of this.imports) {
      const specifiers = node.specifiers as readonly BabelNode[];
      const isUsed = ({ local, importKind }: BabelNode): boolean =>
        importKind !== "type" && this.used.has((local as BabelNode).name as string);
      // A transform knows the uses inside namespaces too, and elides by itself.
      if (specifiers.length > 0 && this.transforms === 0 && !specifiers.some(isUsed)) this.eraseImport(node);
      else if (specifiers.length === 0 || specifiers.some(isUsed)) this.errors.push(refusal("ImportDeclaration", node));
    }
  }

  private enterImportEquals(node: BabelNode): boolean {
    const reference = node.moduleReference as BabelNode;
    if (node.importKind === "type") this.eraseImport(node);
    else if (reference.type === "TSExternalModuleReference") this.errors.push(refusal("ImportDeclaration", node));
    else this.transforms++;
    return false;
  }

  private enterExport(node: BabelNode): boolean {
    const declaration = node.declaration as BabelNode | null | undefined;
    if (declaration != null) {
      if (isErasedDeclaration(declaration)) {
        this.eraseStatement(node);
        return false;
      }
      if (node.type === "ExportDefaultDeclaration") this.statementStarts.add(declaration.start);
      return true;
    }
    const specifiers = (node.specifiers ?? []) as readonly BabelNode[];
    const typeOnly = specifiers.length > 0 && specifiers.every((specifier) => specifier.exportKind === "type");
    if (node.exportKind === "type" || typeOnly) {
      this.repairs.push(repair("type-export", spanOf(node)));
      this.eraseStatement(node);
    } else if (node.type === "ExportNamedDeclaration" && node.source == null) {
      // A list of the program's own names: nothing is left of it, as in normalise.ts.
      this.repairs.push(repair("export-keyword", spanOf(node)));
      this.eraseStatement(node);
    } else {
      this.errors.push(refusal("ExportNamedDeclaration", node));
    }
    return false;
  }

  private erase(start: number, end: number): void {
    this.ranges.push({ start, end, semicolon: false });
  }

  /** Erases the end of an expression; a `;` keeps it apart from a next line that begins with one of `starters`. */
  private eraseFrom(start: number, end: number, starters: string): void {
    const next = skipTrivia(this.text, end);
    const newLine = /[\n\r\u2028\u2029]/.test(this.text.slice(end, next));
    const joins = newLine && next < this.text.length && starters.includes(this.text[next]);
    this.ranges.push({ start, end, semicolon: joins });
  }

  private eraseStatement(node: BabelNode): void {
    this.ranges.push({ start: node.start, end: node.end, semicolon: true });
  }

  /** Behind the parentheses that close around an expression ending at `pos`. */
  private afterParentheses(pos: number): number {
    let next = skipTrivia(this.text, pos);
    while (this.text[next] === ")") next = skipTrivia(this.text, next + 1);
    return next;
  }

  private applied(): string {
    const parts: string[] = [];
    let pos = 0;
    for (const { start, end, semicolon } of this.ranges.sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (end <= pos) continue;
      parts.push(this.text.slice(pos, Math.max(start, pos)), semicolon && start >= pos ? ";" : " ");
      const from = Math.max(start, pos);
      parts.push(" ".repeat(end - from - 1));
      pos = end;
    }
    parts.push(this.text.slice(pos));
    return parts.join("");
  }
}

function isErasedDeclaration(node: BabelNode): boolean {
  return (
    node.declare === true ||
    node.type === "TSInterfaceDeclaration" ||
    node.type === "TSTypeAliasDeclaration" ||
    node.type === "TSDeclareFunction"
  );
}

function isCast(node: BabelNode): boolean {
  return node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression";
}

function isBinary(node: BabelNode): boolean {
  return node.type === "BinaryExpression" || node.type === "LogicalExpression";
}

function isParenthesized(node: BabelNode): boolean {
  return (node.extra as { parenthesized?: boolean } | undefined)?.parenthesized === true;
}

function precedenceOf(node: BabelNode): number {
  return BINARY_PRECEDENCE.get(node.operator as string) ?? 0;
}

function spanOf({ start, end }: BabelNode): Span {
  return { start, end };
}
