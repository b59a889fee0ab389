/** The families of primitives, their wrappers, JSON, Date and console, in the order of assembly. */
import { bigintFamily } from "./bigint.js";
import { consoleFamily } from "./console.js";
import { dateFamily } from "./date.js";
import type { Family } from "./define.js";
import { globalFunctionsFamily } from "./global-functions.js";
import { jsonFamily } from "./json.js";
import { localeFamily } from "./locale.js";
import { mathFamily } from "./math.js";
import { booleanFamily, numberFamily } from "./number.js";
import { stringFamily } from "./string.js";
import { symbolFamily } from "./symbol.js";

export const primitiveFamilies: readonly Family[] = [
  localeFamily,
  stringFamily,
  numberFamily,
  booleanFamily,
  symbolFamily,
  bigintFamily,
  mathFamily,
  globalFunctionsFamily,
  jsonFamily,
  dateFamily,
  consoleFamily,
];
