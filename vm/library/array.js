// Array: the constructor, and the members that natives usually serve, for objects with accessors,
// proxies, conversions or species. Routines named array… take over from the natives of
// vm/builtins/array.ts with the same this value and arguments. Members with callbacks are
// array-callbacks.js, sorting is array-sort.js. https://tc39.es/ecma262/#sec-array-objects

const constructors = {
  Array(length) {
    const proto = prototypeFor(new.target === undefined ? $callee() : new.target, $ArrayPrototype);
    const count = $argc();
    if (count === 0) return $makeArray(proto, 0);
    if (count === 1) {
      if (typeof length !== "number") {
        const single = $makeArray(proto, 0);
        $putElement(single, 0, length);
        return single;
      }
      if (length >>> 0 !== length) throw new RangeError("Invalid array length");
      return $makeArray(proto, length);
    }
    const array = $makeArray(proto, 0);
    for (let i = 0; i < count; i++) $putElement(array, i, arguments[i]);
    return array;
  },
};

function throwNotFunction(value) {
  throw new TypeError(`${$shown(value)} is not a function`);
}

function relativeIndex(value, length) {
  const index = toIntegerOrInfinity(value);
  if (index < 0) return length + index < 0 ? 0 : length + index;
  return index < length ? index : length;
}

// ArrayCreate for lengths of the library's arithmetic.
function arrayCreate(length) {
  if (length > 4294967295) throw new RangeError("Invalid array length");
  return $makeArray($ArrayPrototype, length);
}

function arraySpeciesCreate(original, length) {
  if ($isPristineArray(original)) return arrayCreate(length);
  if (!isArray(original)) return arrayCreate(length);
  let constructor = original.constructor;
  if ($isObject(constructor)) {
    constructor = constructor[Symbol.species];
    if (constructor === null) constructor = undefined;
  }
  if (constructor === undefined) return arrayCreate(length);
  if (!$isConstructor(constructor)) throw new TypeError("object.constructor[Symbol.species] is not a constructor");
  return $new(constructor, length);
}

// ---- members that natives usually serve

function arrayAt(index) {
  const object = toObject(this);
  const length = lengthOf(object);
  const relative = toIntegerOrInfinity(index);
  const k = relative >= 0 ? relative : length + relative;
  return k < 0 || k >= length ? undefined : object[k];
}

function isConcatSpreadable(value) {
  if (!$isObject(value)) return false;
  const spreadable = value[Symbol.isConcatSpreadable];
  return spreadable !== undefined ? !!spreadable : isArray(value);
}

function arrayConcat(...items) {
  const object = toObject(this);
  const result = arraySpeciesCreate(object, 0);
  let n = 0;
  for (let i = -1; i < items.length; i++) {
    const item = i < 0 ? object : items[i];
    if (isConcatSpreadable(item)) {
      const length = lengthOf(item);
      if (n + length > 9007199254740991) throw new TypeError("Invalid array length");
      for (let k = 0; k < length; k++) {
        if (k in item) createDataPropertyOrThrow(result, n, item[k]);
        n++;
      }
    } else {
      if (n >= 9007199254740991) throw new TypeError("Invalid array length");
      createDataPropertyOrThrow(result, n, item);
      n++;
    }
  }
  result.length = n;
  return result;
}

function arrayCopyWithin(target, start, end) {
  const object = toObject(this);
  const length = lengthOf(object);
  let to = relativeIndex(target, length);
  let from = relativeIndex(start, length);
  const final = end === undefined ? length : relativeIndex(end, length);
  let count = final - from < length - to ? final - from : length - to;
  let direction = 1;
  if (from < to && to < from + count) {
    direction = -1;
    from += count - 1;
    to += count - 1;
  }
  for (; count > 0; count--) {
    if (from in object) object[to] = object[from];
    else delete object[to];
    from += direction;
    to += direction;
  }
  return object;
}

function arrayEntries() {
  return $newArrayIterator(toObject(this), 2);
}

function arrayKeys() {
  return $newArrayIterator(toObject(this), 0);
}

function arrayValues() {
  return $newArrayIterator(toObject(this), 1);
}

function arrayFill(value, start, end) {
  const object = toObject(this);
  const length = lengthOf(object);
  let k = relativeIndex(start, length);
  const final = end === undefined ? length : relativeIndex(end, length);
  for (; k < final; k++) object[k] = value;
  return object;
}

