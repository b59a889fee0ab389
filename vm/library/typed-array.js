// %TypedArray%, its twelve constructors and prototype. Validation and conversion happen here in
// the specified order; the operations move what was validated.
// https://tc39.es/ecma262/#sec-typedarray-objects

const constructors = {
  TypedArray() {
    throw new TypeError("Abstract class TypedArray not directly constructable");
  },
  Int8Array(first, second, third) {
    return constructTypedArray(new.target, "Int8", $Int8ArrayPrototype, first, second, third);
  },
  Uint8Array(first, second, third) {
    return constructTypedArray(new.target, "Uint8", $Uint8ArrayPrototype, first, second, third);
  },
  Uint8ClampedArray(first, second, third) {
    return constructTypedArray(new.target, "Uint8Clamped", $Uint8ClampedArrayPrototype, first, second, third);
  },
  Int16Array(first, second, third) {
    return constructTypedArray(new.target, "Int16", $Int16ArrayPrototype, first, second, third);
  },
  Uint16Array(first, second, third) {
    return constructTypedArray(new.target, "Uint16", $Uint16ArrayPrototype, first, second, third);
  },
  Int32Array(first, second, third) {
    return constructTypedArray(new.target, "Int32", $Int32ArrayPrototype, first, second, third);
  },
  Uint32Array(first, second, third) {
    return constructTypedArray(new.target, "Uint32", $Uint32ArrayPrototype, first, second, third);
  },
  BigInt64Array(first, second, third) {
    return constructTypedArray(new.target, "BigInt64", $BigInt64ArrayPrototype, first, second, third);
  },
  BigUint64Array(first, second, third) {
    return constructTypedArray(new.target, "BigUint64", $BigUint64ArrayPrototype, first, second, third);
  },
  Float16Array(first, second, third) {
    return constructTypedArray(new.target, "Float16", $Float16ArrayPrototype, first, second, third);
  },
  Float32Array(first, second, third) {
    return constructTypedArray(new.target, "Float32", $Float32ArrayPrototype, first, second, third);
  },
  Float64Array(first, second, third) {
    return constructTypedArray(new.target, "Float64", $Float64ArrayPrototype, first, second, third);
  },
};

function constructTypedArray(newTarget, element, fallback, first, byteOffset, length) {
  if (newTarget === undefined) throw new TypeError(`Constructor ${element}Array requires 'new'`);
  const size = $typedElementSize(element);
  if (!$isObject(first)) {
    const count = indexArgument(first, `Invalid typed array length: ${$shown(first)}`);
    const proto = prototypeFor(newTarget, fallback);
    return allocateTypedArray(proto, element, size, count);
  }
  const proto = prototypeFor(newTarget, fallback);
  const kind = $kindOf(first);
  if (kind === "TypedArray") {
    if ($typedOutOfBounds(first)) throw new TypeError("Cannot perform Construct on a detached ArrayBuffer");
    const count = $typedLength(first);
    const array = allocateTypedArray(proto, element, size, count);
    if ($isBigIntArray(first) !== $isBigIntArray(array)) {
      throw new TypeError("Cannot mix BigInt and other types, use explicit conversions");
    }
    $typedCopy(array, first, [0, 0, count]);
    return array;
  }
  if (kind === "ArrayBuffer") return typedArrayOverBuffer(proto, element, size, first, byteOffset, length);
  const method = $isPristineArray(first) ? null : getMethod(first, Symbol.iterator);
  let list = first;
  if (method !== undefined) {
    list = $newList();
    const record = method === null ? getIterator(first) : getIteratorFromMethod(first, method);
    for (const value of $iterable(record)) $arrayAppend(list, value);
  }
  const count = lengthOf(list);
  const array = allocateTypedArray(proto, element, size, count);
  for (let k = 0; k < count; k++) array[k] = list[k];
  return array;
}

function allocateTypedArray(proto, element, size, count) {
  if (count > 4294967296) throw new RangeError(`Invalid typed array length: ${count}`);
  const buffer = $newArrayBuffer($ArrayBufferPrototype, count * size, undefined);
  return $newTypedArray(proto, element, buffer, [0, count]);
}

// InitializeTypedArrayFromArrayBuffer.
function typedArrayOverBuffer(proto, element, size, buffer, byteOffset, length) {
  const offset = toIndex(byteOffset);
  if (offset % size !== 0) throw new RangeError(`start offset of ${element}Array should be a multiple of ${size}`);
  let count;
  if (length !== undefined) count = indexArgument(length, `Invalid typed array length: ${$shown(length)}`);
  const bytes = $bufferLength(buffer);
  if (bytes < 0) throw new TypeError("Cannot perform Construct on a detached ArrayBuffer");
  if (length === undefined) {
    if ($bufferMaxLength(buffer) !== undefined) {
      if (offset > bytes) throw new RangeError(`Start offset ${offset} is outside the bounds of the buffer`);
      return $newTypedArray(proto, element, buffer, [offset, undefined]);
    }
    if (bytes % size !== 0) throw new RangeError(`byte length of ${element}Array should be a multiple of ${size}`);
    if (offset > bytes) throw new RangeError(`Start offset ${offset} is outside the bounds of the buffer`);
    count = (bytes - offset) / size;
  } else if (offset + count * size > bytes) throw new RangeError(`Invalid typed array length: ${count}`);
  return $newTypedArray(proto, element, buffer, [offset, count]);
}

// ValidateTypedArray: the length.
function validTypedArray(value, name) {
  if ($kindOf(value) !== "TypedArray") throw new TypeError("this is not a typed array.");
  if ($typedOutOfBounds(value)) {
    throw new TypeError(`Cannot perform %TypedArray%.prototype.${name} on a detached ArrayBuffer`);
  }
  return $typedLength(value);
}

