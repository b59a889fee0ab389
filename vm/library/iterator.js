// Iterator: constructor, helpers, Iterator.from and Iterator.concat.
// https://tc39.es/ecma262/#sec-iterator-objects
//
// An iterator helper is a record (brand "Iterator Helper") with a small state machine in place of
// the specification's generator:
//   0 kind   1 state   2 underlying iterator   3 its next   4 function   5 counter or remaining
//   6 inner iterator of flatMap   7 its next
//   state: "start" -> "running" -> "yield" -> ... -> "done"

const constructors = {
  Iterator() {
    if (new.target === undefined || new.target === $callee()) {
      throw new TypeError("Abstract class Iterator not directly constructable");
    }
    return $objectWithProto(prototypeFor(new.target, $IteratorPrototype));
  },
};

// GetIterator of a built-in's argument, with V8's sentence for one that is not iterable.
function iteratorOfArgument(value) {
  const method = value === undefined || value === null ? undefined : value[Symbol.iterator];
  if (!$isCallable(method)) throwNotIterable(value);
  return getIteratorFromMethod(value, method);
}

function throwNotIterable(value) {
  const type = typeof value;
  const text = value === null || type === "number" || type === "boolean" ? `${type} ${value}` : type;
  throw new TypeError(`${text} is not iterable (cannot read property Symbol(Symbol.iterator))`);
}

function requireIterator(value, name) {
  if (!$isObject(value)) throw new TypeError(`Iterator.prototype.${name} called on non-object`);
}

// IteratorClose of an iterator that no register holds, for a throw completion.
function closeSilently(iterator) {
  try {
    const method = getMethod(iterator, "return");
    if (method !== undefined) $call(method, iterator);
  } catch {
    return undefined;
  }
  return undefined;
}

// The same for a normal completion.
function closeIterator(iterator) {
  const method = getMethod(iterator, "return");
  if (method === undefined) return undefined;
  const result = $call(method, iterator);
  if (!$isObject(result)) throw new TypeError(`${$shown(result)} is not an object`);
  return undefined;
}

function requireFunction(iterator, value) {
  if ($isCallable(value)) return;
  closeSilently(iterator);
  throw new TypeError(`${$shown(value)} is not a function`);
}

function newIteratorHelper(kind, iterator, fn, counter) {
  const helper = $newRecord($IteratorHelperPrototype, "Iterator Helper");
  $setField(helper, 0, kind);
  $setField(helper, 1, "start");
  $setField(helper, 2, iterator);
  $setField(helper, 3, iterator.next);
  $setField(helper, 4, fn);
  $setField(helper, 5, counter);
  $setField(helper, 6, undefined);
  $setField(helper, 7, undefined);
  return helper;
}

// IteratorStepValue on an iterator and its next method; the done mark at the end.
function stepValue(iterator, next) {
  const result = $call(next, iterator);
  if (!$isObject(result)) throw new TypeError(`Iterator result ${$shown(result)} is not an object`);
  return result.done ? $done() : result.value;
}

// The next value of a helper, or the done mark. Closes the underlying iterator when its function throws.
function advanceHelper(helper) {
  const kind = $getField(helper, 0);
  const iterator = $getField(helper, 2);
  const next = $getField(helper, 3);
  const fn = $getField(helper, 4);
  if (kind === "take") {
    const remaining = $getField(helper, 5);
    if (remaining === 0) {
      closeIterator(iterator);
      return $done();
    }
    $setField(helper, 5, remaining - 1);
    return stepValue(iterator, next);
  }
  if (kind === "drop") {
    let remaining = $getField(helper, 5);
    $setField(helper, 5, 0);
    for (; remaining > 0; remaining--) {
      const result = $call(next, iterator);
      if (!$isObject(result)) throw new TypeError(`Iterator result ${$shown(result)} is not an object`);
      if (result.done) return $done();
    }
    return stepValue(iterator, next);
  }
  for (;;) {
    if (kind === "flatMap" && $getField(helper, 6) !== undefined) {
      let inner;
      try {
        inner = stepValue($getField(helper, 6), $getField(helper, 7));
      } catch (error) {
        closeSilently(iterator);
        throw error;
      }
      if (!$isDone(inner)) return inner;
      $setField(helper, 6, undefined);
    }
    const value = stepValue(iterator, next);
    if ($isDone(value)) return value;
    const counter = $getField(helper, 5);
    $setField(helper, 5, counter + 1);
    try {
      const mapped = $call(fn, undefined, value, counter);
      if (kind === "map") return mapped;
      if (kind === "filter") {
        if (mapped) return value;
      } else {
        const inner = getIteratorFlattenable(mapped, false);
        $setField(helper, 6, inner);
        $setField(helper, 7, inner.next);
      }
    } catch (error) {
      closeSilently(iterator);
      throw error;
    }
  }
}

