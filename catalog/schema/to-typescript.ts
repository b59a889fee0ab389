/**
 * JSON Schema -> TypeScript type text.
 *
 * Owns the translation of keywords into types, in one line (inline) or several (pretty, with JSDoc).
 * Kept for every document: it never fails, its output is bounded by a character allowance, it
 * depends on nothing but its arguments, and what TypeScript cannot say becomes `unknown`.
 *
 * A referenced schema that contains itself, or that is used twice and is not small, becomes a local
 * named type. Which those are is found by printing: a pass that discovers a new name is repeated.
 * Each reference is expanded once a pass, so a pass is linear in what it prints, and a pass that
 * exceeds the allowance ends at once (`undefined`): signature.ts then asks for less detail.
 * Before: jsonSchemaOf (standard.ts). After: signature.ts.
 */

import { quoted } from "../tool-path.js";
import { docComment } from "./doc-comment.js";
import {
  isNullable,
  type JsonSchema,
  keyword,
  listKeyword,
  References,
  type Resolved,
  requiredNames,
  type SchemaObject,
  schemaEntries,
  schemaObject,
} from "./json-schema.js";
import { COMBINATORS, hasShape, isConditionOnly, kindsOf, mergeObjects } from "./schema-kinds.js";
import {
  bracketed,
  intersection,
  literalType,
  OBJECT,
  type Printed,
  parenthesized,
  propertyName,
  type Side,
  TypeNames,
  UNKNOWN,
  union,
  widened,
} from "./type-syntax.js";

/** How much of a schema is printed. */
export interface Detail {
  /** One line without comments, or several with JSDoc. */
  readonly layout: "inline" | "pretty";
  /** Levels of objects that show their members; a deeper object is `object`. */
  readonly depth: number;
  /** Longest description in a comment, in UTF-16 units; 0 leaves comments out. */
  readonly docLength: number;
  /** Most members of one object; the others are counted. */
  readonly members: number;
  /** Most members of one union or enumeration; the others are counted. */
  readonly alternatives: number;
}

/** A printed type and the local types its text refers to, in order of first use. */
export interface PrintedType {
  readonly text: string;
  readonly named: readonly { readonly name: string; readonly text: string }[];
  /** For an object: no member is required. */
  readonly isOptional: boolean;
  /** For an object: there is no member at all, nor may there be. */
  readonly isEmpty: boolean;
}

/** Nesting of any kind beyond which a schema is `unknown`: the host's stack is not the document's to use. */
const MAX_NESTING = 48;
/** A shared schema this short is repeated rather than named. */
const SMALL = 40;
/** Passes that look for names; each adds at least one, real documents need three. */
const MAX_PASSES = 8;
/** Charged for the brackets and separators around a part. */
const PUNCTUATION = 4;

/** The allowance of a pass is used up. */
class Overflow extends Error {}

/**
 * Prints the document of `references` as a type of at most `allowance` UTF-16 units, local types included;
 * undefined when it takes more. Local types take their names from `names`. Never fails.
 */
export function typeText(
  references: References,
  side: Side,
  detail: Detail,
  allowance: number,
  names: TypeNames = new TypeNames(),
): PrintedType | undefined {
  const printer = new Printer(references, side, detail, names);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    try {
      const printed = printer.print(references.document, allowance);
      if (printed !== undefined) return printed;
    } catch (error) {
      if (error instanceof Overflow) return undefined;
      throw error;
    }
  }
  return undefined;
}

class Printer {
  /** Local types by target, in order of discovery; kept from pass to pass. */
  readonly #named = new Map<string, { readonly name: string; readonly schema: JsonSchema }>();
  /** Targets being printed now. */
  #open = new Set<string>();
  /** Length of the text of each target printed in this pass. */
  #lengths = new Map<string, number>();
  #left = 0;
  #nesting = 0;

  constructor(
    readonly references: References,
    readonly side: Side,
    readonly detail: Detail,
    readonly names: TypeNames,
  ) {}

