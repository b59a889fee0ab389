/**
 * URL: the platform's parser on primitive strings behind guest records. A guest URL keeps its host
 * URL in its internal slot, where no program reaches it; every component crosses as a string. What
 * the parser is given is bounded first: it is linear but for host names, whose conversion is
 * quadratic in their length. Conversions and errors are vm/library/url.js.
 * https://url.spec.whatwg.org/#url-class
 */
import { RecordData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, type Family, getter } from "./define.js";
import { chargeText } from "./text.js";
import { newParams, parseParams, type QueryOwner } from "./url-search-params.js";

/** Code units of the longest text taken for a URL; more is an invalid URL. */
const MAX_URL = 2 ** 20;
/** Code units of the longest part between the slashes and the path. */
const MAX_AUTHORITY = 2048;

const SPECIAL: ReadonlySet<string> = new Set(["http", "https", "ws", "wss", "ftp", "file"]);

/** Field 0 is the whole text, which the memory census counts, field 1 the URLSearchParams once asked for. */
class UrlData extends RecordData implements QueryOwner {
  constructor(readonly url: URL) {
    super("URL", [url.href, undefined]);
  }

  override get hostBytes(): number {
    return 2 * this.url.href.length;
  }

  takeQuery(vm: Vm, text: string): void {
    vm.charge(((this.url.href.length + text.length) >> 2) + 40);
    vm.allocate(4 * text.length);
    this.url.search = text;
    this.fields[0] = this.url.href;
  }
}

const isTabOrNewline = (code: number): boolean => code === 9 || code === 10 || code === 13;

/** Length of what the parser will take for user, host and port; what it skips does not count. */
function authorityLength(text: string): number {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  let scheme = "";
  let end = at;
  for (; end < text.length && scheme.length < 64; end++) {
    const code = text.charCodeAt(end);
    const letter = (code | 32) >= 97 && (code | 32) <= 122;
    if (letter || (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46)
      scheme += text[end]!.toLowerCase();
    else if (!isTabOrNewline(code)) break;
  }
  const hasScheme = text[end] === ":";
  if (hasScheme) at = end + 1;
  let slashes = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 47 || code === 92) slashes++;
    else if (!isTabOrNewline(code)) break;
  }
  if (slashes < 2 && !(hasScheme && SPECIAL.has(scheme))) return 0;
  let length = 0;
  for (; at < text.length && length <= MAX_AUTHORITY; at++) {
    const code = text.charCodeAt(at);
    if (code === 47 || code === 92 || code === 63 || code === 35) break;
    if (!isTabOrNewline(code)) length++;
  }
  return length;
}

/** Charges parsing; false for a text that is too long to be a URL. */
function admits(vm: Vm, text: string): boolean {
  vm.charge((Math.min(text.length, MAX_URL) >> 2) + 40);
  const authority = authorityLength(text);
  vm.charge((authority * authority) >> 6);
  return text.length <= MAX_URL && authority <= MAX_AUTHORITY;
}

/** The basic URL parser; null when the text is no URL. */
function parse(vm: Vm, text: string, base: string | undefined): URL | null {
  if (!admits(vm, text) || (base !== undefined && !admits(vm, base))) return null;
  vm.allocate(64 + 4 * text.length);
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

const dataOf = (url: Value) => (url as GuestObject).data as UrlData;

const isUrl = (value: Value): value is GuestObject =>
  isObject(value) && value.kind === Kind.Record && (value.data as RecordData).brand === "URL";

type Component =
  | "href"
  | "origin"
  | "protocol"
  | "username"
  | "password"
  | "host"
  | "hostname"
  | "port"
  | "pathname"
  | "search"
  | "hash";

const COMPONENTS: readonly Component[] = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
];

function component(vm: Vm, self: Value, name: Component): string {
  if (!isUrl(self)) return vm.throwType("Receiver must be an instance of class URL");
  const text = (self.data as UrlData).url[name];
  chargeText(vm, text.length);
  return text;
}

/** Changes one component; false when a new `href` is no URL. */
function change(vm: Vm, object: GuestObject, name: Component, value: string): boolean {
  const data = dataOf(object);
  if (name === "origin") return true;
  if (name === "href") {
    if (!admits(vm, value)) return false;
  } else {
    const longest = name === "host" || name === "hostname" ? MAX_AUTHORITY : MAX_URL;
    // As a setter of the platform ignores what it cannot use.
    if (value.length > longest) return true;
    vm.charge(((data.url.href.length + value.length) >> 2) + 40);
    if (longest === MAX_AUTHORITY) vm.charge((value.length * value.length) >> 6);
  }
  vm.allocate(64 + 4 * value.length);
  try {
    data.url[name] = value;
  } catch {
    return false;
  }
  data.fields[0] = data.url.href;
  const params = data.fields[1];
  if (params !== undefined && (name === "href" || name === "search")) {
    parseParams(vm, params as GuestObject, data.url.search.slice(1));
  }
  return true;
}

/** The one URLSearchParams object of a URL. */
function searchParams(vm: Vm, self: Value): Value {
  if (!isUrl(self)) return vm.throwType("Receiver must be an instance of class URL");
  const data = self.data as UrlData;
  if (data.fields[1] === undefined) {
    const params = newParams(vm, vm.realm.object("URLSearchParamsPrototype"), self);
    parseParams(vm, params, data.url.search.slice(1));
    data.fields[1] = params;
  }
  return data.fields[1];
}

/** Names and values of a URL's components, for inspection. */
export function urlParts(vm: Vm, url: GuestObject): readonly (readonly [name: string, value: Value])[] {
  const parts: [string, Value][] = COMPONENTS.map((name) => [name, component(vm, url, name)]);
  parts.splice(-1, 0, ["searchParams", searchParams(vm, url)]);
  return parts;
}

export const urlFamily: Family = {
  intrinsics: [
    {
      name: "URLPrototype",
      rows: [
        ...COMPONENTS.map((name) => getter(name, (vm, self) => component(vm, self, name))),
        getter("searchParams", searchParams),
        constant("@@toStringTag", "URL"),
      ],
    },
  ],
  constructors: [{ name: "URL" }],
  operations: [
    { name: "isUrl", call: (_vm, value) => isUrl(value) },
    {
      /** A URL object, or null when the text is no URL. */
      name: "urlParse",
      call: (vm, text, base, proto) => {
        const url = parse(vm, text as string, base as string | undefined);
        return url === null ? null : vm.newExotic(proto as GuestObject, Kind.Record, new UrlData(url));
      },
    },
    { name: "urlCanParse", call: (vm, text, base) => parse(vm, text as string, base as string | undefined) !== null },
    { name: "urlComponent", call: (vm, url, name) => component(vm, url, name as Component) },
    {
      /** Changes a component; false when a new `href` is no URL. */
      name: "urlChange",
      call: (vm, url, name, value) => change(vm, url as GuestObject, name as Component, value as string),
    },
  ],
  globals: [["URL", "URL"]],
};
