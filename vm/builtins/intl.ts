/**
 * Intl, native part: the host's ICU behind guest records. A formatter's record keeps only what
 * fixes it (see `formatterKey`), the host's object stays in the bounded cache of locale.ts; results
 * cross as primitives and fresh plain objects. Locale lists, options and arguments are read by
 * vm/library/intl.js. https://tc39.es/ecma402/
 */
import { RecordData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import { Attr } from "../values/shape.js";
import type { Vm } from "../vm.js";
import { constant, type Family, type IntrinsicSpec } from "./define.js";
import { chargeNumber, formatterKey, formatterOf, formatting, hostOptions, listOf } from "./locale.js";
import { chargeText } from "./text.js";

type Options = Record<string, unknown>;

/** What is made for each kind of formatter, and asked for the locales that it supports. */
const MAKERS = {
  Collator: Intl.Collator,
  DateTimeFormat: Intl.DateTimeFormat,
  DisplayNames: Intl.DisplayNames,
  ListFormat: Intl.ListFormat,
  NumberFormat: Intl.NumberFormat,
  PluralRules: Intl.PluralRules,
  RelativeTimeFormat: Intl.RelativeTimeFormat,
  Segmenter: Intl.Segmenter,
} as const;
export type FormatterKind = keyof typeof MAKERS;
const KINDS = Object.keys(MAKERS) as FormatterKind[];

/** A host formatter: which members it has depends on its kind. */
type HostFormatter = Record<string, (...args: unknown[]) => unknown>;

const makerOf = (kind: FormatterKind) =>
  MAKERS[kind] as unknown as {
    new (locales: string[], options: Options): HostFormatter;
    supportedLocalesOf(locales: string[], options: Options): string[];
  };

/** Field 0 is the bound function of `format` or `compare` once asked for, field 1 the key. */
class FormatterData extends RecordData {
  constructor(
    readonly kind: FormatterKind,
    readonly key: string,
  ) {
    super(`Intl.${kind}`, [undefined, key]);
  }
}

function hostFormatter(vm: Vm, data: FormatterData): HostFormatter {
  const Maker = makerOf(data.kind);
  return formatterOf(vm, data.key, (locales, options) => new Maker(locales, options));
}

function newFormatter(vm: Vm, kind: FormatterKind, proto: GuestObject, tags: Value, pairs: Value): GuestObject {
  const options = listOf(pairs);
  const hasZone = options.some((name, i) => i % 2 === 0 && name === "timeZone");
  const complete = kind !== "DateTimeFormat" || hasZone ? options : [...options, "timeZone", vm.host.timeZone];
  const key = formatterKey(vm, kind, listOf(tags), complete);
  vm.allocate(64 + key.length);
  const data = new FormatterData(kind, key);
  // Complaints about options are raised here.
  hostFormatter(vm, data);
  return vm.newExotic(proto, Kind.Record, data);
}

/** A copy of what the host returned: texts, numbers, and lists and objects of them. */
function toGuest(vm: Vm, value: unknown): Value {
  if (typeof value === "string") {
    chargeText(vm, value.length);
    return value;
  }
  if (typeof value !== "object" || value === null) return value as Value;
  vm.charge(2);
  if (Array.isArray(value)) return vm.newArray(value.map((item) => toGuest(vm, item)));
  const object = vm.newPlainObject();
  for (const [name, item] of Object.entries(value)) {
    vm.allocate(8);
    object.shape = object.shape.add(name, Attr.Default);
    object.slots.push(toGuest(vm, item));
  }
  return object;
}

/** Items of the longest list that is formatted: the host's one call for it cannot be interrupted. */
const MAX_LIST = 65_536;

/** What a call of a formatter costs beyond its result. Throws RangeError for what is too long. */
function chargeArgument(vm: Vm, value: Value): void {
  if (typeof value === "number" || typeof value === "bigint") chargeNumber(vm, value);
  else if (typeof value === "string") vm.charge((value.length >> 2) + 50);
  else if (isObject(value)) {
    const list = listOf(value);
    if (list.length > MAX_LIST) vm.throwRange(`A list of more than ${MAX_LIST} items cannot be formatted by locale`);
    let length = 0;
    for (const text of list) length += (text as string).length;
    vm.charge((length >> 2) + 60 * list.length + 50);
    vm.allocate(length + 16 * list.length);
  } else vm.charge(50);
}

/** Calls a member of the host's formatter with primitives, or with a list of texts. */
function callFormatter(vm: Vm, self: Value, name: string, args: readonly Value[]): Value {
  const formatter = hostFormatter(vm, (self as GuestObject).data as FormatterData);
  for (const arg of args) chargeArgument(vm, arg);
  const values = args.map((arg) => (isObject(arg) ? [...listOf(arg)] : arg));
  return toGuest(
    vm,
    formatting(vm, () => formatter[name]!(...values)),
  );
}

/** Digits beyond which a numeral is formatted as the nearest number. */
const MAX_NUMERAL = 400;

/** True for a short decimal numeral without exponent, which the host formats digit by digit. */
function isDecimalNumeral(vm: Vm, text: string): boolean {
  if (text.length > MAX_NUMERAL) return false;
  vm.charge((text.length >> 3) + 1);
  let digits = 0;
  let points = 0;
  for (let i = text[0] === "-" || text[0] === "+" ? 1 : 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if (code === 46 && points === 0) points++;
    else return false;
  }
  return digits > 0;
}

// Segments keep the host's segments of their text: ICU finds the next boundary from the last one.

interface Segment {
  readonly segment: string;
  readonly index: number;
  readonly isWordLike?: boolean;
}

interface HostSegments {
  containing(index: number): Segment | undefined;
  [Symbol.iterator](): Iterator<Segment>;
}

/** Code units of the longest text that is cut: finding a boundary may take a look at all of it. */
const MAX_SEGMENTED = 2 ** 20;

const SEGMENTS = "Intl.Segments";
const SEGMENT_ITERATOR = "Segmenter String Iterator";

/** Field 0 is the text. */
class SegmentsData extends RecordData {
  constructor(
    text: string,
    readonly segments: HostSegments,
  ) {
    super(SEGMENTS, [text]);
  }

  /** The host's copy in UTF-16. */
  override get hostBytes(): number {
    return 2 * (this.fields[0] as string).length;
  }
}

class SegmentIteratorData extends RecordData {
  constructor(
    text: string,
    readonly cursor: Iterator<Segment>,
  ) {
    super(SEGMENT_ITERATOR, [text]);
  }

  override get hostBytes(): number {
    return 4 * (this.fields[0] as string).length;
  }
}

/** A segment data object. Its `input` is the program's own text: the host gives a copy each time. */
function segmentObject(vm: Vm, { segment, index, isWordLike }: Segment, input: Value): Value {
  const copy = toGuest(vm, { segment, index }) as GuestObject;
  const put = (name: string, value: Value) => {
    copy.shape = copy.shape.add(name, Attr.Default);
    copy.slots.push(value);
  };
  vm.allocate(16);
  put("input", input);
  if (isWordLike !== undefined) put("isWordLike", isWordLike);
  return copy;
}

const prototypeOf = (kind: FormatterKind): IntrinsicSpec => ({
  name: `${kind}Prototype`,
  rows: [constant("@@toStringTag", `Intl.${kind}`)],
});

export const intlFamily: Family = {
  intrinsics: [
    ...KINDS.map(prototypeOf),
    { name: "SegmentsPrototype", rows: [] },
    {
      name: "SegmentIteratorPrototype",
      proto: "IteratorPrototype",
      rows: [constant("@@toStringTag", SEGMENT_ITERATOR)],
    },
    {
      name: "Intl",
      rows: [
        ...KINDS.map((kind) => constant(kind, { intrinsic: kind })),
        constant("Locale", { intrinsic: "Locale" }),
        constant("@@toStringTag", "Intl"),
      ],
    },
  ],
  constructors: KINDS.map((name) => ({ name })),
  operations: [
    {
      /** A formatter; the lists are those of localeTags and optionList. */
      name: "newFormatter",
      call: (vm, kind, proto, tags, pairs) =>
        newFormatter(vm, kind as FormatterKind, proto as GuestObject, tags, pairs),
    },
    { name: "formatterCall", call: (vm, self, name, a) => callFormatter(vm, self, name as string, [a]) },
    { name: "formatterCallWith", call: (vm, self, name, a, b) => callFormatter(vm, self, name as string, [a, b]) },
    { name: "formatterOptions", call: (vm, self) => callFormatter(vm, self, "resolvedOptions", []) },
    { name: "isDecimalNumeral", call: (vm, text) => isDecimalNumeral(vm, text as string) },
    {
      name: "supportedLocales",
      call: (vm, kind, tags, pairs) => {
        const options = hostOptions(listOf(pairs));
        vm.charge(100 * (listOf(tags).length + 1));
        const locales = [...(listOf(tags) as string[])];
        return toGuest(
          vm,
          formatting(vm, () => makerOf(kind as FormatterKind).supportedLocalesOf(locales, options)),
        );
      },
    },
    {
      name: "supportedValues",
      call: (vm, key) => {
        vm.charge(2000);
        const values = (Intl as unknown as { supportedValuesOf(key: string): string[] }).supportedValuesOf;
        return toGuest(
          vm,
          formatting(vm, () => values(key as string)),
        );
      },
    },
    {
      name: "segmentText",
      call: (vm, segmenter, text) => {
        const length = (text as string).length;
        if (length > MAX_SEGMENTED) return vm.throwRange("The text is too long to be cut into segments");
        vm.charge((length >> 3) + 100);
        vm.allocate(4 * length);
        const segments = hostFormatter(vm, (segmenter as GuestObject).data as FormatterData).segment!(text);
        return vm.newExotic(
          vm.realm.object("SegmentsPrototype"),
          Kind.Record,
          new SegmentsData(text as string, segments as HostSegments),
        );
      },
    },
    {
      /** The segment that contains a code unit, or undefined. */
      name: "segmentContaining",
      call: (vm, segments, index) => {
        const data = (segments as GuestObject).data as SegmentsData;
        vm.charge(4 * (data.fields[0] as string).length + 100);
        const segment = data.segments.containing(index as number);
        return segment === undefined ? undefined : segmentObject(vm, segment, data.fields[0]);
      },
    },
    {
      name: "segmentCursor",
      call: (vm, segments) => {
        const data = (segments as GuestObject).data as SegmentsData;
        vm.charge((data.fields[0] as string).length + 100);
        vm.allocate(4 * (data.fields[0] as string).length);
        return vm.newExotic(
          vm.realm.object("SegmentIteratorPrototype"),
          Kind.Record,
          new SegmentIteratorData(data.fields[0] as string, data.segments[Symbol.iterator]()),
        );
      },
    },
    {
      /** The next segment, or undefined at the end. */
      name: "segmentStep",
      call: (vm, iterator) => {
        const data = (iterator as GuestObject).data as SegmentIteratorData;
        const text = data.fields[0] as string;
        // The host copies a text that is not Latin-1 at every step.
        vm.charge((text.length >> 4) + 20);
        const step = data.cursor.next();
        return step.done === true ? undefined : segmentObject(vm, step.value, text);
      },
    },
  ],
  globals: [["Intl", "Intl"]],
};
