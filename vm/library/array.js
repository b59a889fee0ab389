// Array and Array.prototype where guest code may run: callbacks, conversions, accessors, proxies,
// species. Routines named array… take over from the natives of vm/builtins/array.ts.
// Loops over a plain array read the element first: a value that is not undefined is present, so
// that HasProperty is asked for holes and undefined only. No proxy or accessor can tell.
// https://tc39.es/ecma262/#sec-array-objects

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
  if (actual < 0 || actual >= length) throw new RangeError("Invalid index : " + relative);
  const result = arrayCreate(length);
  for (let k = 0; k < length; k++) result[k] = k === actual ? value : object[k];
  return result;
}

// ---- sorting

// Stable merge sort of a list with a comparator: insertion into runs of eight, then merges.
// Returns the list that holds the result.
function mergeSort(list, comparator) {
  const count = list.length;
  for (let start = 0; start < count; start += 8) {
    const end = start + 8 < count ? start + 8 : count;
    for (let i = start + 1; i < end; i++) {
      const value = list[i];
      let j = i - 1;
      while (j >= start) {
        const order = +$call(comparator, undefined, list[j], value);
        if (!(order > 0)) break;
        list[j + 1] = list[j];
        j--;
      }
      list[j + 1] = value;
    }
  }
  let from = list;
  if (count <= 8) return from;
  let to = $copyList(list);
  for (let width = 8; width < count; width *= 2) {
    for (let left = 0; left < count; left += 2 * width) {
      const middle = left + width < count ? left + width : count;
      const right = left + 2 * width < count ? left + 2 * width : count;
      let i = left;
      let j = middle;
      let k = left;
      while (i < middle && j < right) {
        const order = +$call(comparator, undefined, from[i], from[j]);
        if (order > 0) to[k++] = from[j++];
        else to[k++] = from[i++];
      }
      while (i < middle) to[k++] = from[i++];
      while (j < right) to[k++] = from[j++];
    }
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}

// SortIndexedProperties on a list that was read already: undefined goes last.
function sortList(list, comparator) {
  const items = $newList();
  let undefinedCount = 0;
  for (let i = 0; i < list.length; i++) {
    if (list[i] === undefined) undefinedCount++;
    else $arrayAppend(items, list[i]);
  }
  let sorted = items;
  if (comparator !== undefined) sorted = mergeSort(items, comparator);
  else if (!$sortPrimitives(items)) {
    const keys = $newList();
    for (let i = 0; i < items.length; i++) $arrayAppend(keys, toString(items[i]));
    $sortByKeys(items, keys);
  }
  for (; undefinedCount > 0; undefinedCount--) $arrayAppend(sorted, undefined);
  return sorted;
}

function checkComparator(comparator) {
  if (comparator !== undefined && !$isCallable(comparator)) {
    throw new TypeError("The comparison function must be either a function or undefined");
  }
}

function arraySort(comparator) {
  checkComparator(comparator);
  const object = toObject(this);
  const length = lengthOf(object);
  const list = $newList();
  for (let k = 0; k < length; k++) if (k in object) $arrayAppend(list, object[k]);
  const sorted = sortList(list, comparator);
  const count = sorted.length;
  for (let k = 0; k < count; k++) object[k] = sorted[k];
  for (let k = count; k < length; k++) delete object[k];
  return object;
}

function arrayToSorted(comparator) {
  checkComparator(comparator);
  const object = toObject(this);
  const length = lengthOf(object);
  if (length > 4294967295) throw new RangeError("Invalid array length");
  const list = $newList();
  for (let k = 0; k < length; k++) $arrayAppend(list, object[k]);
  return sortList(list, comparator);
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

// ---- members with callbacks

const ArrayPrototype = {
  every(callback, thisArg = undefined) {
    const plain = $isPlainArray(this);
    const object = plain ? this : toObject(this);
    const length = plain ? object.length : lengthOf(object);
    if (!$isCallable(callback)) throwNotFunction(callback);
    if (plain) {
      for (let k = 0; k < length; k++) {
        const value = object[k];
        if ((value !== undefined || k in object) && !$call(callback, thisArg, value, k, object)) return false;
      }
    } else {
      for (let k = 0; k < length; k++) {
        if (k in object && !$call(callback, thisArg, object[k], k, object)) return false;
      }
    }
    return true;
  },

  filter(callback, thisArg = undefined) {
    const plain = $isPlainArray(this);
    const object = plain ? this : toObject(this);
    const length = plain ? object.length : lengthOf(object);
    if (!$isCallable(callback)) throwNotFunction(callback);
    if ($isPristineArray(object)) {
      const list = $newList();
      for (let k = 0; k < length; k++) {
        const value = object[k];
        if ((value !== undefined || k in object) && $call(callback, thisArg, value, k, object)) {
          $arrayAppend(list, value);
        }
      }
      return list;
    }
    const result = arraySpeciesCreate(object, 0);
    let to = 0;
    for (let k = 0; k < length; k++) {
      if (!(k in object)) continue;
      const value = object[k];
      if ($call(callback, thisArg, value, k, object)) createDataPropertyOrThrow(result, to++, value);
    }
    return result;
  },

  find(predicate, thisArg = undefined) {
    const plain = $isPlainArray(this);
    const object = plain ? this : toObject(this);
    const length = plain ? object.length : lengthOf(object);
    if (!$isCallable(predicate)) throwNotFunction(predicate);
    for (let k = 0; k < length; k++) {
      const value = object[k];
      if ($call(predicate, thisArg, value, k, object)) return value;
    }
    return undefined;
  },

  findIndex(predicate, thisArg = undefined) {
    const plain = $isPlainArray(this);
    const object = plain ? this : toObject(this);
    const length = plain ? object.length : lengthOf(object);
    if (!$isCallable(predicate)) throwNotFunction(predicate);
    for (let k = 0; k < length; k++) if ($call(predicate, thisArg, object[k], k, object)) return k;
    return -1;
  },

  findLast(predicate, thisArg = undefined) {
    const object = toObject(this);
    const length = lengthOf(object);
    if (!$isCallable(predicate)) throwNotFunction(predicate);
    for (let k = length - 1; k >= 0; k--) {
      const value = object[k];
      if ($call(predicate, thisArg, value, k, object)) return value;
    }
    return undefined;
  },

  findLastIndex(predicate, thisArg = undefined) {
    const object = toObject(this);
    const length = lengthOf(object);
    if (!$isCallable(predicate)) throwNotFunction(predicate);
    for (let k = length - 1; k >= 0; k--) if ($call(predicate, thisArg, object[k], k, object)) return k;
    return -1;
  },

  flatMap(mapper, thisArg = undefined) {
    const object = toObject(this);
    const length = lengthOf(object);
    if (!$isCallable(mapper)) throw new TypeError("flatMap mapper function is not callable");
    const result = arraySpeciesCreate(object, 0);
    flattenInto(result, object, length, 1, mapper, thisArg);
    return result;
  },

  forEach(callback, thisArg = undefined) {
    const plain = $isPlainArray(this);
    const object = plain ? this : toObject(this);
    const length = plain ? object.length : lengthOf(object);
    if (!$isCallable(callback)) throwNotFunction(callback);
    if (plain) {
      for (let k = 0; k < length; k++) {
        const value = object[k];
        if (value !== undefined || k in object) $call(callback, thisArg, value, k, object);
      }
    } else {
      for (let k = 0; k < length; k++) if (k in object) $call(callback, thisArg, object[k], k, object);
    }
    return undefined;
  },

  map(callback, thisArg = undefined) {
    const plain = $isPlainArray(this);
    const object = plain ? this : toObject(this);
    const length = plain ? object.length : lengthOf(object);
    if (!$isCallable(callback)) throwNotFunction(callback);
    if ($isPristineArray(object)) {
      const list = $newList();
      for (let k = 0; k < length; k++) {
        const value = object[k];
        if (value !== undefined || k in object) list[k] = $call(callback, thisArg, value, k, object);
      }
      if (list.length !== length) list.length = length;
      return list;
    }
    const result = arraySpeciesCreate(object, length);
    for (let k = 0; k < length; k++) {
      if (k in object) createDataPropertyOrThrow(result, k, $call(callback, thisArg, object[k], k, object));
    }
    return result;
  },

  // The argument count tells `reduce(f)` from `reduce(f, undefined)`.
  reduce(callback, initial = undefined) {
    const plain = $isPlainArray(this);
    const object = plain ? this : toObject(this);
    const length = plain ? object.length : lengthOf(object);
    if (!$isCallable(callback)) throwNotFunction(callback);
    let k = 0;
    let accumulator = initial;
    if ($argc() < 2) {
      while (k < length && !(k in object)) k++;
      if (k >= length) throw new TypeError("Reduce of empty array with no initial value");
      accumulator = object[k++];
    }
    if (plain) {
      for (; k < length; k++) {
        const value = object[k];
        if (value !== undefined || k in object) accumulator = $call(callback, undefined, accumulator, value, k, object);
      }
    } else {
      for (; k < length; k++) {
        if (k in object) accumulator = $call(callback, undefined, accumulator, object[k], k, object);
      }
    }
    return accumulator;
  },

  reduceRight(callback, initial = undefined) {
    const object = toObject(this);
    const length = lengthOf(object);
    if (!$isCallable(callback)) throwNotFunction(callback);
    let k = length - 1;
    let accumulator = initial;
    if ($argc() < 2) {
      while (k >= 0 && !(k in object)) k--;
      if (k < 0) throw new TypeError("Reduce of empty array with no initial value");
      accumulator = object[k--];
    }
    for (; k >= 0; k--) {
      if (k in object) accumulator = $call(callback, undefined, accumulator, object[k], k, object);
    }
    return accumulator;
  },

  some(callback, thisArg = undefined) {
    const plain = $isPlainArray(this);
    const object = plain ? this : toObject(this);
    const length = plain ? object.length : lengthOf(object);
    if (!$isCallable(callback)) throwNotFunction(callback);
    if (plain) {
      for (let k = 0; k < length; k++) {
        const value = object[k];
        if ((value !== undefined || k in object) && $call(callback, thisArg, value, k, object)) return true;
      }
    } else {
      for (let k = 0; k < length; k++) {
        if (k in object && $call(callback, thisArg, object[k], k, object)) return true;
      }
    }
    return false;
  },

  toLocaleString(locales = undefined, options = undefined) {
    const array = toObject(this);
    const length = lengthOf(array);
    if (!$joinEnter(array)) return "";
    try {
      const parts = $newList();
      for (let k = 0; k < length; k++) {
        const element = array[k];
        $arrayAppend(
          parts,
          element === undefined || element === null ? "" : toString(element.toLocaleString(locales, options)),
        );
      }
      return $joinList(parts, ",");
    } finally {
      $joinLeave();
    }
  },
};

const Array = {
  get [Symbol.species]() {
    return this;
  },

  from(items, mapper = undefined, thisArg = undefined) {
    if (mapper !== undefined && !$isCallable(mapper)) throwNotFunction(mapper);
    if (items === undefined || items === null) throwNotIterable(items);
    const method = $isPristineArray(items) ? null : getMethod(items, Symbol.iterator);
    if (method !== undefined) {
      const result = $isConstructor(this) ? $new(this) : $newList();
      // An untouched array is walked by index, without iterator objects.
      const record = method === null ? getIterator(items) : getIteratorFromMethod(items, method);
      const plain = $isPristineArray(result);
      let k = 0;
      for (const item of $iterable(record)) {
        const value = mapper === undefined ? item : $call(mapper, thisArg, item, k);
        if (plain) result[k] = value;
        else createDataPropertyOrThrow(result, k, value);
        k++;
      }
      result.length = k;
      return result;
    }
    const source = toObject(items);
    const length = lengthOf(source);
    const result = $isConstructor(this) ? $new(this, length) : arrayCreate(length);
    for (let k = 0; k < length; k++) {
      const item = source[k];
      createDataPropertyOrThrow(result, k, mapper === undefined ? item : $call(mapper, thisArg, item, k));
    }
    result.length = length;
    return result;
  },

  async fromAsync(items, mapper = undefined, thisArg = undefined) {
    if (mapper !== undefined && !$isCallable(mapper)) throwNotFunction(mapper);
    const asyncMethod = getMethod(items, Symbol.asyncIterator);
    const syncMethod = asyncMethod === undefined ? getMethod(items, Symbol.iterator) : undefined;
    if (asyncMethod === undefined && syncMethod === undefined) {
      const source = toObject(items);
      const length = lengthOf(source);
      const result = $isConstructor(this) ? $new(this, length) : arrayCreate(length);
      for (let k = 0; k < length; k++) {
        let value = await source[k];
        if (mapper !== undefined) value = await $call(mapper, thisArg, value, k);
        createDataPropertyOrThrow(result, k, value);
      }
      result.length = length;
      return result;
    }
    const result = $isConstructor(this) ? $new(this) : $newList();
    let record = getIteratorFromMethod(items, asyncMethod === undefined ? syncMethod : asyncMethod);
    if (asyncMethod === undefined) record = createAsyncFromSyncIterator(record);
    const iterator = $recordIterator(record);
    const next = $recordNext(record);
    for (let k = 0; ; k++) {
      const step = await $call(next, iterator);
      if (!$isObject(step)) throw new TypeError(`Iterator result ${$shown(step)} is not an object`);
      if (step.done) {
        result.length = k;
        return result;
      }
      let value = step.value;
      try {
        if (mapper !== undefined) value = await $call(mapper, thisArg, value, k);
        createDataPropertyOrThrow(result, k, value);
      } catch (error) {
        // AsyncIteratorClose of a throw completion: whatever `return` does is dropped.
        try {
          const method = getMethod(iterator, "return");
          if (method !== undefined) await $call(method, iterator);
        } catch {
          throw error;
        }
        throw error;
      }
    }
  },
};
