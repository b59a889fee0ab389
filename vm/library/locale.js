// Locale lists and option objects of the toLocaleString family, read into flat lists of
// primitives before the host's formatters see them.

// CanonicalizeLocaleList. https://tc39.es/ecma402/#sec-canonicalizelocalelist
function localeTags(locales) {
  const tags = $newList();
  if (locales === undefined) return tags;
  if (typeof locales === "string") {
    $arrayAppend(tags, $canonicalLocale(locales));
    return tags;
  }
  const object = toObject(locales);
  const count = lengthOf(object);
  for (let i = 0; i < count; i++) {
    if (!(i in object)) continue;
    const value = object[i];
    if (typeof value !== "string" && !$isObject(value)) {
      throw new TypeError("Language ID should be string or object.");
    }
    const tag = $canonicalLocale(toString(value));
    let known = false;
    for (let k = 0; k < tags.length; k++) if (tags[k] === tag) known = true;
    if (!known) $arrayAppend(tags, tag);
  }
  return tags;
}

// Options of each formatter in the order in which the specification reads them; after the colon how
// a value is converted, text when nothing stands there.
function optionNames(kind) {
  const digits = [
    "minimumIntegerDigits:number", "minimumFractionDigits:number", "maximumFractionDigits:number",
    "minimumSignificantDigits:number", "maximumSignificantDigits:number", "roundingIncrement:number",
    "roundingMode", "roundingPriority", "trailingZeroDisplay",
  ];
  if (kind === "Collator") {
    return [
      "usage", "localeMatcher", "collation", "numeric:boolean", "caseFirst", "sensitivity",
      "ignorePunctuation:boolean",
    ];
  }
  if (kind === "NumberFormat") {
    return [
      "localeMatcher", "numberingSystem", "style", "currency", "currencyDisplay", "currencySign", "unit",
      "unitDisplay", "notation", ...digits, "compactDisplay", "useGrouping:either", "signDisplay",
    ];
  }
  if (kind === "PluralRules") return ["localeMatcher", "type", ...digits];
  if (kind === "RelativeTimeFormat") return ["localeMatcher", "numberingSystem", "style", "numeric"];
  if (kind === "ListFormat") return ["localeMatcher", "type", "style"];
  if (kind === "Segmenter") return ["localeMatcher", "granularity"];
  if (kind === "DisplayNames") return ["localeMatcher", "style", "type", "fallback", "languageDisplay"];
  if (kind === "supportedLocalesOf") return ["localeMatcher"];
  return [
    "localeMatcher", "calendar", "numberingSystem", "hour12:boolean", "hourCycle", "timeZone", "weekday", "era",
    "year", "month", "day", "dayPeriod", "hour", "minute", "second", "fractionalSecondDigits:number",
    "timeZoneName", "formatMatcher", "dateStyle", "timeStyle",
  ];
}

// Names and values of the options that a formatter knows, each read once, in order.
function optionList(options, kind) {
  const pairs = $newList();
  if (options === undefined) return pairs;
  const object = toObject(options);
  const names = optionNames(kind);
  for (let i = 0; i < names.length; i++) {
    const [name, type] = $optionName(names[i]);
    const value = object[name];
    if (value === undefined) continue;
    $arrayAppend(pairs, name);
    if (type === "boolean" || (type === "either" && typeof value === "boolean")) $arrayAppend(pairs, !!value);
    else if (type === "number") $arrayAppend(pairs, toNumber(value));
    else $arrayAppend(pairs, toString(value));
  }
  return pairs;
}
