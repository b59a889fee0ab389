// The members of Array that call the program for each element. Loops over a plain array read the
// element first: a value that is not undefined is present, so that HasProperty is asked for holes
// and undefined only. No proxy or accessor can tell.
// https://tc39.es/ecma262/#sec-properties-of-the-array-prototype-object

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
