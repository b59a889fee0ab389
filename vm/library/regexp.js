// RegExp's protocol: everything that may call a program's exec, flags, species or replacer.
// https://tc39.es/ecma262/#sec-properties-of-the-regexp-prototype-object

const constructors = {
  RegExp(pattern, flags) {
    const patternIsRegExp = actsAsRegExp(pattern);
    let newTarget = new.target;
    if (newTarget === undefined) {
      newTarget = $callee();
      if (patternIsRegExp && flags === undefined) {
        const patternConstructor = pattern.constructor;
        if (newTarget === patternConstructor) return pattern;
      }
    }
    let source;
    let flagText;
    if ($kindOf(pattern) === "RegExp") {
      source = $regexpSource(pattern);
      flagText = flags === undefined ? $regexpFlags(pattern) : flags;
    } else if (patternIsRegExp) {
      source = pattern.source;
      flagText = flags === undefined ? pattern.flags : flags;
    } else {
      source = pattern;
      flagText = flags;
    }
    const proto = prototypeFor(newTarget, $RegExpPrototype);
    const text = source === undefined ? "" : toString(source);
    return $newRegExp(proto, text, flagText === undefined ? "" : toString(flagText));
  },
};

const RegExp = {
  escape(text) {
    if (typeof text !== "string") throw new TypeError("RegExp.escape needs a string");
    return $regexpEscape(text);
  },
  get [Symbol.species]() {
    return this;
  },
};

// RegExpExec. https://tc39.es/ecma262/#sec-regexpexec
function regexpExec(regexp, text) {
  if (!$isPristineRegExp(regexp)) {
    const exec = regexp.exec;
    if ($isCallable(exec)) {
      const result = $call(exec, regexp, text);
      if (result !== null && !$isObject(result)) throw new TypeError("object null is not a function");
      return result;
    }
    if ($kindOf(regexp) !== "RegExp") {
      throw new TypeError(`RegExp.prototype.exec called on incompatible receiver ${$describe(regexp)}`);
    }
  }
  return $regexpExec(regexp, text, toLength(regexp.lastIndex));
}

// The native exec with an argument or lastIndex that must be converted.
function regexpExecSlow(text) {
  const subject = toString(text);
  return $regexpExec(this, subject, toLength(this.lastIndex));
}

function regexpTestSlow(text) {
  if (!$isObject(this)) throw new TypeError(`RegExp.prototype.test called on incompatible receiver ${$describe(this)}`);
  return regexpExec(this, toString(text)) !== null;
}

function needObject(value, name) {
  if (!$isObject(value))
    throw new TypeError(`RegExp.prototype.${name} called on incompatible receiver ${$describe(value)}`);
}

function isUnicode(flags) {
  return $stringIncludesAt(flags, "u", 0) || $stringIncludesAt(flags, "v", 0);
}