// FlattenIntoArray with a stack of its own instead of recursion.
function flattenInto(target, source, sourceLength, depth, mapper, thisArg) {
  const sources = [source];
  const lengths = [sourceLength];
  const positions = [0];
  let level = 0;
  let at = 0;
  while (level >= 0) {
    const k = positions[level];
    if (k >= lengths[level]) {
      level--;
      continue;
    }
    positions[level] = k + 1;
    const object = sources[level];
    if (!(k in object)) continue;
    let element = object[k];
    if (mapper !== undefined && level === 0) element = $call(mapper, thisArg, element, k, object);
    if (level < depth && isArray(element)) {
      level++;
      sources[level] = element;
      lengths[level] = lengthOf(element);
      positions[level] = 0;
    } else {
      if (at >= 9007199254740991) throw new TypeError("Invalid array length");
      createDataPropertyOrThrow(target, at, element);
      at++;
    }
  }
}

function arrayFlat(depth) {
  const object = toObject(this);
  const length = lengthOf(object);
  let levels = 1;
  if (depth !== undefined) {
    levels = toIntegerOrInfinity(depth);
    if (levels < 0) levels = 0;
  }
  const result = arraySpeciesCreate(object, 0);
  flattenInto(result, object, length, levels, undefined, undefined);
  return result;
}

function arrayIncludes(value, fromIndex) {
  const object = toObject(this);
  const length = lengthOf(object);
  if (length === 0) return false;
  for (let k = relativeIndex(fromIndex, length); k < length; k++) {
    if ($sameValueZero(object[k], value)) return true;
  }
  return false;
}

function arrayIndexOf(value, fromIndex) {
  const object = toObject(this);
  const length = lengthOf(object);
  if (length === 0) return -1;
  for (let k = relativeIndex(fromIndex, length); k < length; k++) {
    if (k in object && object[k] === value) return k;
  }
  return -1;
}

function arrayLastIndexOf(value, fromIndex) {
  const object = toObject(this);
  const length = lengthOf(object);
  if (length === 0) return -1;
  let k = length - 1;
  if ($argc() > 1) {
    const from = toIntegerOrInfinity(fromIndex);
    k = from < 0 ? length + from : from < k ? from : k;
  }
  for (; k >= 0; k--) if (k in object && object[k] === value) return k;
  return -1;
}

function arrayJoin(separator) {
  const object = toObject(this);
  const length = lengthOf(object);
  const between = separator === undefined ? "," : toString(separator);
  // V8's answer to an array that holds itself.
  if (!$joinEnter(object)) return "";
  try {
    const parts = $newList();
    for (let k = 0; k < length; k++) {
      const element = object[k];
      $arrayAppend(parts, element === undefined || element === null ? "" : toString(element));
    }
    return $joinList(parts, between);
  } finally {
    $joinLeave();
  }
}

function arrayToString() {
  const array = toObject(this);
  const join = array.join;
  return $isCallable(join) ? $call(join, array) : $call(objectToString, array);
}

function arrayPop() {
  const object = toObject(this);
  const length = lengthOf(object);
  if (length === 0) {
    object.length = 0;
    return undefined;
  }
  const index = length - 1;
  const element = object[index];
  delete object[index];
  object.length = index;
  return element;
}

function arrayPush(...items) {
  const object = toObject(this);
  let length = lengthOf(object);
  if (length + items.length > 9007199254740991) {
    throw new TypeError(
      `Pushing ${items.length} elements on an array-like of length ${length} is disallowed, as the total surpasses 2**53-1`,
    );
  }
  for (let i = 0; i < items.length; i++) {
    object[length] = items[i];
    length++;
  }
  object.length = length;
  return length;
}

function arrayReverse() {
  const object = toObject(this);
  const length = lengthOf(object);
  let lower = 0;
  let upper = length - 1;
  for (; lower < upper; lower++, upper--) {
    let lowerValue;
    let upperValue;
    const lowerExists = lower in object;
    if (lowerExists) lowerValue = object[lower];
    const upperExists = upper in object;
    if (upperExists) upperValue = object[upper];
    if (upperExists) object[lower] = upperValue;
    else if (lowerExists) delete object[lower];
    if (lowerExists) object[upper] = lowerValue;
    else if (upperExists) delete object[upper];
  }
  return object;
}

function arrayShift() {
  const object = toObject(this);
  const length = lengthOf(object);
  if (length === 0) {
    object.length = 0;
    return undefined;
  }
  const first = object[0];
  for (let k = 1; k < length; k++) {
    if (k in object) object[k - 1] = object[k];
    else delete object[k - 1];
  }
  delete object[length - 1];
  object.length = length - 1;
  return first;
}

