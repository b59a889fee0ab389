/**
 * The properties of strings of v mode, `\p{RGI_Emoji}` and its parts: emoji of one and of several code
 * points, Unicode 17 (emoji-sequences.txt and emoji-zwj-sequences.txt), written as the rules that
 * generate them. Own data, because the host can be asked about a code point but not for a list.
 *
 * Notation: hexadecimal code points, `a-b` a range, `*` the emoji variation selector behind it, `+` a
 * zero-width joiner. A skin tone is one of five modifiers.
 */
import { type CharSet, rangesOf } from "./char-set.js";

/** A property of strings, split into its single characters and its longer strings. Shared: never mutated. */
export interface StringProperty {
  readonly set: CharSet;
  readonly strings: ReadonlySet<string>;
}

/** Emoji that are shown as such by themselves. */
const PRESENTATION =
  "231a-231b 23e9-23ec 23f0 23f3 25fd-25fe 2614-2615 2648-2653 267f 2693 26a1 26aa-26ab 26bd-26be 26c4-26c5 26ce " +
  "26d4 26ea 26f2-26f3 26f5 26fa 26fd 2705 270a-270b 2728 274c 274e 2753-2755 2757 2795-2797 27b0 27bf 2b1b-2b1c " +
  "2b50 2b55 1f004 1f0cf 1f18e 1f191-1f19a 1f201 1f21a 1f22f 1f232-1f236 1f238-1f23a 1f250-1f251 1f300-1f320 " +
  "1f32d-1f335 1f337-1f37c 1f37e-1f393 1f3a0-1f3ca 1f3cf-1f3d3 1f3e0-1f3f0 1f3f4 1f3f8-1f43e 1f440 1f442-1f4fc " +
  "1f4ff-1f53d 1f54b-1f54e 1f550-1f567 1f57a 1f595-1f596 1f5a4 1f5fb-1f64f 1f680-1f6c5 1f6cc 1f6d0-1f6d2 " +
  "1f6d5-1f6d8 1f6dc-1f6df 1f6eb-1f6ec 1f6f4-1f6fc 1f7e0-1f7eb 1f7f0 1f90c-1f93a 1f93c-1f945 1f947-1f9ff " +
  "1fa70-1fa7c 1fa80-1fa8a 1fa8e-1fac6 1fac8 1facd-1fadc 1fadf-1faea 1faef-1faf8";

/** Emoji that need the variation selector. */
const WITH_SELECTOR =
  "a9 ae 203c 2049 2122 2139 2194-2199 21a9-21aa 2328 23cf 23ed-23ef 23f1-23f2 23f8-23fa 24c2 25aa-25ab 25b6 25c0 " +
  "25fb-25fc 2600-2604 260e 2611 2618 261d 2620 2622-2623 2626 262a 262e-262f 2638-263a 2640 2642 265f-2660 2663 " +
  "2665-2666 2668 267b 267e 2692 2694-2697 2699 269b-269c 26a0 26a7 26b0-26b1 26c8 26cf 26d1 26d3 26e9 26f0-26f1 " +
  "26f4 26f7-26f9 2702 2708-2709 270c-270d 270f 2712 2714 2716 271d 2721 2733-2734 2744 2747 2763-2764 27a1 " +
  "2934-2935 2b05-2b07 3030 303d 3297 3299 1f170-1f171 1f17e-1f17f 1f202 1f237 1f321 1f324-1f32c 1f336 1f37d " +
  "1f396-1f397 1f399-1f39b 1f39e-1f39f 1f3cb-1f3ce 1f3d4-1f3df 1f3f3 1f3f5 1f3f7 1f43f 1f441 1f4fd 1f549-1f54a " +
  "1f56f-1f570 1f573-1f579 1f587 1f58a-1f58d 1f590 1f5a5 1f5a8 1f5b1-1f5b2 1f5bc 1f5c2-1f5c4 1f5d1-1f5d3 " +
  "1f5dc-1f5de 1f5e1 1f5e3 1f5e8 1f5ef 1f5f3 1f5fa 1f6cb 1f6cd-1f6cf 1f6e0-1f6e5 1f6e9 1f6f0 1f6f3";

/** Emoji that take a skin tone. */
const MODIFIER_BASES =
  "261d 26f9 270a-270d 1f385 1f3c2-1f3c4 1f3c7 1f3ca-1f3cc 1f442-1f443 1f446-1f450 1f466-1f469 1f46b-1f478 1f47c " +
  "1f481-1f483 1f485-1f487 1f48f 1f491 1f4aa 1f574-1f575 1f57a 1f590 1f595-1f596 1f645-1f647 1f64b-1f64f 1f6a3 " +
  "1f6b4-1f6b6 1f6c0 1f6cc 1f90c 1f90f 1f918-1f91f 1f926 1f930-1f939 1f93c-1f93e 1f977 1f9b5-1f9b6 1f9b8-1f9b9 " +
  "1f9bb 1f9cd-1f9cf 1f9d1-1f9dd 1fac3-1fac5 1faf0-1faf8";

