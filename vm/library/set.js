// Set: constructor, forEach and composition. https://tc39.es/ecma262/#sec-set-objects

const constructors = {
  Set(iterable = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor Set requires 'new'");
    const set = $newSet(prototypeFor(new.target, $SetPrototype));
    if (iterable === undefined || iterable === null) return set;
    const adder = set.add;
    if (!$isCallable(adder)) {
      throw new TypeError(
        `'${$shown(adder)}' returned for property 'add' of object '${$shown(set)}' is not a function`,
      );
    }
    if (adder === $SetPrototype.add) for (const value of iterable) $setAdd(set, value);
    else for (const value of iterable) $call(adder, set, value);
    return set;
  },
};

function checkSet(value, name) {
  if ($kindOf(value) !== "Set") {
    throw new TypeError(`Method Set.prototype.${name} called on incompatible receiver ${$shown(value)}`);
  }
}

// GetSetRecord: [object, size, has, keys].
function setRecord(value) {
  if (!$isObject(value)) throw new TypeError(`${$shown(value)} is not an object`);
  const size = toNumber(value.size);
  if (!(size >= 0) && !(size < 0)) throw new TypeError("The 'size' property must be a number");
  const whole = toIntegerOrInfinity(size);
  if (whole < 0) throw new RangeError(`'${whole}' is an invalid size`);
  const has = value.has;
  if (!$isCallable(has)) throw new TypeError("The 'has' property must be a function");
  const keys = value.keys;
  if (!$isCallable(keys)) throw new TypeError("The 'keys' property must be a function");
  return [value, whole, has, keys];
}

// The record's keys as an iterator record.
function setRecordKeys(record) {
  const iterator = $call(record[3], record[0]);
  if (!$isObject(iterator)) throw new TypeError(`${$shown(iterator)} is not an object`);
  return getIteratorDirect(iterator);
}

const SetPrototype = {
  forEach(callback, thisArg = undefined) {
    checkSet(this, "forEach");
    if (!$isCallable(callback)) throwNotCallback(callback);
    const cursor = $mapCursor(this, "values");
    while ($cursorStep(cursor)) {
      const value = $getField(cursor, 1);
      $call(callback, thisArg, value, value, this);
    }
    return undefined;
  },

  union(other) {
    checkSet(this, "union");
    const record = setRecord(other);
    const keys = setRecordKeys(record);
    const result = $setCopy(this);
    for (const value of $iterable(keys)) $setAdd(result, value);
    return result;
  },

  intersection(other) {
    checkSet(this, "intersection");
    const record = setRecord(other);
    const result = $newSet($SetPrototype);
    if ($setSize(this) <= record[1]) {
      const cursor = $mapCursor(this, "values");
      while ($cursorStep(cursor)) {
        const value = $getField(cursor, 1);
        if ($call(record[2], record[0], value)) $setAdd(result, value);
      }
    } else {
      for (const value of $iterable(setRecordKeys(record))) if ($setHas(this, value)) $setAdd(result, value);
    }
    return result;
  },

  difference(other) {
    checkSet(this, "difference");
    const record = setRecord(other);
    if ($setSize(this) <= record[1]) {
      const result = $setCopy(this);
      const cursor = $mapCursor(this, "values");
      while ($cursorStep(cursor)) {
        const value = $getField(cursor, 1);
        if ($call(record[2], record[0], value)) $setDelete(result, value);
      }
      return result;
    }
    const keys = setRecordKeys(record);
    const result = $setCopy(this);
    for (const value of $iterable(keys)) $setDelete(result, value);
    return result;
  },

  symmetricDifference(other) {
    checkSet(this, "symmetricDifference");
    const record = setRecord(other);
    const keys = setRecordKeys(record);
    const result = $setCopy(this);
    for (const value of $iterable(keys)) {
      if ($setHas(this, value)) $setDelete(result, value);
      else $setAdd(result, value);
    }
    return result;
  },

  isSubsetOf(other) {
    checkSet(this, "isSubsetOf");
    const record = setRecord(other);
    if ($setSize(this) > record[1]) return false;
    const cursor = $mapCursor(this, "values");
    while ($cursorStep(cursor)) {
      if (!$call(record[2], record[0], $getField(cursor, 1))) return false;
    }
    return true;
  },

  isSupersetOf(other) {
    checkSet(this, "isSupersetOf");
    const record = setRecord(other);
    if ($setSize(this) < record[1]) return false;
    // Leaving the loop closes the iterator.
    for (const value of $iterable(setRecordKeys(record))) if (!$setHas(this, value)) return false;
    return true;
  },

  isDisjointFrom(other) {
    checkSet(this, "isDisjointFrom");
    const record = setRecord(other);
    if ($setSize(this) <= record[1]) {
      const cursor = $mapCursor(this, "values");
      while ($cursorStep(cursor)) {
        if ($call(record[2], record[0], $getField(cursor, 1))) return false;
      }
      return true;
    }
    for (const value of $iterable(setRecordKeys(record))) if ($setHas(this, value)) return false;
    return true;
  },
};

const Set = {
  get [Symbol.species]() {
    return this;
  },
};
