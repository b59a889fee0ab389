/**
 * Unicode properties, `\p{...}`: whether a name exists and whether one code point has it. This is the
 * only place of the engine that asks the host's RegExp, always about a single code point, with a
 * pattern made of a checked property name; answers are kept in pages. Which Unicode version that is
 * depends on the host, as it does for the host's own expressions.
 */

/** A property of code points, such as `L` or `Script=Greek`. */
export interface UnicodeProperty {
  readonly name: string;
  /** Whether the code point has the property. */
  has(code: number): boolean;
}

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
/** Pages kept by all properties together, 256 bytes each. */
const MAX_PAGES = 4096;
/** Property names kept; there are fewer in Unicode, but each has spellings. */
const MAX_PROPERTIES = 1024;

const UNKNOWN = 0;
const YES = 1;
const NO = 2;

let pagesInUse = 0;
const known = new Map<string, HostProperty>();
/** Properties that hold pages, whether they are still known or only used by some program. */
const pageHolders = new Set<HostProperty>();

class HostProperty implements UnicodeProperty {
  readonly name: string;
  readonly #test: RegExp;
  #pages: (Uint8Array | undefined)[] = [];

  constructor(name: string, test: RegExp) {
    this.name = name;
    this.#test = test;
  }

  has(code: number): boolean {
    let page = this.#pages[code >> PAGE_BITS];
    if (page === undefined) {
      if (pagesInUse >= MAX_PAGES) forgetPages();
      page = new Uint8Array(PAGE_SIZE);
      this.#pages[code >> PAGE_BITS] = page;
      pageHolders.add(this);
      pagesInUse++;
    }
    const answer = page[code & (PAGE_SIZE - 1)];
    if (answer !== UNKNOWN) return answer === YES;
    const yes = this.#test.test(String.fromCodePoint(code));
    page[code & (PAGE_SIZE - 1)] = yes ? YES : NO;
    return yes;
  }

  forget(): void {
    this.#pages = [];
  }
}

function forgetPages(): void {
  for (const property of pageHolders) property.forget();
  pageHolders.clear();
  pagesInUse = 0;
}

/**
 * The property called `name`, with `value` for the form `name=value`, or null when there is none.
 * Both consist of ASCII letters, digits and underscores (the parser's guarantee).
 */
export function findProperty(name: string, value: string | null): UnicodeProperty | null {
  const text = value === null ? name : `${name}=${value}`;
  const found = known.get(text);
  if (found !== undefined) return found;
  let test: RegExp;
  try {
    test = new RegExp(`^\\p{${text}}$`, "u");
  } catch {
    return null;
  }
  if (known.size >= MAX_PROPERTIES) known.clear();
  const property = new HostProperty(text, test);
  known.set(text, property);
  return property;
}

/** Whether `code` can begin a group name: ID_Start, `$` or `_`. */
export function isNameStart(code: number): boolean {
  return code === 0x24 || code === 0x5f || findProperty("ID_Start", null)!.has(code);
}

/** Whether `code` can continue a group name: ID_Continue, `$`, ZWNJ or ZWJ. */
export function isNamePart(code: number): boolean {
  return code === 0x24 || code === 0x200c || code === 0x200d || findProperty("ID_Continue", null)!.has(code);
}