// TypedArrayCreateFromCtor with one length, or with other arguments when `length` is undefined.
function typedArrayCreate(constructor, args, length) {
  const array = $construct(constructor, args, constructor);
  const actual = validTypedArray(array, "create");
  if (length !== undefined && actual < length) {
    throw new TypeError("Derived TypedArray constructor created an array which was too small");
  }
  return array;
}

// TypedArraySpeciesCreate.
function typedArraySpeciesCreate(exemplar, args, length) {
  const constructor = speciesConstructor(exemplar, $typedConstructor(exemplar));
  const array = typedArrayCreate(constructor, args, length);
  if ($isBigIntArray(array) !== $isBigIntArray(exemplar)) {
    throw new TypeError("Content type of the created typed array does not match");
  }
  return array;
}

// TypedArrayCreateSameType.
function typedArraySameType(exemplar, length) {
  return $new($typedConstructor(exemplar), length);
}

function elementFor(array, value) {
  return $isBigIntArray(array) ? toBigInt(value) : toNumber(value);
}

function checkCallback(callback) {
  if (!$isCallable(callback)) throwNotFunction(callback);
}

const TypedArray = {
  get [Symbol.species]() {
    return this;
  },

  from(source, mapper = undefined, thisArg = undefined) {
    if (!$isConstructor(this)) throw new TypeError(`${$shown(this)} is not a constructor`);
    if (mapper !== undefined) checkCallback(mapper);
    const method = getMethod(source, Symbol.iterator);
    let list;
    if (method !== undefined) {
      list = $newList();
      for (const value of $iterable(getIteratorFromMethod(source, method))) $arrayAppend(list, value);
    } else list = toObject(source);
    const length = lengthOf(list);
    const result = typedArrayCreate(this, [length], length);
    for (let k = 0; k < length; k++) {
      const value = list[k];
      result[k] = mapper === undefined ? value : $call(mapper, thisArg, value, k);
    }
    return result;
  },

  of(...items) {
    if (!$isConstructor(this)) throw new TypeError(`${$shown(this)} is not a constructor`);
    const length = items.length;
    const result = typedArrayCreate(this, [length], length);
    for (let k = 0; k < length; k++) result[k] = items[k];
    return result;
  },
};

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

// ---- Uint8Array and text

function requireBytes(value, name) {
  if ($kindOf(value) !== "TypedArray" || $typedElement(value) !== "Uint8") {
    throw new TypeError(`Uint8Array.prototype.${name} called on incompatible receiver ${$shown(value)}`);
  }
}

function requireText(value) {
  if (typeof value !== "string") throw new TypeError("The input must be a string");
}

// GetOptionsObject.
function optionsObject(options) {
  if (options === undefined) return $objectWithProto(null);
  if (!$isObject(options)) throw new TypeError("options is not an object");
  return options;
}

function usesUrlAlphabet(options) {
  const alphabet = options.alphabet;
  if (alphabet === undefined || alphabet === "base64") return false;
  if (alphabet === "base64url") return true;
  throw new TypeError('Expected alphabet to be either "base64" or "base64url"');
}

function lastChunkHandling(options) {
  const handling = options.lastChunkHandling;
  if (handling === undefined) return "loose";
  if (handling === "loose" || handling === "strict" || handling === "stop-before-partial") return handling;
  throw new TypeError('Expected lastChunkHandling to be either "loose", "strict", or "stop-before-partial"');
}

// A new Uint8Array from [read, error, buffer].
function bytesFromDecoded(decoded) {
  if (decoded[1] !== undefined) throw new SyntaxError(decoded[1]);
  return $newTypedArray($Uint8ArrayPrototype, "Uint8", decoded[2], [0, $bufferLength(decoded[2])]);
}

// Stores decoded bytes, then throws or reports.
function storeDecoded(array, decoded) {
  const count = $bufferLength(decoded[2]);
  $copyBytes($typedBuffer(array), decoded[2], [$typedByteOffset(array), 0, count]);
  if (decoded[1] !== undefined) throw new SyntaxError(decoded[1]);
  return { read: decoded[0], written: count };
}

const Uint8Array = {
  fromBase64(text, options = undefined) {
    requireText(text);
    const settings = optionsObject(options);
    const url = usesUrlAlphabet(settings);
    return bytesFromDecoded($base64ToBytes(text, url, lastChunkHandling(settings), 1 / 0));
  },

  fromHex(text) {
    requireText(text);
    return bytesFromDecoded($hexToBytes(text, 1 / 0));
  },
};

const Uint8ArrayPrototype = {
  setFromBase64(text, options = undefined) {
    requireBytes(this, "setFromBase64");
    requireText(text);
    const settings = optionsObject(options);
    const url = usesUrlAlphabet(settings);
    const handling = lastChunkHandling(settings);
    const length = validTypedArray(this, "setFromBase64");
    return storeDecoded(this, $base64ToBytes(text, url, handling, length));
  },

  setFromHex(text) {
    requireBytes(this, "setFromHex");
    requireText(text);
    const length = validTypedArray(this, "setFromHex");
    return storeDecoded(this, $hexToBytes(text, length));
  },

  toBase64(options = undefined) {
    requireBytes(this, "toBase64");
    const settings = optionsObject(options);
    const url = usesUrlAlphabet(settings);
    const omitPadding = settings.omitPadding ? true : false;
    validTypedArray(this, "toBase64");
    return $bytesToBase64(this, url, omitPadding);
  },

  toHex() {
    requireBytes(this, "toHex");
    validTypedArray(this, "toHex");
    return $bytesToHex(this);
  },
};
