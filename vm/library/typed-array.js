// %TypedArray% and its twelve constructors: making typed arrays from lengths, lists, buffers and
// species. The members of the prototype are typed-array-members.js.
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
