/** The families of the web globals and of Intl, in the order of assembly. */
import { binaryTextFamily } from "./binary-text.js";
import { cryptoFamily } from "./crypto.js";
import type { Family } from "./define.js";
import { headersFamily } from "./headers.js";
import { intlFamily } from "./intl.js";
import { localeObjectFamily } from "./locale-object.js";
import { structuredCloneFamily } from "./structured-clone.js";
import { textEncodingFamily } from "./text-encoding.js";
import { urlFamily } from "./url.js";
import { urlSearchParamsFamily } from "./url-search-params.js";

export const webFamilies: readonly Family[] = [
  urlFamily,
  urlSearchParamsFamily,
  textEncodingFamily,
  binaryTextFamily,
  headersFamily,
  structuredCloneFamily,
  cryptoFamily,
  localeObjectFamily,
  intlFamily,
];