/** Region codes that have a flag. */
const FLAGS =
  "AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY " +
  "BZ CA CC CD CF CG CH CI CK CL CM CN CO CP CQ CR CU CV CW CX CY CZ DE DG DJ DK DM DO DZ EA EC EE EG EH ER ES ET " +
  "EU FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL IM " +
  "IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF " +
  "MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK " +
  "PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC " +
  "TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM UN US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW";

/** Subdivisions of the United Kingdom that have a flag: England, Scotland, Wales. */
const TAG_FLAGS = ["gbeng", "gbsct", "gbwls"];

/** Bases with any skin tone or none, each joined with each of the tails. */
const TONED_ROWS: readonly (readonly [bases: string, tails: string])[] = [
  [
    "1f468 1f469 1f9d1",
    "2695* 2696* 2708* 1f33e 1f373 1f37c 1f393 1f3a4 1f3a8 1f3eb 1f3ed 1f4bb 1f4bc 1f527 1f52c 1f680 1f692 1f9af " +
      "1f9af+27a1* 1f9bc 1f9bc+27a1* 1f9bd 1f9bd+27a1* 1f9b0 1f9b1 1f9b2 1f9b3",
  ],
  ["1f9d1", "1f384 1fa70"],
  [
    "1f3c3-1f3c4 1f3ca 1f46e-1f471 1f473 1f477 1f481-1f482 1f486-1f487 1f645-1f647 1f64b 1f64d-1f64e 1f6a3 1f6b4-1f6b6 " +
      "1f926 1f935 1f937-1f939 1f93c-1f93e 1f9b8-1f9b9 1f9cd-1f9cf 1f9d4 1f9d6-1f9dd",
    "2640* 2642*",
  ],
  ["1f3c3 1f6b6 1f9ce", "27a1* 2640*+27a1* 2642*+27a1*"],
];

/** The same for bases that carry the variation selector when they have no tone. */
const SELECTOR_BASES = "26f9 1f3cb-1f3cc 1f575";
const SELECTOR_TAILS = "2640* 2642*";

/**
 * Two persons with something between them. `alike`: neither has a tone, or both have any.
 * `differing`: both have one, and not the same (with the same there is a single code point).
 */
const PAIR_ROWS: readonly (readonly [first: string, between: string, second: string, tones: "alike" | "differing"])[] =
  [
    ["1f468", "2764* 2764*+1f48b", "1f468", "alike"],
    ["1f469", "2764* 2764*+1f48b", "1f468-1f469", "alike"],
    ["1f9d1", "1f91d", "1f9d1", "alike"],
    ["1f9d1", "2764* 2764*+1f48b 1f430 1faef", "1f9d1", "differing"],
    ["1f468", "1f430 1f91d 1faef", "1f468", "differing"],
    ["1f469", "1f430 1f91d 1faef", "1f469", "differing"],
    ["1f469", "1f91d", "1f468", "differing"],
    ["1faf1", "", "1faf2", "differing"],
  ];

/** Parents with children. */
const FAMILY_ROWS: readonly (readonly [parents: string, children: string])[] = [
  ["1f468 1f469 1f468+1f468 1f468+1f469 1f469+1f469", "1f466 1f467 1f466+1f466 1f467+1f466 1f467+1f467"],
  ["1f9d1 1f9d1+1f9d1", "1f9d2 1f9d2+1f9d2"],
];

const OTHER_JOINED =
  "1f9de+2640* 1f9de+2642* 1f9df+2640* 1f9df+2642* 26d3*+1f4a5 2764*+1f525 2764*+1fa79 1f344+1f7eb 1f34b+1f7e9 " +
  "1f3f3*+26a7* 1f3f3*+1f308 1f3f4+2620* 1f408+2b1b 1f415+1f9ba 1f426+2b1b 1f426+1f525 1f43b+2744* 1f441*+1f5e8* " +
  "1f62e+1f4a8 1f635+1f4ab 1f636+1f32b* 1f642+2194* 1f642+2195*";

const TONES = rangeCodes("1f3fb-1f3ff").map((code) => String.fromCodePoint(code));
const SELECTOR = "\ufe0f";
const JOINER = "\u200d";
const KEYCAP = "\u20e3";
const REGION_A = 0x1f1e6;
const TAG_START = 0xe0000;
const TAG_END = String.fromCodePoint(0xe007f);
const BLACK_FLAG = String.fromCodePoint(0x1f3f4);

function rangeCodes(text: string): number[] {
  const codes: number[] = [];
  for (const item of text.split(" ")) {
    const [low, high = low] = item.split("-").map((bound) => Number.parseInt(bound, 16));
    for (let code = low; code <= high; code++) codes.push(code);
  }
  return codes;
}

