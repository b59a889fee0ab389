/**
 * TypeScript declarations of the globals a program has beside those of ECMAScript itself.
 *
 * Invariant: declares what the runtime has and nothing else; the language's own globals come from TypeScript's ESNext
 * library. A test compares the names with the realm's. Before: nothing. After: types.ts.
 */
export const GUEST_GLOBALS = `
interface Console {
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  debug(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  trace(...values: unknown[]): void;
  dir(value: unknown, options?: object): void;
  dirxml(...values: unknown[]): void;
  table(data: unknown, columns?: readonly string[]): void;
  group(...labels: unknown[]): void;
  groupCollapsed(...labels: unknown[]): void;
  groupEnd(): void;
  time(label?: string): void;
  timeLog(label?: string, ...values: unknown[]): void;
  timeEnd(label?: string): void;
  count(label?: string): void;
  countReset(label?: string): void;
  assert(condition?: unknown, ...values: unknown[]): void;
  clear(): void;
}
declare var console: Console;

declare function setTimeout<A extends unknown[]>(run: (...args: A) => void, delay?: number, ...args: A): number;
declare function clearTimeout(id?: number): void;
declare function queueMicrotask(run: () => void): void;
declare function structuredClone<T>(value: T, options?: object): T;
declare function atob(text: string): string;
declare function btoa(text: string): string;

interface URL {
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  readonly searchParams: URLSearchParams;
  toString(): string;
  toJSON(): string;
}
interface URLConstructor {
  new (url: string | URL, base?: string | URL): URL;
  readonly prototype: URL;
  canParse(url: string | URL, base?: string | URL): boolean;
  parse(url: string | URL, base?: string | URL): URL | null;
}
declare var URL: URLConstructor;

interface URLSearchParams extends Iterable<[string, string]> {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(run: (value: string, name: string, params: URLSearchParams) => void, thisArg?: unknown): void;
  entries(): IteratorObject<[string, string], undefined, unknown>;
  keys(): IteratorObject<string, undefined, unknown>;
  values(): IteratorObject<string, undefined, unknown>;
  [Symbol.iterator](): IteratorObject<[string, string], undefined, unknown>;
  toString(): string;
}
declare var URLSearchParams: {
  new (init?: string | Iterable<readonly [string, string]> | Record<string, string> | URLSearchParams): URLSearchParams;
  readonly prototype: URLSearchParams;
};

interface Headers extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(run: (value: string, name: string, headers: Headers) => void, thisArg?: unknown): void;
  entries(): IteratorObject<[string, string], undefined, unknown>;
  keys(): IteratorObject<string, undefined, unknown>;
  values(): IteratorObject<string, undefined, unknown>;
  [Symbol.iterator](): IteratorObject<[string, string], undefined, unknown>;
}
declare var Headers: {
  new (init?: Headers | Iterable<readonly [string, string]> | Record<string, string>): Headers;
  readonly prototype: Headers;
};

interface TextEncoder {
  readonly encoding: string;
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}
declare var TextEncoder: { new (): TextEncoder; readonly prototype: TextEncoder };
interface TextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: ArrayBuffer | ArrayBufferView, options?: { stream?: boolean }): string;
}
declare var TextDecoder: {
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder;
  readonly prototype: TextDecoder;
};

declare var crypto: {
  randomUUID(): string;
  getRandomValues<T extends ArrayBufferView>(target: T): T;
};

interface Math {
  sumPrecise(values: Iterable<number>): number;
}
interface Uint8Array {
  toBase64(options?: { alphabet?: "base64" | "base64url"; omitPadding?: boolean }): string;
  toHex(): string;
  setFromBase64(text: string, options?: object): { read: number; written: number };
  setFromHex(text: string): { read: number; written: number };
}
interface Uint8ArrayConstructor {
  fromBase64(text: string, options?: object): Uint8Array<ArrayBuffer>;
  fromHex(text: string): Uint8Array<ArrayBuffer>;
}
`;
