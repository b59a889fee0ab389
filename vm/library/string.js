// String: the constructor and the members that may run guest code: conversions of objects,
// methods looked up by symbol, replacer functions. https://tc39.es/ecma262/#sec-string-objects

const constructors = {
  String(value) {
    if (new.target === undefined) {
      if (typeof value === "symbol") return $symbolText(value);
      return $argc() === 0 ? "" : toString(value);
    }
    const text = $argc() === 0 ? "" : toString(value);
    return $newStringObject(text, prototypeFor(new.target, $StringPrototype));
  },
};

const String = {
  raw(template, ...substitutions) {
    const cooked = toObject(template);
    const literals = toObject(cooked.raw);
    const count = lengthOf(literals);
    const pieces = $newList();
    for (let i = 0; i < count; i++) {
      $arrayAppend(pieces, toString(literals[i]));
      if (i + 1 < count && i < substitutions.length) $arrayAppend(pieces, toString(substitutions[i]));
    }
    return $stringJoin(pieces);
  },
};

const StringPrototype = {
  match(regexp) {
    requireObjectCoercible(this, "String.prototype.match");
    if ($isObject(regexp)) {
      const matcher = getMethod(regexp, Symbol.match);
      if (matcher !== undefined) return $call(matcher, regexp, this);
    }
    const text = toString(this);
    return regexpFor(regexp, undefined)[Symbol.match](text);
  },

  matchAll(regexp) {
    requireObjectCoercible(this, "String.prototype.matchAll");
    if ($isObject(regexp)) {
      if (actsAsRegExp(regexp)) {
        const { flags } = regexp;
        requireObjectCoercible(flags, "String.prototype.matchAll");
        if (!$stringIncludesAt(toString(flags), "g", 0)) {
          throw new TypeError("String.prototype.matchAll called with a non-global RegExp argument");
        }
      }
      const matcher = getMethod(regexp, Symbol.matchAll);
      if (matcher !== undefined) return $call(matcher, regexp, this);
    }
    const text = toString(this);
    return regexpFor(regexp, "g")[Symbol.matchAll](text);
  },

  search(regexp) {
    requireObjectCoercible(this, "String.prototype.search");
    if ($isObject(regexp)) {
      const searcher = getMethod(regexp, Symbol.search);
      if (searcher !== undefined) return $call(searcher, regexp, this);
    }
    const text = toString(this);
    return regexpFor(regexp, undefined)[Symbol.search](text);
  },
};

// RegExpCreate: the pattern is text, whatever it was.
function regexpFor(pattern, flags) {
  return $new(RegExp, pattern === undefined ? undefined : toString(pattern), flags);
}

// IsRegExp. https://tc39.es/ecma262/#sec-isregexp
function actsAsRegExp(value) {
  if (!$isObject(value)) return false;
  const matcher = value[Symbol.match];
  if (matcher !== undefined) return !!matcher;
  return $kindOf(value) === "RegExp";
}

function stringReplace(pattern, replacement) {
  requireObjectCoercible(this, "String.prototype.replace");
  if ($isObject(pattern)) {
    const replacer = getMethod(pattern, Symbol.replace);
    if (replacer !== undefined) return $call(replacer, pattern, this, replacement);
  }
  const text = toString(this);
  const needle = toString(pattern);
  const functional = $isCallable(replacement);
  const template = functional ? "" : toString(replacement);
  const at = $stringIndexOf(text, needle, 0);
  if (at === -1) return text;
  const inserted = functional
    ? toString($call(replacement, undefined, needle, at, text))
    : $stringSubstitute(template, needle, text, at);
  return $stringSlice(text, 0, at) + inserted + $stringSlice(text, at + needle.length, text.length);
}

function stringReplaceAll(pattern, replacement) {
  requireObjectCoercible(this, "String.prototype.replaceAll");
  if ($isObject(pattern)) {
    if (actsAsRegExp(pattern)) {
      const { flags } = pattern;
      requireObjectCoercible(flags, "String.prototype.replaceAll");
      if (!$stringIncludesAt(toString(flags), "g", 0)) {
        throw new TypeError("String.prototype.replaceAll called with a non-global RegExp argument");
      }
    }
    const replacer = getMethod(pattern, Symbol.replace);
    if (replacer !== undefined) return $call(replacer, pattern, this, replacement);
  }
  const text = toString(this);
  const needle = toString(pattern);
  const functional = $isCallable(replacement);
  const template = functional ? "" : toString(replacement);
  const advance = needle.length === 0 ? 1 : needle.length;
  const pieces = $newList();
  let from = 0;
  for (let at = $stringIndexOf(text, needle, 0); at !== -1; at = $stringIndexOf(text, needle, at + advance)) {
    $arrayAppend(pieces, $stringSlice(text, from, at));
    const inserted = functional
      ? toString($call(replacement, undefined, needle, at, text))
      : $stringSubstitute(template, needle, text, at);
    $arrayAppend(pieces, inserted);
    from = at + needle.length;
  }
  if (from < text.length) $arrayAppend(pieces, $stringSlice(text, from, text.length));
  return $stringJoin(pieces);
}