// GetIteratorFlattenable without the next method.
function getIteratorFlattenable(value, allowStrings) {
  if (!$isObject(value) && !(allowStrings && typeof value === "string")) {
    throw new TypeError(`${$shown(value)} is not an object`);
  }
  const method = getMethod(value, Symbol.iterator);
  const iterator = method === undefined ? value : $call(method, value);
  if (!$isObject(iterator)) throw new TypeError(`${$shown(iterator)} is not an object`);
  return iterator;
}

const IteratorHelperPrototype = {
  next() {
    if (!$isRecord(this, "Iterator Helper")) {
      throw new TypeError(`Method Iterator Helper.prototype.next called on incompatible receiver ${$shown(this)}`);
    }
    const state = $getField(this, 1);
    if (state === "running") throw new TypeError("Generator is already running");
    if (state === "done") return createIterResult(undefined, true);
    $setField(this, 1, "running");
    let value;
    try {
      value = $getField(this, 0) === "concat" ? advanceConcat(this) : advanceHelper(this);
    } catch (error) {
      $setField(this, 1, "done");
      throw error;
    }
    if ($isDone(value)) {
      $setField(this, 1, "done");
      return createIterResult(undefined, true);
    }
    $setField(this, 1, "yield");
    return createIterResult(value, false);
  },

  return() {
    if (!$isRecord(this, "Iterator Helper")) {
      throw new TypeError(`Method Iterator Helper.prototype.return called on incompatible receiver ${$shown(this)}`);
    }
    const state = $getField(this, 1);
    if (state === "running") throw new TypeError("Generator is already running");
    if (state === "done") return createIterResult(undefined, true);
    const inner = $getField(this, 6);
    const iterator = $getField(this, 2);
    if (state === "start") {
      $setField(this, 1, "done");
      if (iterator !== undefined) closeIterator(iterator);
      return createIterResult(undefined, true);
    }
    $setField(this, 1, "running");
    try {
      if (inner !== undefined) {
        try {
          closeIterator(inner);
        } catch (error) {
          if (iterator !== undefined) closeSilently(iterator);
          throw error;
        }
      }
      if (iterator !== undefined) closeIterator(iterator);
    } finally {
      $setField(this, 1, "done");
    }
    return createIterResult(undefined, true);
  },
};

// ToIntegerOrInfinity of a limit, closing the iterator when it is none.
function iteratorLimit(iterator, limit) {
  let number;
  try {
    number = toNumber(limit);
  } catch (error) {
    closeSilently(iterator);
    throw error;
  }
  const whole = $truncate(number);
  const isTooLarge = whole > 9007199254740991 && whole < 1 / 0;
  if ((!(number >= 0) && !(number < 0)) || whole < 0 || isTooLarge) {
    closeSilently(iterator);
    throw new RangeError(`${$shown(limit)} must be positive`);
  }
  return whole;
}