  /** One pass; undefined when it found a target that must be named. */
  print(schema: JsonSchema, allowance: number): PrintedType | undefined {
    this.#open = new Set();
    this.#lengths = new Map();
    this.#left = allowance;
    const known = this.#named.size;
    // A document that refers to itself is its own named type.
    const self = this.#named.get("#");
    const root = self === undefined ? this.#schema(schema, 1, "") : this.#emit(self.name);
    const named: { name: string; text: string }[] = [];
    // Printing a body may name further targets; a Map visits what is added meanwhile.
    for (const [pointer, { name, schema: target }] of this.#named) {
      this.#open = new Set([pointer]);
      this.#spend(name.length + 10);
      named.push({ name, text: this.#schema(target, Math.min(2, this.detail.depth), "").text });
    }
    if (this.#named.size > known) return undefined;
    return { text: root.text, named, ...this.#rootShape(schema) };
  }

  #rootShape(schema: JsonSchema): { isOptional: boolean; isEmpty: boolean } {
    const object = schemaObject(this.references.follow(schema));
    if (object === undefined) return { isOptional: true, isEmpty: false };
    const isPlain = COMBINATORS.every((name) => listKeyword(object, name).length === 0);
    const isObject = isPlain && kindsOf(object).every((kind) => kind === "object");
    const extra = keyword(object, "additionalProperties");
    const takesMore =
      schemaObject(extra) !== undefined || schemaObject(keyword(object, "patternProperties")) !== undefined;
    const count = this.#members(object).length;
    return {
      isOptional: isObject && requiredNames(object).size === 0,
      isEmpty: isObject && count === 0 && !takesMore && extra !== true && requiredNames(object).size === 0,
    };
  }

  #spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new Overflow();
  }

  #emit(text: string, binding: Printed["binding"] = "primary"): Printed {
    this.#spend(text.length);
    return { text, binding };
  }

  /** `level` counts enclosing objects from 1; `indent` is that of the line the type starts on. */
  #schema(schema: JsonSchema, level: number, indent: string): Printed {
    if (schema === true) return UNKNOWN;
    if (schema === false) return { text: "never", binding: "primary" };
    if (this.#nesting >= MAX_NESTING) return UNKNOWN;
    // Each visit is charged, also one that prints nothing: references can double the visits at each level.
    this.#spend(1);
    this.#nesting++;
    try {
      const object = schemaObject(schema);
      if (object === undefined) return UNKNOWN;
      const printed = this.#withReference(object, level, indent);
      return isNullable(object) ? union([printed, { text: "null", binding: "primary" }]) : printed;
    } finally {
      this.#nesting--;
    }
  }

  #withReference(object: SchemaObject, level: number, indent: string): Printed {
    const reference = References.of(object);
    if (reference === undefined) return this.#shape(object, level, indent);
    const target = this.references.resolve(reference);
    const referred = target === undefined ? UNKNOWN : this.#target(target, level, indent);
    // Keywords beside a reference narrow it; descriptions and definitions do not.
    if (!hasShape(object)) return referred;
    return intersection([referred, this.#shape(object, level, indent)]);
  }

  #target(target: Resolved, level: number, indent: string): Printed {
    const named = this.#named.get(target.pointer);
    if (named !== undefined) return this.#emit(named.name);
    const seen = this.#lengths.get(target.pointer);
    if (this.#open.has(target.pointer) || (seen !== undefined && seen > SMALL)) {
      if (this.references.follow(target.schema) === undefined) return UNKNOWN;
      const name = this.names.claim(target.pointer, this.side);
      this.#named.set(target.pointer, { name, schema: target.schema });
      return this.#emit(name);
    }
    this.#open.add(target.pointer);
    const printed = this.#schema(target.schema, level, indent);
    this.#open.delete(target.pointer);
    this.#lengths.set(target.pointer, printed.text.length);
    return printed;
  }

  /** Everything of a schema but its reference. */
  #shape(object: SchemaObject, level: number, indent: string): Printed {
    const constant = Object.hasOwn(object, "const") ? [keyword(object, "const")] : undefined;
    const allowed = keyword(object, "enum");
    // An empty enumeration comes from lists filled at run time and then forgotten; it says nothing.
    const values = constant ?? (Array.isArray(allowed) && allowed.length > 0 ? allowed : undefined);
    if (values !== undefined) return this.#literals(values);

    const parts: Printed[] = [];
    const merged = this.#mergedAllOf(object);
    const own = this.#byKind(merged?.object ?? object, level, indent);
    if (own !== undefined) parts.push(own);
    for (const part of merged?.others ?? []) {
      const printed = this.#schema(part, level, indent);
      if (printed.text !== "unknown" && !parts.some((other) => other.text === printed.text)) parts.push(printed);
    }
    for (const name of ["anyOf", "oneOf"] as const) {
      const forms = listKeyword(object, name);
      if (forms.length === 0) continue;
      // `anyOf: [{ required: ["a"] }, …]` only says which members go together.
      if (own !== undefined && forms.every(isConditionOnly)) continue;
      const printed = this.#alternatives(forms, level, indent);
      // `type: "object"` beside a union of objects repeats what each form says.
      if (own !== undefined && BROAD.has(own.text) && printed !== UNKNOWN && parts[0] === own) parts.shift();
      parts.push(printed);
    }
    return parts.length === 0 ? UNKNOWN : intersection(parts);
  }

