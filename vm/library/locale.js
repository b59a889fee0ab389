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
      throw new TypeError("Incorrect locale information provided");
    }
    const tag = $canonicalLocale(toString(value));
    let known = false;
    for (let k = 0; k < tags.length; k++) if (tags[k] === tag) known = true;
    if (!known) $arrayAppend(tags, tag);
  }
  return tags;
}

// Names and values of the options that a formatter knows, each read once, in order.
function optionList(options, kind) {
  const pairs = $newList();
  if (options === undefined) return pairs;
  const object = toObject(options);
  if (kind === "Collator") {
    readOptions(pairs, object, "string", [
      "usage", "localeMatcher", "collation", "caseFirst", "sensitivity",
    ]);
    readOptions(pairs, object, "boolean", ["numeric", "ignorePunctuation"]);
  } else if (kind === "NumberFormat") {
    readOptions(pairs, object, "string", [
      "localeMatcher", "numberingSystem", "style", "currency", "currencyDisplay", "currencySign", "unit",
      "unitDisplay", "notation",
    ]);
    readOptions(pairs, object, "number", [
      "minimumIntegerDigits", "minimumFractionDigits", "maximumFractionDigits", "minimumSignificantDigits",
      "maximumSignificantDigits", "roundingIncrement",
    ]);
    readOptions(pairs, object, "string", [
      "roundingMode", "roundingPriority", "trailingZeroDisplay", "compactDisplay",
    ]);
    readOptions(pairs, object, "either", ["useGrouping"]);
    readOptions(pairs, object, "string", ["signDisplay"]);
  } else {
    readOptions(pairs, object, "string", ["localeMatcher", "calendar", "numberingSystem"]);
    readOptions(pairs, object, "boolean", ["hour12"]);
    readOptions(pairs, object, "string", [
      "hourCycle", "timeZone", "weekday", "era", "year", "month", "day", "dayPeriod", "hour", "minute", "second",
    ]);
    readOptions(pairs, object, "number", ["fractionalSecondDigits"]);
    readOptions(pairs, object, "string", ["timeZoneName", "formatMatcher", "dateStyle", "timeStyle"]);
  }
  return pairs;
}

function readOptions(pairs, object, type, names) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const value = object[name];
    if (value === undefined) continue;
    $arrayAppend(pairs, name);
    if (type === "boolean" || (type === "either" && typeof value === "boolean")) $arrayAppend(pairs, !!value);
    else if (type === "number") $arrayAppend(pairs, toNumber(value));
    else $arrayAppend(pairs, toString(value));
  }
}