const IteratorPrototype = {
  map(mapper) {
    requireIterator(this, "map");
    requireFunction(this, mapper);
    return newIteratorHelper("map", this, mapper, 0);
  },

  filter(predicate) {
    requireIterator(this, "filter");
    requireFunction(this, predicate);
    return newIteratorHelper("filter", this, predicate, 0);
  },

  flatMap(mapper) {
    requireIterator(this, "flatMap");
    requireFunction(this, mapper);
    return newIteratorHelper("flatMap", this, mapper, 0);
  },

  take(limit) {
    requireIterator(this, "take");
    return newIteratorHelper("take", this, undefined, iteratorLimit(this, limit));
  },

  drop(limit) {
    requireIterator(this, "drop");
    return newIteratorHelper("drop", this, undefined, iteratorLimit(this, limit));
  },

  reduce(reducer, initial = undefined) {
    requireIterator(this, "reduce");
    requireFunction(this, reducer);
    const record = getIteratorDirect(this);
    let accumulator = initial;
    let counter = 0;
    if ($argc() < 2) {
      accumulator = iteratorStep(record);
      if ($isDone(accumulator)) throw new TypeError("Reduce of a done iterator with no initial value");
      counter = 1;
    }
    for (const value of $iterable(record)) accumulator = $call(reducer, undefined, accumulator, value, counter++);
    return accumulator;
  },

  toArray() {
    requireIterator(this, "toArray");
    const list = $newList();
    for (const value of $iterable(getIteratorDirect(this))) $arrayAppend(list, value);
    return list;
  },

  forEach(callback) {
    requireIterator(this, "forEach");
    requireFunction(this, callback);
    let counter = 0;
    for (const value of $iterable(getIteratorDirect(this))) $call(callback, undefined, value, counter++);
    return undefined;
  },

  some(predicate) {
    requireIterator(this, "some");
    requireFunction(this, predicate);
    let counter = 0;
    for (const value of $iterable(getIteratorDirect(this))) {
      if ($call(predicate, undefined, value, counter++)) return true;
    }
    return false;
  },

  every(predicate) {
    requireIterator(this, "every");
    requireFunction(this, predicate);
    let counter = 0;
    for (const value of $iterable(getIteratorDirect(this))) {
      if (!$call(predicate, undefined, value, counter++)) return false;
    }
    return true;
  },

  find(predicate) {
    requireIterator(this, "find");
    requireFunction(this, predicate);
    let counter = 0;
    for (const value of $iterable(getIteratorDirect(this))) {
      if ($call(predicate, undefined, value, counter++)) return value;
    }
    return undefined;
  },

  // Weird accessors of the specification: assignment defines an own property of the receiver.
  get [Symbol.toStringTag]() {
    return "Iterator";
  },

  set [Symbol.toStringTag](value) {
    setterThatIgnoresPrototype(this, $IteratorPrototype, Symbol.toStringTag, value);
  },

  get constructor() {
    return Iterator;
  },

  set constructor(value) {
    setterThatIgnoresPrototype(this, $IteratorPrototype, "constructor", value);
  },

  [Symbol.dispose]() {
    const method = getMethod(this, "return");
    if (method !== undefined) $call(method, this);
    return undefined;
  },
};

// SetterThatIgnoresPrototypeProperties.
function setterThatIgnoresPrototype(self, home, key, value) {
  if (!$isObject(self)) throw new TypeError(`${$shown(self)} is not an object`);
  if (self === home) throw new TypeError("Cannot assign to this property");
  if (getOwnProperty(self, key) === undefined) createDataPropertyOrThrow(self, key, value);
  else self[key] = value;
}

const Iterator = {
  from(value) {
    const iterator = getIteratorFlattenable(value, true);
    const next = iterator.next;
    if (ordinaryHasInstance(Iterator, iterator)) return iterator;
    const wrapper = $newRecord($WrapForValidIteratorPrototype, "Wrapped Iterator");
    $setField(wrapper, 0, iterator);
    $setField(wrapper, 1, next);
    return wrapper;
  },

  concat(...items) {
    const methods = $newList();
    for (let i = 0; i < items.length; i++) {
      if (!$isObject(items[i])) throw new TypeError(`${$shown(items[i])} is not an object`);
      const method = getMethod(items[i], Symbol.iterator);
      if (method === undefined) throw new TypeError(`${$shown(items[i])} is not iterable`);
      $arrayAppend(methods, method);
    }
    const helper = $newRecord($IteratorHelperPrototype, "Iterator Helper");
    $setField(helper, 0, "concat");
    $setField(helper, 1, "start");
    $setField(helper, 3, items);
    $setField(helper, 4, methods);
    $setField(helper, 5, 0);
    $setField(helper, 7, undefined);
    return helper;
  },
};

// Iterator.concat: the running iterator lies in field 6, the next item's index in field 5.
function advanceConcat(helper) {
  for (;;) {
    const inner = $getField(helper, 6);
    if (inner !== undefined) {
      const value = stepValue(inner, $getField(helper, 7));
      if (!$isDone(value)) return value;
      $setField(helper, 6, undefined);
    }
    const items = $getField(helper, 3);
    const index = $getField(helper, 5);
    if (index === items.length) return $done();
    $setField(helper, 5, index + 1);
    const iterator = $call($getField(helper, 4)[index], items[index]);
    if (!$isObject(iterator)) throw new TypeError(`${$shown(iterator)} is not an object`);
    $setField(helper, 7, iterator.next);
    $setField(helper, 6, iterator);
  }
}

const WrapForValidIteratorPrototype = {
  next() {
    if (!$isRecord(this, "Wrapped Iterator"))
      throw new TypeError(`next method called on incompatible receiver ${$shown(this)}`);
    return $call($getField(this, 1), $getField(this, 0));
  },

  return() {
    if (!$isRecord(this, "Wrapped Iterator"))
      throw new TypeError(`return method called on incompatible receiver ${$shown(this)}`);
    const iterator = $getField(this, 0);
    const method = getMethod(iterator, "return");
    return method === undefined ? createIterResult(undefined, true) : $call(method, iterator);
  },
};