  /**
   * `allOf` of plain objects is one object with the members of all. What is not plain (unions,
   * recursion, other types) stays apart and is intersected.
   */
  #mergedAllOf(object: SchemaObject): { object: SchemaObject; others: readonly JsonSchema[] } | undefined {
    const all = listKeyword(object, "allOf");
    if (all.length === 0) return undefined;
    const objects: SchemaObject[] = [object];
    const others: JsonSchema[] = [];
    for (const part of all.slice(0, MAX_MERGED)) {
      const plain = this.#plainObject(part as JsonSchema);
      if (plain === undefined) others.push(part as JsonSchema);
      else objects.push(plain);
    }
    if (objects.length === 1 && kindsOf(object).length === 0) return { object: {}, others };
    if (objects.length === 1) return { object, others };
    return { object: mergeObjects(objects), others };
  }

  #plainObject(schema: JsonSchema): SchemaObject | undefined {
    const object = schemaObject(schema);
    if (object === undefined) return undefined;
    const reference = References.of(object);
    const target = reference === undefined ? undefined : this.references.resolve(reference);
    if (target !== undefined && (this.#open.has(target.pointer) || this.#named.has(target.pointer))) return undefined;
    const end = schemaObject(this.references.follow(schema));
    if (end === undefined || isNullable(end) || COMBINATORS.some((name) => listKeyword(end, name).length > 0))
      return undefined;
    const kinds = kindsOf(end);
    if (kinds.length === 0) return requiredNames(end).size > 0 ? end : undefined;
    return kinds.length === 1 && kinds[0] === "object" ? end : undefined;
  }

  /** The union of the types a schema names or implies; undefined when it implies none. */
  #byKind(object: SchemaObject, level: number, indent: string): Printed | undefined {
    const kinds = kindsOf(object);
    if (kinds.length === 0) return undefined;
    return union(kinds.map((kind) => this.#kind(kind, object, level, indent)));
  }

  #kind(kind: string, object: SchemaObject, level: number, indent: string): Printed {
    switch (kind) {
      case "string":
      case "number":
      case "boolean":
      case "null":
        return this.#emit(kind);
      case "integer":
        return this.#emit("number");
      case "array":
        return this.#array(object, level, indent);
      case "object":
        return this.#object(object, level, indent);
      default:
        return UNKNOWN;
    }
  }

  #array(object: SchemaObject, level: number, indent: string): Printed {
    const items = keyword(object, "items");
    const tuple = Array.isArray(items) ? items : listKeyword(object, "prefixItems");
    if (tuple.length > 0)
      return this.#tuple(
        object,
        tuple,
        Array.isArray(items) ? keyword(object, "additionalItems") : items,
        level,
        indent,
      );
    const item = items === undefined ? UNKNOWN : this.#schema(items as JsonSchema, level, indent);
    return this.#around(bracketed(item));
  }

  /** A fixed start, each item optional past `minItems`, and the rest only where the schema describes it. */
  #tuple(object: SchemaObject, tuple: readonly unknown[], rest: unknown, level: number, indent: string): Printed {
    const least = keyword(object, "minItems");
    const required = typeof least === "number" ? least : tuple.length;
    const shown = tuple.slice(0, this.detail.alternatives).map((item, index) => {
      const printed = this.#schema(item as JsonSchema, level, indent);
      return index < required ? printed.text : `${parenthesized(printed)}?`;
    });
    const more = tuple.length - shown.length;
    if (more > 0) shown.push(`...unknown[] /* ${more} more */`);
    else if (schemaObject(rest) !== undefined)
      shown.push(`...${bracketed(this.#schema(rest as JsonSchema, level, indent))}`);
    return this.#around(`[${shown.join(", ")}]`);
  }

  #object(object: SchemaObject, level: number, indent: string): Printed {
    const members = this.#members(object);
    if (members.length > 0 && level > this.detail.depth) return OBJECT;
    const index = this.#indexType(object, level, indent);
    if (members.length === 0) {
      if (index === undefined)
        return this.#emit(keyword(object, "additionalProperties") === false ? "{}" : "Record<string, unknown>");
      return this.#around(this.#keyed(object, index));
    }
    const required = requiredNames(object);
    const shown = members.slice(0, this.detail.members);
    const isPretty = this.detail.layout === "pretty";
    const inner = isPretty ? `${indent}  ` : "";
    const lines: string[] = [];
    for (const [name, schema] of shown) {
      const key = `${propertyName(name)}${required.has(name) ? "" : "?"}: `;
      const doc = this.#doc(schema, inner);
      this.#spend(key.length + doc.length + inner.length + 2);
      lines.push(`${doc}${inner}${key}${this.#schema(schema, level + 1, inner).text}`);
    }
    if (index !== undefined) lines.push(`${inner}[key: string]: ${index.text}`);
    const more = members.length - shown.length;
    const omitted = more > 0 ? `/* ${more} more */` : "";
    if (isPretty) {
      const tail = omitted === "" ? "" : `${inner}${omitted}\n`;
      return this.#around(`{\n${lines.map((line) => `${line};\n`).join("")}${tail}${indent}}`);
    }
    return this.#around(`{ ${lines.join("; ")}${omitted === "" ? "" : `; ${omitted}`} }`);
  }

  /** Members in document order, those of the other side left out, and required ones that are only named. */
  #members(object: SchemaObject): readonly (readonly [string, JsonSchema])[] {
    const hidden = this.side === "input" ? "readOnly" : "writeOnly";
    const entries = schemaEntries(object).filter(([, schema]) => {
      const member = schemaObject(schema);
      return member === undefined || keyword(member, hidden) !== true;
    });
    const known = new Set(schemaEntries(object).map(([name]) => name));
    const undescribed = [...requiredNames(object)].filter((name) => !known.has(name));
    if (undescribed.length === 0) return entries;
    const additional = keyword(object, "additionalProperties");
    const rest: JsonSchema = schemaObject(additional) ?? true;
    // A record whose keys are listed by propertyNames is printed as one.
    if (known.size === 0 && rest !== true && keyword(object, "propertyNames") !== undefined) return entries;
    return [...entries, ...undescribed.map((name) => [name, rest] as const)];
  }

  /** The type of members that are not named, where the schema gives one. */
  #indexType(object: SchemaObject, level: number, indent: string): Printed | undefined {
    const types: Printed[] = [];
    const inner = this.detail.layout === "pretty" ? `${indent}  ` : "";
    for (const [, schema] of schemaEntries(object, "patternProperties"))
      types.push(this.#schema(schema, level + 1, inner));
    const additional = keyword(object, "additionalProperties") ?? keyword(object, "unevaluatedProperties");
    if (additional === true) types.push(UNKNOWN);
    else if (schemaObject(additional) !== undefined)
      types.push(this.#schema(additional as JsonSchema, level + 1, inner));
    return types.length === 0 ? undefined : union(types);
  }

  /** An object with named keys only through `propertyNames`, else any. */
  #keyed(object: SchemaObject, value: Printed): string {
    const names = schemaObject(this.references.follow((keyword(object, "propertyNames") ?? true) as JsonSchema));
    const keys = names === undefined ? [] : listKeyword(names, "enum");
    if (keys.length === 0 || keys.length > this.detail.alternatives || !keys.every((key) => typeof key === "string")) {
      return `Record<string, ${value.text}>`;
    }
    const record = `Record<${keys.map((key) => quoted(String(key))).join(" | ")}, ${value.text}>`;
    return requiredNames(object).size > 0 ? record : `Partial<${record}>`;
  }

  /** Forms past the limit are told by their kind and counted. */
  #alternatives(forms: readonly unknown[], level: number, indent: string): Printed {
    const limit = this.detail.alternatives;
    const shown = forms.slice(0, limit).map((form) => this.#schema(form as JsonSchema, level, indent));
    this.#spend(shown.length * PUNCTUATION);
    if (forms.length <= limit) return union(shown);
    const rest = forms.slice(limit).map((form) => this.#broad(form as JsonSchema));
    const whole = union([...shown, ...rest]);
    // Where forms are only named by their kind, all of them are told.
    if (whole === UNKNOWN || whole.text === union(shown).text) return whole;
    return this.#emit(
      `${whole.text} /* ${forms.length - limit} more form${forms.length - limit === 1 ? "" : "s"} */`,
      whole.binding,
    );
  }

  /** The kind of a form, without its members. */
  #broad(schema: JsonSchema): Printed {
    const object = schemaObject(this.references.follow(schema));
    const kinds = object === undefined ? [] : kindsOf(object);
    const names = kinds.map((kind) => (kind === "integer" ? "number" : kind === "array" ? "unknown[]" : kind));
    return names.length === 0 ? OBJECT : union(names.map((text) => ({ text, binding: "primary" as const })));
  }

  #literals(values: readonly unknown[]): Printed {
    const shown = values.slice(0, this.detail.alternatives).map((value) => literalType(value));
    const more = values.length - shown.length;
    if (more > 0) {
      const wider = union(
        values.slice(shown.length).map((value) => ({ text: widened(value), binding: "primary" as const })),
      );
      shown.push({ text: `${wider.text} /* ${more} more */`, binding: wider.binding });
    }
    const printed = union(shown);
    return this.#emit(printed.text, printed.binding);
  }

  /** The comment above a member, with its own line break; empty in one-line layout. */
  #doc(schema: JsonSchema, indent: string): string {
    if (this.detail.layout === "inline" || this.detail.docLength === 0) return "";
    return docComment(schema, this.references, this.detail.docLength, indent);
  }

  /** A type around parts that were charged when they were printed: only its own punctuation is charged. */
  #around(text: string): Printed {
    this.#spend(PUNCTUATION);
    return { text, binding: "primary" };
  }
}

/** Parts of an `allOf` that are merged; further ones are left out of the type. */
const MAX_MERGED = 64;
/** Types that say no more than the kind of a value. */
const BROAD: ReadonlySet<string> = new Set([
  "Record<string, unknown>",
  "object",
  "string",
  "number",
  "boolean",
  "unknown[]",
]);