function arrayUnshift(...items) {
  const object = toObject(this);
  const length = lengthOf(object);
  const count = items.length;
  if (count > 0) {
    if (length + count > 9007199254740991) throw new TypeError("Invalid array length");
    for (let k = length; k > 0; k--) {
      if (k - 1 in object) object[k + count - 1] = object[k - 1];
      else delete object[k + count - 1];
    }
    for (let i = 0; i < count; i++) object[i] = items[i];
  }
  object.length = length + count;
  return length + count;
}

function arraySlice(start, end) {
  const object = toObject(this);
  const length = lengthOf(object);
  let k = relativeIndex(start, length);
  const final = end === undefined ? length : relativeIndex(end, length);
  const result = arraySpeciesCreate(object, final > k ? final - k : 0);
  let n = 0;
  for (; k < final; k++, n++) if (k in object) createDataPropertyOrThrow(result, n, object[k]);
  result.length = n;
  return result;
}

function arraySplice(start, deleteCount, ...items) {
  const object = toObject(this);
  const length = lengthOf(object);
  const from = relativeIndex(start, length);
  const argc = $argc();
  let removed = 0;
  if (argc === 1) removed = length - from;
  else if (argc > 1) {
    removed = toIntegerOrInfinity(deleteCount);
    if (removed < 0) removed = 0;
    if (removed > length - from) removed = length - from;
  }
  const count = items.length;
  if (length + count - removed > 9007199254740991) throw new TypeError("Invalid array length");
  const result = arraySpeciesCreate(object, removed);
  for (let k = 0; k < removed; k++) {
    if (from + k in object) createDataPropertyOrThrow(result, k, object[from + k]);
  }
  result.length = removed;
  if (count < removed) {
    for (let k = from; k < length - removed; k++) {
      if (k + removed in object) object[k + count] = object[k + removed];
      else delete object[k + count];
    }
    for (let k = length; k > length - removed + count; k--) delete object[k - 1];
  } else if (count > removed) {
    for (let k = length - removed; k > from; k--) {
      if (k + removed - 1 in object) object[k + count - 1] = object[k + removed - 1];
      else delete object[k + count - 1];
    }
  }
  for (let i = 0; i < count; i++) object[from + i] = items[i];
  object.length = length - removed + count;
  return result;
}

function arrayToReversed() {
  const object = toObject(this);
  const length = lengthOf(object);
  const result = arrayCreate(length);
  for (let k = 0; k < length; k++) result[k] = object[length - 1 - k];
  return result;
}

function arrayToSpliced(start, skipCount, ...items) {
  const object = toObject(this);
  const length = lengthOf(object);
  const from = relativeIndex(start, length);
  const argc = $argc();
  let skipped = 0;
  if (argc === 1) skipped = length - from;
  else if (argc > 1) {
    skipped = toIntegerOrInfinity(skipCount);
    if (skipped < 0) skipped = 0;
    if (skipped > length - from) skipped = length - from;
  }
  const newLength = length + items.length - skipped;
  if (newLength > 9007199254740991) throw new TypeError("Invalid array length");
  const result = arrayCreate(newLength);
  let i = 0;
  for (; i < from; i++) result[i] = object[i];
  for (let k = 0; k < items.length; k++, i++) result[i] = items[k];
  for (let r = from + skipped; i < newLength; i++, r++) result[i] = object[r];
  return result;
}

function arrayWith(index, value) {
  const object = toObject(this);
  const length = lengthOf(object);
  const relative = toIntegerOrInfinity(index);
  const actual = relative >= 0 ? relative : length + relative;
  if (actual < 0 || actual >= length) throw new RangeError(`Invalid index : ${$shown(index)}`);
  const result = arrayCreate(length);
  for (let k = 0; k < length; k++) result[k] = k === actual ? value : object[k];
  return result;
}

// ---- iterators over objects that the native next leaves to us

function arrayIteratorNext() {
  const object = $getField(this, 0);
  const index = $getField(this, 1);
  if (index >= lengthOf(object)) {
    $setField(this, 0, undefined);
    return createIterResult(undefined, true);
  }
  $setField(this, 1, index + 1);
  const kind = $getField(this, 2);
  if (kind === 0) return createIterResult(index, false);
  const value = object[index];
  return createIterResult(kind === 1 ? value : [index, value], false);
}

function arrayOf(...items) {
  const length = items.length;
  const result = $isConstructor(this) ? $new(this, length) : arrayCreate(length);
  for (let k = 0; k < length; k++) createDataPropertyOrThrow(result, k, items[k]);
  result.length = length;
  return result;
}