/** The strings that a list in the notation above stands for. */
function sequences(text: string): string[] {
  const expanded: string[] = [];
  for (const item of text.split(" ")) {
    if (item.includes("-")) for (const code of rangeCodes(item)) expanded.push(String.fromCodePoint(code));
    else expanded.push(item.split("+").map(oneSequencePart).join(JOINER));
  }
  return expanded;
}

function oneSequencePart(item: string): string {
  if (item === "") return "";
  const text = String.fromCodePoint(Number.parseInt(item, 16));
  return item.endsWith("*") ? text + SELECTOR : text;
}

function* joinedSequences(): Generator<string> {
  for (const [bases, tails] of TONED_ROWS) {
    for (const base of sequences(bases)) {
      for (const tone of ["", ...TONES]) for (const tail of sequences(tails)) yield base + tone + JOINER + tail;
    }
  }
  for (const base of sequences(SELECTOR_BASES)) {
    for (const tone of [SELECTOR, ...TONES]) {
      for (const tail of sequences(SELECTOR_TAILS)) yield base + tone + JOINER + tail;
    }
  }
  for (const row of PAIR_ROWS) yield* pairSequences(...row);
  for (const [parents, children] of FAMILY_ROWS) {
    for (const parent of sequences(parents)) for (const child of sequences(children)) yield parent + JOINER + child;
  }
  yield* sequences(OTHER_JOINED);
}

function* pairSequences(first: string, between: string, second: string, tones: string): Generator<string> {
  for (const middle of sequences(between)) {
    const link = middle === "" ? JOINER : JOINER + middle + JOINER;
    for (const left of sequences(first)) {
      for (const right of sequences(second)) {
        if (tones === "alike") yield left + link + right;
        for (const leftTone of TONES) {
          for (const rightTone of TONES) {
            if (tones === "alike" || leftTone !== rightTone) yield left + leftTone + link + right + rightTone;
          }
        }
      }
    }
  }
}

function* flagSequences(): Generator<string> {
  for (const code of FLAGS.split(" ")) {
    yield [...code].map((letter) => String.fromCodePoint(REGION_A + letter.charCodeAt(0) - 0x41)).join("");
  }
}

function* tagSequences(): Generator<string> {
  for (const code of TAG_FLAGS) {
    const tags = [...code].map((letter) => String.fromCodePoint(TAG_START + letter.charCodeAt(0))).join("");
    yield BLACK_FLAG + tags + TAG_END;
  }
}

function* modifierSequences(): Generator<string> {
  for (const base of rangeCodes(MODIFIER_BASES)) for (const tone of TONES) yield String.fromCodePoint(base) + tone;
}

function* keycapSequences(): Generator<string> {
  for (const key of "#*0123456789") yield key + SELECTOR + KEYCAP;
}

function* selectorSequences(): Generator<string> {
  for (const code of rangeCodes(WITH_SELECTOR)) yield String.fromCodePoint(code) + SELECTOR;
}

const NO_CHARACTERS: CharSet = { kind: "ranges", ranges: [] };

function presentationSet(): CharSet {
  return rangesOf(rangeCodes(PRESENTATION).flatMap((code) => [code, code]));
}

const PARTS = new Map<string, () => StringProperty>([
  ["Basic_Emoji", () => ({ set: presentationSet(), strings: new Set(selectorSequences()) })],
  ["Emoji_Keycap_Sequence", () => ({ set: NO_CHARACTERS, strings: new Set(keycapSequences()) })],
  ["RGI_Emoji_Modifier_Sequence", () => ({ set: NO_CHARACTERS, strings: new Set(modifierSequences()) })],
  ["RGI_Emoji_Flag_Sequence", () => ({ set: NO_CHARACTERS, strings: new Set(flagSequences()) })],
  ["RGI_Emoji_Tag_Sequence", () => ({ set: NO_CHARACTERS, strings: new Set(tagSequences()) })],
  ["RGI_Emoji_ZWJ_Sequence", () => ({ set: NO_CHARACTERS, strings: new Set(joinedSequences()) })],
]);
const ALL = "RGI_Emoji";

const built = new Map<string, StringProperty>();

/**
 * The property of strings called `name`, or null when there is none. Built at first use, then kept.
 * https://tc39.es/ecma262/#table-binary-unicode-properties-of-strings
 */
export function findStringProperty(name: string): StringProperty | null {
  const found = built.get(name);
  if (found !== undefined) return found;
  const make = PARTS.get(name);
  if (make === undefined && name !== ALL) return null;
  const property = make === undefined ? everyPart() : make();
  built.set(name, property);
  return property;
}

function everyPart(): StringProperty {
  const strings = new Set<string>();
  for (const name of PARTS.keys()) for (const text of findStringProperty(name)!.strings) strings.add(text);
  return { set: presentationSet(), strings };
}