function stringSplit(separator, limit) {
  requireObjectCoercible(this, "String.prototype.split");
  if ($isObject(separator)) {
    const splitter = getMethod(separator, Symbol.split);
    if (splitter !== undefined) return $call(splitter, separator, this, limit);
  }
  const text = toString(this);
  const most = limit === undefined ? 4294967295 : toUint32(limit);
  const between = toString(separator);
  if (most === 0) return [];
  if (separator === undefined) return [text];
  return $stringSplitBy(text, between, most);
}

function stringConcat(...values) {
  requireObjectCoercible(this, "String.prototype.concat");
  const pieces = $newList();
  $arrayAppend(pieces, toString(this));
  for (let i = 0; i < values.length; i++) $arrayAppend(pieces, toString(values[i]));
  return $stringJoin(pieces);
}

function stringIncludes(needle, position) {
  requireObjectCoercible(this, "String.prototype.includes");
  const text = toString(this);
  const part = textToFind(needle, "includes");
  return $stringIncludesAt(text, part, toIntegerOrInfinity(position));
}

function stringStartsWith(needle, position) {
  requireObjectCoercible(this, "String.prototype.startsWith");
  const text = toString(this);
  const part = textToFind(needle, "startsWith");
  return $stringStartsWithAt(text, part, toIntegerOrInfinity(position));
}

function stringEndsWith(needle, position) {
  requireObjectCoercible(this, "String.prototype.endsWith");
  const text = toString(this);
  const part = textToFind(needle, "endsWith");
  return $stringEndsWithAt(text, part, position === undefined ? text.length : toIntegerOrInfinity(position));
}

function textToFind(needle, member) {
  if (actsAsRegExp(needle)) {
    throw new TypeError(`First argument to String.prototype.${member} must not be a regular expression`);
  }
  return toString(needle);
}

function stringPadStart(width, filler) {
  requireObjectCoercible(this, "String.prototype.padStart");
  return paddedText(toString(this), width, filler, true);
}

function stringPadEnd(width, filler) {
  requireObjectCoercible(this, "String.prototype.padEnd");
  return paddedText(toString(this), width, filler, false);
}

function paddedText(text, width, filler, atStart) {
  const target = toLength(width);
  if (target <= text.length) return text;
  return $stringPad(text, target, filler === undefined ? " " : toString(filler), atStart);
}

function stringNormalize(form) {
  requireObjectCoercible(this, "String.prototype.normalize");
  const text = toString(this);
  return $stringNormal(text, form === undefined ? "NFC" : toString(form));
}

function stringLocaleCompare(that, locales, options) {
  requireObjectCoercible(this, "String.prototype.localeCompare");
  const text = toString(this);
  const other = toString(that);
  return $compareText(text, other, localeTags(locales), optionList(options, "Collator"));
}

function stringToLocaleLowerCase(locales) {
  requireObjectCoercible(this, "String.prototype.toLocaleLowerCase");
  const text = toString(this);
  return $localeLowerCase(text, localeTags(locales));
}

function stringToLocaleUpperCase(locales) {
  requireObjectCoercible(this, "String.prototype.toLocaleUpperCase");
  const text = toString(this);
  return $localeUpperCase(text, localeTags(locales));
}

function stringIterator() {
  requireObjectCoercible(this, "String.prototype[Symbol.iterator]");
  return $newStringIterator(toString(this));
}

function stringFromCharCode(...codes) {
  const pieces = $newList();
  for (let i = 0; i < codes.length; i++) $arrayAppend(pieces, $charOfCode(toNumber(codes[i])));
  return $stringJoin(pieces);
}

function stringFromCodePoint(...points) {
  const pieces = $newList();
  for (let i = 0; i < points.length; i++) $arrayAppend(pieces, $charOfCodePoint(toNumber(points[i])));
  return $stringJoin(pieces);
}
