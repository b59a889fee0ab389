// Intl: constructors, arguments and brands. Options are read by optionList, locales by localeTags
// (locale.js); the host formats primitives. https://tc39.es/ecma402/

const constructors = {
  Collator(locales = undefined, options = undefined) {
    const newTarget = new.target === undefined ? $callee() : new.target;
    return makeFormatter("Collator", newTarget, $CollatorPrototype, locales, options);
  },
  DateTimeFormat(locales = undefined, options = undefined) {
    const newTarget = new.target === undefined ? $callee() : new.target;
    return makeFormatter("DateTimeFormat", newTarget, $DateTimeFormatPrototype, locales, options);
  },
  NumberFormat(locales = undefined, options = undefined) {
    const newTarget = new.target === undefined ? $callee() : new.target;
    return makeFormatter("NumberFormat", newTarget, $NumberFormatPrototype, locales, options);
  },
  PluralRules(locales = undefined, options = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor Intl.PluralRules requires 'new'");
    return makeFormatter("PluralRules", new.target, $PluralRulesPrototype, locales, options);
  },
  RelativeTimeFormat(locales = undefined, options = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor Intl.RelativeTimeFormat requires 'new'");
    return makeFormatter("RelativeTimeFormat", new.target, $RelativeTimeFormatPrototype, locales, options);
  },
  ListFormat(locales = undefined, options = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor Intl.ListFormat requires 'new'");
    return makeFormatter("ListFormat", new.target, $ListFormatPrototype, locales, options);
  },
  Segmenter(locales = undefined, options = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor Intl.Segmenter requires 'new'");
    return makeFormatter("Segmenter", new.target, $SegmenterPrototype, locales, options);
  },
  Locale(tag, options = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor Intl.Locale requires 'new'");
    const proto = prototypeFor(new.target, $LocalePrototype);
    if (typeof tag !== "string" && !$isObject(tag)) {
      throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
    }
    const text = $isRecord(tag, "Intl.Locale") ? $getField(tag, 0) : toString(tag);
    return $newLocale(proto, text, optionList(options, "Locale"));
  },
  DisplayNames(locales, options) {
    if (new.target === undefined) throw new TypeError("Constructor Intl.DisplayNames requires 'new'");
    return makeFormatter("DisplayNames", new.target, $DisplayNamesPrototype, locales, options);
  },
};

function makeFormatter(kind, newTarget, fallback, locales, options) {
  const proto = prototypeFor(newTarget, fallback);
  const tags = localeTags(locales);
  // GetOptionsObject: the younger formatters take no primitives, DisplayNames not even none.
  if (kind === "ListFormat" || kind === "Segmenter" || kind === "DisplayNames") {
    const absent = options === undefined && kind !== "DisplayNames";
    if (!absent && !$isObject(options)) throw new TypeError("invalid_argument");
  }
  return $newFormatter(kind, proto, tags, optionList(options, kind));
}

function checkFormatter(value, kind, member) {
  if (!$isRecord(value, `Intl.${kind}`)) {
    throw new TypeError(`Method ${member} called on incompatible receiver ${$describe(value)}`);
  }
}

function supportedLocales(kind, locales, options) {
  const tags = localeTags(locales);
  return $supportedLocales(kind, tags, optionList(options, "supportedLocalesOf"));
}

// ToIntlMathematicalValue: a plain decimal numeral keeps its digits, any other text becomes a number.
function mathematicalValue(value) {
  const primitive = toPrimitive(value, "number");
  if (typeof primitive === "bigint") return primitive;
  if (typeof primitive === "string" && $isDecimalNumeral(primitive)) return primitive;
  return $toNumberPrimitive(primitive);
}

function checkRangeEnds(start, end) {
  if (start === undefined) throw new TypeError("Invalid start : undefined");
  if (end === undefined) throw new TypeError("Invalid end : undefined");
}

const Collator = {
  supportedLocalesOf(locales, options = undefined) {
    return supportedLocales("Collator", locales, options);
  },
};

function boundCompare(collator) {
  return (x, y) => {
    const text = toString(x);
    return $formatterCallWith(collator, "compare", text, toString(y));
  };
}

