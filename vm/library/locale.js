// Locale lists and option objects of the toLocaleString family, read into flat lists of
// primitives before the host's formatters see them.

// CanonicalizeLocaleList. https://tc39.es/ecma402/#sec-canonicalizelocalelist
function localeTags(locales) {
  const tags = $newList();
  if (locales === undefined) return tags;
  if (typeof locales === "string" || $isRecord(locales, "Intl.Locale")) {
    $arrayAppend(tags, typeof locales === "string" ? $canonicalLocale(locales) : $getField(locales, 0));
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
    const tag = $isRecord(value, "Intl.Locale") ? $getField(value, 0) : $canonicalLocale(toString(value));
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
  const count = $optionCount(kind);
  for (let i = 0; i < count; i++) {
    const name = $optionName(kind, i);
    const value = object[name];
    if (value === undefined) continue;
    const type = $optionType(kind, i);
    $arrayAppend(pairs, name);
    if (type === "boolean" || (type === "either" && (value === true || !value))) $arrayAppend(pairs, !!value);
    else if (type === "number") $arrayAppend(pairs, toNumber(value));
    else $arrayAppend(pairs, toString(value));
  }
  return pairs;
}
