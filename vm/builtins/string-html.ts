/**
 * The HTML methods of String.prototype (Annex B): anchor, big, link and their kin, as rows of its table.
 * https://tc39.es/ecma262/#sec-additional-properties-of-the-string.prototype-object
 */
import type { NativeCall } from "../values/function.js";
import { coercing, type NativeRow } from "./define.js";
import { TextBuilder } from "./text.js";

/** CreateHTML on converted text. https://tc39.es/ecma262/#sec-createhtml */
function html(key: string, tag: string, attribute: string): NativeRow {
  const call: NativeCall = (vm, self, value) => {
    const out = new TextBuilder(vm);
    out.add(`<${tag}`);
    if (attribute !== "") {
      out.add(` ${attribute}="`);
      const text = value as string;
      let from = 0;
      for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', from)) {
        out.add(text.slice(from, quote));
        out.add("&quot;");
        from = quote + 1;
      }
      out.add(`${text.slice(from)}"`);
    }
    out.add(">");
    out.add(self as string);
    out.add(`</${tag}>`);
    return out.finish();
  };
  return attribute === "" ? coercing(key, 0, ["string"], call) : coercing(key, 1, ["string", "string"], call);
}

/** The Annex B methods that wrap text in an element. */
export const HTML_METHODS: readonly NativeRow[] = [
  html("anchor", "a", "name"),
  html("big", "big", ""),
  html("blink", "blink", ""),
  html("bold", "b", ""),
  html("fixed", "tt", ""),
  html("fontcolor", "font", "color"),
  html("fontsize", "font", "size"),
  html("italics", "i", ""),
  html("link", "a", "href"),
  html("small", "small", ""),
  html("strike", "strike", ""),
  html("sub", "sub", ""),
  html("sup", "sup", ""),
];