const CollatorPrototype = {
  get compare() {
    checkFormatter(this, "Collator", "get Intl.Collator.prototype.compare");
    if ($getField(this, 0) === undefined) $setField(this, 0, boundCompare(this));
    return $getField(this, 0);
  },

  resolvedOptions() {
    checkFormatter(this, "Collator", "Intl.Collator.prototype.resolvedOptions");
    return $formatterOptions(this);
  },
};

const NumberFormat = {
  supportedLocalesOf(locales, options = undefined) {
    return supportedLocales("NumberFormat", locales, options);
  },
};

function boundNumberFormat(formatter) {
  return (value) => $formatterCall(formatter, "format", mathematicalValue(value));
}

const NumberFormatPrototype = {
  get format() {
    checkFormatter(this, "NumberFormat", "get Intl.NumberFormat.prototype.format");
    if ($getField(this, 0) === undefined) $setField(this, 0, boundNumberFormat(this));
    return $getField(this, 0);
  },

  formatToParts(value) {
    checkFormatter(this, "NumberFormat", "Intl.NumberFormat.prototype.formatToParts");
    return $formatterCall(this, "formatToParts", mathematicalValue(value));
  },

  formatRange(start, end) {
    checkFormatter(this, "NumberFormat", "Intl.NumberFormat.prototype.formatRange");
    checkRangeEnds(start, end);
    const from = mathematicalValue(start);
    return $formatterCallWith(this, "formatRange", from, mathematicalValue(end));
  },

  formatRangeToParts(start, end) {
    checkFormatter(this, "NumberFormat", "Intl.NumberFormat.prototype.formatRangeToParts");
    checkRangeEnds(start, end);
    const from = mathematicalValue(start);
    return $formatterCallWith(this, "formatRangeToParts", from, mathematicalValue(end));
  },

  resolvedOptions() {
    checkFormatter(this, "NumberFormat", "Intl.NumberFormat.prototype.resolvedOptions");
    return $formatterOptions(this);
  },
};

const DateTimeFormat = {
  supportedLocalesOf(locales, options = undefined) {
    return supportedLocales("DateTimeFormat", locales, options);
  },
};

function formattedTime(date) {
  return date === undefined ? $dateNow() : toNumber(date);
}

function checkTimeRange(start, end) {
  if (start === undefined || end === undefined) throw new TypeError("Invalid time value");
}

function boundDateFormat(formatter) {
  return (date) => $formatterCall(formatter, "format", formattedTime(date));
}

const DateTimeFormatPrototype = {
  get format() {
    checkFormatter(this, "DateTimeFormat", "get Intl.DateTimeFormat.prototype.format");
    if ($getField(this, 0) === undefined) $setField(this, 0, boundDateFormat(this));
    return $getField(this, 0);
  },

  formatToParts(date) {
    checkFormatter(this, "DateTimeFormat", "Intl.DateTimeFormat.prototype.formatToParts");
    return $formatterCall(this, "formatToParts", formattedTime(date));
  },

  formatRange(startDate, endDate) {
    checkFormatter(this, "DateTimeFormat", "Intl.DateTimeFormat.prototype.formatRange");
    checkTimeRange(startDate, endDate);
    const start = toNumber(startDate);
    return $formatterCallWith(this, "formatRange", start, toNumber(endDate));
  },

  formatRangeToParts(startDate, endDate) {
    checkFormatter(this, "DateTimeFormat", "Intl.DateTimeFormat.prototype.formatRangeToParts");
    checkTimeRange(startDate, endDate);
    const start = toNumber(startDate);
    return $formatterCallWith(this, "formatRangeToParts", start, toNumber(endDate));
  },

  resolvedOptions() {
    checkFormatter(this, "DateTimeFormat", "Intl.DateTimeFormat.prototype.resolvedOptions");
    return $formatterOptions(this);
  },
};

const PluralRules = {
  supportedLocalesOf(locales, options = undefined) {
    return supportedLocales("PluralRules", locales, options);
  },
};

const PluralRulesPrototype = {
  select(value) {
    checkFormatter(this, "PluralRules", "Intl.PluralRules.prototype.select");
    return $formatterCall(this, "select", toNumber(value));
  },

  selectRange(start, end) {
    checkFormatter(this, "PluralRules", "Intl.PluralRules.prototype.selectRange");
    if (start === undefined) throw new TypeError("Invalid startRange : undefined");
    if (end === undefined) throw new TypeError("Invalid endRange : undefined");
    const from = toNumber(start);
    return $formatterCallWith(this, "selectRange", from, toNumber(end));
  },

  resolvedOptions() {
    checkFormatter(this, "PluralRules", "Intl.PluralRules.prototype.resolvedOptions");
    return $formatterOptions(this);
  },
};