const RegExpPrototype = {
  get flags() {
    needObject(this, "flags");
    if ($isPristineRegExp(this)) return $regexpFlags(this);
    let text = "";
    if (this.hasIndices) text += "d";
    if (this.global) text += "g";
    if (this.ignoreCase) text += "i";
    if (this.multiline) text += "m";
    if (this.dotAll) text += "s";
    if (this.unicode) text += "u";
    if (this.unicodeSets) text += "v";
    if (this.sticky) text += "y";
    return text;
  },

  toString() {
    needObject(this, "toString");
    return `/${toString(this.source)}/${toString(this.flags)}`;
  },

  compile(pattern, flags) {
    if ($kindOf(this) !== "RegExp") throw new TypeError("RegExp.prototype.compile called on incompatible receiver");
    let source = pattern;
    let flagText = flags;
    if ($kindOf(pattern) === "RegExp") {
      if (flags !== undefined) throw new TypeError("Invalid flags supplied to RegExp.prototype.compile");
      source = $regexpSource(pattern);
      flagText = $regexpFlags(pattern);
    }
    const text = source === undefined ? "" : toString(source);
    return $recompileRegExp(this, text, flagText === undefined ? "" : toString(flagText));
  },

  [Symbol.match](string) {
    needObject(this, "@@match");
    const text = toString(string);
    if ($isPristineRegExp(this)) {
      if ($stringIncludesAt($regexpFlags(this), "g", 0)) return $regexpMatchAll(this, text);
      return regexpExec(this, text);
    }
    const flags = toString(this.flags);
    if (!$stringIncludesAt(flags, "g", 0)) return regexpExec(this, text);
    const unicode = isUnicode(flags);
    this.lastIndex = 0;
    const found = $newList();
    let count = 0;
    for (;;) {
      const result = regexpExec(this, text);
      if (result === null) return count === 0 ? null : found;
      const matched = toString(result[0]);
      $arrayAppend(found, matched);
      if (matched === "") this.lastIndex = $advanceIndex(text, toLength(this.lastIndex), unicode);
      count++;
    }
  },

  [Symbol.matchAll](string) {
    needObject(this, "@@matchAll");
    const text = toString(string);
    const constructor = speciesConstructor(this, RegExp);
    const flags = toString(this.flags);
    const matcher = $new(constructor, this, flags);
    matcher.lastIndex = toLength(this.lastIndex);
    return newRegExpStringIterator(matcher, text, $stringIncludesAt(flags, "g", 0), isUnicode(flags));
  },

  [Symbol.replace](string, replaceValue) {
    needObject(this, "@@replace");
    const text = toString(string);
    const functional = $isCallable(replaceValue);
    const template = functional ? "" : toString(replaceValue);
    if ($isPristineRegExp(this) && typeof this.lastIndex === "number") {
      return functional ? replaceByFunction(this, text, replaceValue) : $regexpReplaceText(this, text, template);
    }
    const flags = toString(this.flags);
    const global = $stringIncludesAt(flags, "g", 0);
    const unicode = isUnicode(flags);
    if (global) this.lastIndex = 0;
    const results = $newList();
    for (;;) {
      const result = regexpExec(this, text);
      if (result === null) break;
      $arrayAppend(results, result);
      if (!global) break;
      if (toString(result[0]) === "") this.lastIndex = $advanceIndex(text, toLength(this.lastIndex), unicode);
    }
    const pieces = $newList();
    let next = 0;
    const total = $listLength(results);
    for (let r = 0; r < total; r++) {
      const result = results[r];
      const groupCount = lengthOf(result);
      const captureCount = groupCount > 1 ? groupCount - 1 : 0;
      const matched = toString(result[0]);
      let position = toIntegerOrInfinity(result.index);
      if (position > text.length) position = text.length;
      if (position < 0) position = 0;
      const captures = $newList();
      for (let i = 1; i <= captureCount; i++) {
        const capture = result[i];
        $arrayAppend(captures, capture === undefined ? undefined : toString(capture));
      }
      const namedGroups = result.groups;
      let replacement;
      if (functional) {
        const args = $newList();
        $arrayAppend(args, matched);
        for (let i = 0; i < captureCount; i++) $arrayAppend(args, captures[i]);
        $arrayAppend(args, position);
        $arrayAppend(args, text);
        if (namedGroups !== undefined) $arrayAppend(args, namedGroups);
        replacement = toString($apply(replaceValue, undefined, args));
      } else {
        const groups = namedGroups === undefined ? undefined : toObject(namedGroups);
        replacement = getSubstitution(matched, text, position, captures, groups, template);
      }
      if (position >= next) {
        $arrayAppend(pieces, $stringSlice(text, next, position));
        $arrayAppend(pieces, replacement);
        next = position + matched.length;
      }
    }
    if (next < text.length) $arrayAppend(pieces, $stringSlice(text, next, text.length));
    return $stringJoin(pieces);
  },

  [Symbol.search](string) {
    needObject(this, "@@search");
    const text = toString(string);
    const previous = this.lastIndex;
    if (!$sameValue(previous, 0)) this.lastIndex = 0;
    const result = regexpExec(this, text);
    const current = this.lastIndex;
    if (!$sameValue(current, previous)) this.lastIndex = previous;
    return result === null ? -1 : result.index;
  },

  [Symbol.split](string, limit) {
    needObject(this, "@@split");
    const text = toString(string);
    if ($isPristineRegExp(this)) return $regexpSplit(this, text, limit === undefined ? 4294967295 : toUint32(limit));
    const constructor = speciesConstructor(this, RegExp);
    const flags = toString(this.flags);
    const unicode = isUnicode(flags);
    const splitter = $new(constructor, this, $stringIncludesAt(flags, "y", 0) ? flags : `${flags}y`);
    const parts = $newList();
    const most = limit === undefined ? 4294967295 : toUint32(limit);
    if (most === 0) return parts;
    const size = text.length;
    if (size === 0) {
      if (regexpExec(splitter, text) === null) $arrayAppend(parts, text);
      return parts;
    }
    let from = 0;
    let at = 0;
    while (at < size) {
      splitter.lastIndex = at;
      const result = regexpExec(splitter, text);
      if (result === null) {
        at = $advanceIndex(text, at, unicode);
        continue;
      }
      let end = toLength(splitter.lastIndex);
      if (end > size) end = size;
      if (end === from) {
        at = $advanceIndex(text, at, unicode);
        continue;
      }
      $arrayAppend(parts, $stringSlice(text, from, at));
      if ($listLength(parts) === most) return parts;
      from = end;
      const groupCount = lengthOf(result);
      for (let i = 1; i < groupCount; i++) {
        $arrayAppend(parts, result[i]);
        if ($listLength(parts) === most) return parts;
      }
      at = from;
    }
    $arrayAppend(parts, $stringSlice(text, from, size));
    return parts;
  },
};

