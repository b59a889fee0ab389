/**
 * Methods that models call by habit from other languages and libraries, and what is written here: one table.
 *
 * `$` stands for the text of the object the method was called on. Before: nothing. After: hints.ts.
 */

/** Methods that share a suggestion. */
export const METHOD_ROWS: readonly (readonly [names: string, suggestion: string])[] = [
  ["contains has_key include", "$.includes(value)"],
  ["append add enqueue", "$.push(value)"],
  ["extend addAll push_back", "$.push(...values)"],
  ["remove delete removeAt", "$.filter((item) => item !== value)"],
  ["isEmpty empty", "$.length === 0"],
  ["length size count len", "$.length, without parentheses"],
  ["strip", "$.trim()"],
  ["lstrip", "$.trimStart()"],
  ["rstrip", "$.trimEnd()"],
  ["lower toLowercase to_lower downcase", "$.toLowerCase()"],
  ["upper toUppercase to_upper upcase", "$.toUpperCase()"],
  ["capitalize", "$.charAt(0).toUpperCase() + $.slice(1)"],
  ["startswith starts_with", "$.startsWith(text)"],
  ["endswith ends_with", "$.endsWith(text)"],
  ["format", "a template literal, in back-ticks"],
  ["items", "Object.entries($)"],
  ["each foreach", "$.forEach((item) => …)"],
  ["collect", "$.map((item) => …)"],
  ["select where", "$.filter((item) => …)"],
  ["inject fold foldl", "$.reduce((total, item) => …, first)"],
  ["flatmap flat_map", "$.flatMap((item) => …)"],
  ["indexof index", "$.indexOf(value)"],
  ["first", "$[0]"],
  ["last", "$.at(-1)"],
  ["uniq unique distinct", "[...new Set($)]"],
  ["sum", "$.reduce((total, x) => total + x, 0)"],
  ["max", "Math.max(...$)"],
  ["min", "Math.min(...$)"],
  ["sortBy sort_by orderBy", "$.toSorted((a, b) => …)"],
  ["groupBy group_by", "Object.groupBy($, (item) => key)"],
  ["pluck", "$.map((item) => item.name)"],
  ["json", "$ itself: a reply of a tool is data already, without .json()"],
  ["text blob arrayBuffer", "$ itself: a reply of a tool is data already"],
  ["replace_all gsub", "$.replaceAll(old, text)"],
  ["getTime getFullYear toISOString getMonth getDate", "new Date($) first: dates cross as text"],
  ["toFixed", "Number($).toFixed(2)"],
  ["split trim toLowerCase toUpperCase startsWith endsWith padStart", "String($) first, or look at what the value is"],
];

const BY_NAME: ReadonlyMap<string, string> = new Map(
  METHOD_ROWS.flatMap(([names, suggestion]) => names.split(" ").map((name) => [name, suggestion] as const)),
);

/** What to write in place of `object.method(…)`. Undefined when the name is no known habit. */
export function foreignMethod(method: string, object: string): string | undefined {
  const suggestion = BY_NAME.get(method);
  return suggestion === undefined ? undefined : `Write ${suggestion.replaceAll("$", () => object)}`;
}