const RelativeTimeFormat = {
  supportedLocalesOf(locales, options = undefined) {
    return supportedLocales("RelativeTimeFormat", locales, options);
  },
};

const RelativeTimeFormatPrototype = {
  format(value, unit) {
    checkFormatter(this, "RelativeTimeFormat", "Intl.RelativeTimeFormat.prototype.format");
    const number = toNumber(value);
    return $formatterCallWith(this, "format", number, toString(unit));
  },

  formatToParts(value, unit) {
    checkFormatter(this, "RelativeTimeFormat", "Intl.RelativeTimeFormat.prototype.formatToParts");
    const number = toNumber(value);
    return $formatterCallWith(this, "formatToParts", number, toString(unit));
  },

  resolvedOptions() {
    checkFormatter(this, "RelativeTimeFormat", "Intl.RelativeTimeFormat.prototype.resolvedOptions");
    return $formatterOptions(this);
  },
};

const ListFormat = {
  supportedLocalesOf(locales, options = undefined) {
    return supportedLocales("ListFormat", locales, options);
  },
};

// StringListFromIterable.
function stringList(iterable) {
  const list = $newList();
  if (iterable === undefined) return list;
  for (const value of iterable) {
    if (typeof value !== "string") throw new TypeError(`Iterable yielded ${$describe(value)} which is not a string`);
    $arrayAppend(list, value);
  }
  return list;
}

const ListFormatPrototype = {
  format(list) {
    checkFormatter(this, "ListFormat", "Intl.ListFormat.prototype.format");
    return $formatterCall(this, "format", stringList(list));
  },

  formatToParts(list) {
    checkFormatter(this, "ListFormat", "Intl.ListFormat.prototype.formatToParts");
    return $formatterCall(this, "formatToParts", stringList(list));
  },

  resolvedOptions() {
    checkFormatter(this, "ListFormat", "Intl.ListFormat.prototype.resolvedOptions");
    return $formatterOptions(this);
  },
};

const DisplayNames = {
  supportedLocalesOf(locales, options = undefined) {
    return supportedLocales("DisplayNames", locales, options);
  },
};

const DisplayNamesPrototype = {
  of(code) {
    checkFormatter(this, "DisplayNames", "Intl.DisplayNames.prototype.of");
    const text = toString(code);
    if (text.length > 256) throw new RangeError("invalid_argument");
    return $formatterCall(this, "of", text);
  },

  resolvedOptions() {
    checkFormatter(this, "DisplayNames", "Intl.DisplayNames.prototype.resolvedOptions");
    return $formatterOptions(this);
  },
};

const Segmenter = {
  supportedLocalesOf(locales, options = undefined) {
    return supportedLocales("Segmenter", locales, options);
  },
};

const SegmenterPrototype = {
  segment(input) {
    checkFormatter(this, "Segmenter", "Intl.Segmenter.prototype.segment");
    return $segmentText(this, toString(input));
  },

  resolvedOptions() {
    checkFormatter(this, "Segmenter", "Intl.Segmenter.prototype.resolvedOptions");
    return $formatterOptions(this);
  },
};

const SegmentsPrototype = {
  containing(index = undefined) {
    checkFormatter(this, "Segments", "%SegmentsPrototype%.containing");
    return $segmentContaining(this, toIntegerOrInfinity(index));
  },

  [Symbol.iterator]() {
    checkFormatter(this, "Segments", "%SegmentsPrototype%[Symbol.iterator]");
    return $segmentCursor(this);
  },
};

const SegmentIteratorPrototype = {
  next() {
    if (!$isRecord(this, "Segmenter String Iterator")) {
      throw new TypeError(`Method %SegmentIterator.prototype%.next called on incompatible receiver ${$describe(this)}`);
    }
    const segment = $segmentStep(this);
    return createIterResult(segment, segment === undefined);
  },
};

const Intl = {
  getCanonicalLocales(locales = undefined) {
    return localeTags(locales);
  },

  supportedValuesOf(key) {
    return $supportedValues(toString(key));
  },
};