// Symbol.replace of a pristine regular expression with a function: all matches first, then the calls.
function replaceByFunction(regexp, text, replacer) {
  const calls = $regexpReplacerCalls(regexp, text);
  const total = $listLength(calls);
  if (total === 0) return text;
  const pieces = $newList();
  let next = 0;
  for (let i = 0; i < total; i++) {
    const args = calls[i];
    const matched = args[0];
    const last = $listLength(args) - 1;
    const position = typeof args[last] === "string" ? args[last - 1] : args[last - 2];
    const replacement = toString($apply(replacer, undefined, args));
    $arrayAppend(pieces, $stringSlice(text, next, position));
    $arrayAppend(pieces, replacement);
    next = position + matched.length;
  }
  if (next < text.length) $arrayAppend(pieces, $stringSlice(text, next, text.length));
  return $stringJoin(pieces);
}

// GetSubstitution with captures and groups. https://tc39.es/ecma262/#sec-getsubstitution
function getSubstitution(matched, text, position, captures, groups, template) {
  let dollar = $stringIndexOf(template, "$", 0);
  if (dollar === -1) return template;
  const pieces = $newList();
  const count = $listLength(captures);
  let from = 0;
  while (dollar !== -1 && dollar + 1 < template.length) {
    const next = template[dollar + 1];
    let piece;
    let width = 2;
    if (next === "$") piece = "$";
    else if (next === "&") piece = matched;
    else if (next === "`") piece = $stringSlice(text, 0, position);
    else if (next === "'") {
      const end = position + matched.length;
      piece = end >= text.length ? "" : $stringSlice(text, end, text.length);
    } else if (next >= "0" && next <= "9") {
      let index = $toNumberPrimitive(next);
      const second = template[dollar + 2];
      if (second !== undefined && second >= "0" && second <= "9") {
        const two = index * 10 + $toNumberPrimitive(second);
        if (two >= 1 && two <= count) {
          index = two;
          width = 3;
        }
      }
      if (index >= 1 && index <= count) {
        const capture = captures[index - 1];
        piece = capture === undefined ? "" : capture;
      }
    } else if (next === "<" && groups !== undefined) {
      const close = $stringIndexOf(template, ">", dollar + 2);
      if (close !== -1) {
        const value = groups[$stringSlice(template, dollar + 2, close)];
        piece = value === undefined ? "" : toString(value);
        width = close + 1 - dollar;
      }
    }
    if (piece === undefined) {
      dollar = $stringIndexOf(template, "$", dollar + 1);
      continue;
    }
    $arrayAppend(pieces, $stringSlice(template, from, dollar));
    $arrayAppend(pieces, piece);
    from = dollar + width;
    dollar = $stringIndexOf(template, "$", from);
  }
  if (from < template.length) $arrayAppend(pieces, $stringSlice(template, from, template.length));
  return $stringJoin(pieces);
}

// Fields: matcher, text, global, unicode, done.
function newRegExpStringIterator(matcher, text, global, unicode) {
  const iterator = $newRecord($RegExpStringIteratorPrototype, "RegExpStringIterator");
  $setField(iterator, 0, matcher);
  $setField(iterator, 1, text);
  $setField(iterator, 2, global);
  $setField(iterator, 3, unicode);
  $setField(iterator, 4, false);
  return iterator;
}

const RegExpStringIteratorPrototype = {
  next() {
    if (!$isRecord(this, "RegExpStringIterator")) {
      throw new TypeError(`next method called on incompatible receiver ${$describe(this)}`);
    }
    if ($getField(this, 4)) return createIterResult(undefined, true);
    const matcher = $getField(this, 0);
    const text = $getField(this, 1);
    const result = regexpExec(matcher, text);
    if (result === null) {
      $setField(this, 4, true);
      return createIterResult(undefined, true);
    }
    if (!$getField(this, 2)) {
      $setField(this, 4, true);
      return createIterResult(result, false);
    }
    if (toString(result[0]) === "") {
      matcher.lastIndex = $advanceIndex(text, toLength(matcher.lastIndex), $getField(this, 3));
    }
    return createIterResult(result, false);
  },
};
