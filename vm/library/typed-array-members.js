// %TypedArray%.prototype. Validation and conversion happen here in the specified order; the
// operations of vm/builtins/typed-array.ts move what was validated.
// https://tc39.es/ecma262/#sec-properties-of-the-%typedarrayprototype%-object

const TypedArrayPrototype = {
  at(index) {
    const length = validTypedArray(this, "at");
    const relative = toIntegerOrInfinity(index);
    const k = relative >= 0 ? relative : length + relative;
    return k < 0 || k >= length ? undefined : this[k];
  },

  copyWithin(target, start, end = undefined) {
    const length = validTypedArray(this, "copyWithin");
    const to = relativeIndex(target, length);
    const from = relativeIndex(start, length);
    const final = end === undefined ? length : relativeIndex(end, length);
    let count = final - from < length - to ? final - from : length - to;
    if (count > 0) {
      if ($typedOutOfBounds(this))
        throw new TypeError("Cannot perform %TypedArray%.prototype.copyWithin on a detached ArrayBuffer");
      // The conversions may have shrunk the buffer.
      const now = $typedLength(this);
      if (from + count > now) count = now - from;
      if (to + count > now) count = now - to;
      if (count > 0) {
        const size = $typedElementSize($typedElement(this));
        const offset = $typedByteOffset(this);
        $moveBytes($typedBuffer(this), [offset + to * size, offset + from * size, count * size]);
      }
    }
    return this;
  },

  every(callback, thisArg = undefined) {
    const length = validTypedArray(this, "every");
    checkCallback(callback);
    for (let k = 0; k < length; k++) if (!$call(callback, thisArg, this[k], k, this)) return false;
    return true;
  },

  fill(value, start = undefined, end = undefined) {
    const length = validTypedArray(this, "fill");
    const element = elementFor(this, value);
    const first = relativeIndex(start, length);
    let final = end === undefined ? length : relativeIndex(end, length);
    const now = validTypedArray(this, "fill");
    if (final > now) final = now;
    if (first < final) $typedFill(this, element, first, final);
    return this;
  },

  filter(callback, thisArg = undefined) {
    const length = validTypedArray(this, "filter");
    checkCallback(callback);
    const kept = $newList();
    for (let k = 0; k < length; k++) {
      const value = this[k];
      if ($call(callback, thisArg, value, k, this)) $arrayAppend(kept, value);
    }
    const count = kept.length;
    const result = typedArraySpeciesCreate(this, [count], count);
    for (let k = 0; k < count; k++) result[k] = kept[k];
    return result;
  },

  find(callback, thisArg = undefined) {
    const length = validTypedArray(this, "find");
    checkCallback(callback);
    for (let k = 0; k < length; k++) {
      const value = this[k];
      if ($call(callback, thisArg, value, k, this)) return value;
    }
    return undefined;
  },

  findIndex(callback, thisArg = undefined) {
    const length = validTypedArray(this, "findIndex");
    checkCallback(callback);
    for (let k = 0; k < length; k++) if ($call(callback, thisArg, this[k], k, this)) return k;
    return -1;
  },

  findLast(callback, thisArg = undefined) {
    const length = validTypedArray(this, "findLast");
    checkCallback(callback);
    for (let k = length - 1; k >= 0; k--) {
      const value = this[k];
      if ($call(callback, thisArg, value, k, this)) return value;
    }
    return undefined;
  },

  findLastIndex(callback, thisArg = undefined) {
    const length = validTypedArray(this, "findLastIndex");
    checkCallback(callback);
    for (let k = length - 1; k >= 0; k--) if ($call(callback, thisArg, this[k], k, this)) return k;
    return -1;
  },

  forEach(callback, thisArg = undefined) {
    const length = validTypedArray(this, "forEach");
    checkCallback(callback);
    for (let k = 0; k < length; k++) $call(callback, thisArg, this[k], k, this);
    return undefined;
  },

  includes(value, fromIndex = undefined) {
    const length = validTypedArray(this, "includes");
    if (length === 0) return false;
    for (let k = relativeIndex(fromIndex, length); k < length; k++) if ($sameValueZero(this[k], value)) return true;
    return false;
  },

  indexOf(value, fromIndex = undefined) {
    const length = validTypedArray(this, "indexOf");
    if (length === 0) return -1;
    const from = relativeIndex(fromIndex, length);
    return from >= length ? -1 : $typedIndexOf(this, value, from, length);
  },

  join(separator) {
    const length = validTypedArray(this, "join");
    const between = separator === undefined ? "," : toString(separator);
    return $joinList($typedValues(this, length), between);
  },

  lastIndexOf(value, fromIndex = undefined) {
    const length = validTypedArray(this, "lastIndexOf");
    if (length === 0) return -1;
    const from = $argc() > 1 ? toIntegerOrInfinity(fromIndex) : length - 1;
    const k = from < 0 ? length + from : from < length - 1 ? from : length - 1;
    return k < 0 ? -1 : $typedIndexOf(this, value, k, -1);
  },

  map(callback, thisArg = undefined) {
    const length = validTypedArray(this, "map");
    checkCallback(callback);
    const result = typedArraySpeciesCreate(this, [length], length);
    for (let k = 0; k < length; k++) result[k] = $call(callback, thisArg, this[k], k, this);
    return result;
  },

  reduce(callback, initial = undefined) {
    const length = validTypedArray(this, "reduce");
    checkCallback(callback);
    let k = 0;
    let accumulator = initial;
    if ($argc() < 2) {
      if (length === 0) throw new TypeError("Reduce of empty array with no initial value");
      accumulator = this[0];
      k = 1;
    }
    for (; k < length; k++) accumulator = $call(callback, undefined, accumulator, this[k], k, this);
    return accumulator;
  },

  reduceRight(callback, initial = undefined) {
    const length = validTypedArray(this, "reduceRight");
    checkCallback(callback);
    let k = length - 1;
    let accumulator = initial;
    if ($argc() < 2) {
      if (length === 0) throw new TypeError("Reduce of empty array with no initial value");
      accumulator = this[k];
      k--;
    }
    for (; k >= 0; k--) accumulator = $call(callback, undefined, accumulator, this[k], k, this);
    return accumulator;
  },

  reverse() {
    return $typedReverse(this, validTypedArray(this, "reverse"));
  },

  set(source, offset = undefined) {
    if ($kindOf(this) !== "TypedArray") throw new TypeError("this is not a typed array.");
    const targetOffset = toIntegerOrInfinity(offset);
    if (targetOffset < 0) throw new RangeError("offset is out of bounds");
    if ($kindOf(source) === "TypedArray") {
      const length = validTypedArray(this, "set");
      const count = validTypedArray(source, "set");
      if ($isBigIntArray(source) !== $isBigIntArray(this)) {
        throw new TypeError("Cannot mix BigInt and other types, use explicit conversions");
      }
      if (count + targetOffset > length) throw new RangeError("offset is out of bounds");
      $typedCopy(this, source, [targetOffset, 0, count]);
      return undefined;
    }
    const length = validTypedArray(this, "set");
    const object = toObject(source);
    const count = lengthOf(object);
    if (count + targetOffset > length) throw new RangeError("offset is out of bounds");
    for (let k = 0; k < count; k++) this[targetOffset + k] = object[k];
    return undefined;
  },

  slice(start, end) {
    const length = validTypedArray(this, "slice");
    const first = relativeIndex(start, length);
    let final = end === undefined ? length : relativeIndex(end, length);
    const count = final > first ? final - first : 0;
    const result = typedArraySpeciesCreate(this, [count], count);
    if (count === 0) return result;
    const now = validTypedArray(this, "slice");
    if (final > now) final = now;
    const available = final > first ? final - first : 0;
    if ($typedElement(result) === $typedElement(this)) {
      const size = $typedElementSize($typedElement(this));
      // A species constructor may have returned a shorter view of memory that shrank since.
      const room = $typedLength(result);
      const copied = available < room ? available : room;
      $copyBytes($typedBuffer(result), $typedBuffer(this), [
        $typedByteOffset(result),
        $typedByteOffset(this) + first * size,
        copied * size,
      ]);
    } else for (let k = 0; k < available; k++) result[k] = this[first + k];
    return result;
  },

  some(callback, thisArg = undefined) {
    const length = validTypedArray(this, "some");
    checkCallback(callback);
    for (let k = 0; k < length; k++) if ($call(callback, thisArg, this[k], k, this)) return true;
    return false;
  },

  sort(comparator) {
    checkComparator(comparator);
    const length = validTypedArray(this, "sort");
    if (comparator === undefined) return $typedSort(this, length);
    const sorted = mergeSort($typedValues(this, length), comparator);
    // Elements beyond a buffer that shrank meanwhile are dropped by assignment.
    for (let k = 0; k < length; k++) this[k] = sorted[k];
    return this;
  },

  subarray(start, end) {
    if ($kindOf(this) !== "TypedArray") throw new TypeError("this is not a typed array.");
    const length = $typedLength(this);
    const first = relativeIndex(start, length);
    const size = $typedElementSize($typedElement(this));
    const offset = $typedByteOffset(this) + first * size;
    const buffer = $typedBuffer(this);
    if ($typedTracksLength(this) && end === undefined)
      return typedArraySpeciesCreate(this, [buffer, offset], undefined);
    const final = end === undefined ? length : relativeIndex(end, length);
    return typedArraySpeciesCreate(this, [buffer, offset, final > first ? final - first : 0], undefined);
  },

  toLocaleString(locales = undefined, options = undefined) {
    const length = validTypedArray(this, "toLocaleString");
    const parts = $newList();
    for (let k = 0; k < length; k++) {
      const element = this[k];
      $arrayAppend(parts, element === undefined ? "" : toString(element.toLocaleString(locales, options)));
    }
    return $joinList(parts, ",");
  },

  toReversed() {
    const length = validTypedArray(this, "toReversed");
    const result = typedArraySameType(this, length);
    $typedCopy(result, this, [0, 0, length]);
    return $typedReverse(result, length);
  },

  toSorted(comparator) {
    checkComparator(comparator);
    const length = validTypedArray(this, "toSorted");
    const result = typedArraySameType(this, length);
    if (comparator === undefined) {
      $typedCopy(result, this, [0, 0, length]);
      return $typedSort(result, length);
    }
    const sorted = mergeSort($typedValues(this, length), comparator);
    for (let k = 0; k < length; k++) result[k] = sorted[k];
    return result;
  },

  with(index, value) {
    const length = validTypedArray(this, "with");
    const relative = toIntegerOrInfinity(index);
    const actual = relative >= 0 ? relative : length + relative;
    const element = elementFor(this, value);
    // IsValidIntegerIndex: the conversion may have shrunk the array.
    if (!(actual >= 0 && actual < $typedLength(this))) throw new RangeError("Invalid typed array index");
    const result = typedArraySameType(this, length);
    for (let k = 0; k < length; k++) result[k] = k === actual ? element : this[k];
    return result;
  },
};
