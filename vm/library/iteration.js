// The iterator protocol. https://tc39.es/ecma262/#sec-operations-on-iterator-objects

function getIterator(value) {
  const method = value[Symbol.iterator];
  if (!$isCallable(method)) throw new TypeError(`${$describe(value)} is not iterable`);
  return getIteratorFromMethod(value, method);
}

function getIteratorFromMethod(value, method) {
  const iterator = $call(method, value);
  if (!$isObject(iterator)) throw new TypeError("Result of the Symbol.iterator method is not an object");
  return $iteratorRecord(iterator, iterator.next);
}

function getIteratorDirect(object) {
  return $iteratorRecord(object, object.next);
}

// One step: the value, or the done mark.
function iteratorStep(record) {
  const result = $call($recordNext(record), $recordIterator(record));
  if (!$isObject(result)) throw new TypeError(`Iterator result ${$describe(result)} is not an object`);
  if (result.done) {
    $setRecordDone(record);
    return $done();
  }
  return result.value;
}

function iteratorValue(result) {
  return result.value;
}

// A step of the fast array walk after the array turned slow.
function arrayWalkStep(array, record) {
  const index = $recordIndex(record);
  if (index >= array.length) return $done();
  return array[index];
}

function iteratorClose(record) {
  const iterator = $recordIterator(record);
  const method = getMethod(iterator, "return");
  if (method === undefined) return;
  const result = $call(method, iterator);
  if (!$isObject(result)) throw new TypeError(`Iterator result ${$describe(result)} is not an object`);
}

// Closing for a throw completion: whatever closing throws is dropped.
function iteratorCloseSilently(record) {
  try {
    const iterator = $recordIterator(record);
    const method = getMethod(iterator, "return");
    if (method !== undefined) $call(method, iterator);
  } catch {}
}

function iteratorRest(record) {
  const list = $newList();
  for (const value of $iterable(record)) $arrayAppend(list, value);
  return list;
}

function arraySpread(list, value) {
  for (const item of $iterable(getIterator(value))) $arrayAppend(list, item);
}

function createIterResult(value, done) {
  return { value, done };
}

// for-in over an object with a proxy on its chain.
function forInCursor(object) {
  const keys = $newList();
  const seen = $newList();
  let holder = object;
  while (holder !== null) {
    const own = ownKeysOf(holder);
    const count = $listLength(own);
    for (let i = 0; i < count; i++) {
      const key = own[i];
      if ($isSymbol(key)) continue;
      let known = false;
      for (let k = 0; k < $listLength(seen); k++) if (seen[k] === key) known = true;
      if (known) continue;
      const descriptor = getOwnProperty(holder, key);
      if (descriptor === undefined) continue;
      $arrayAppend(seen, key);
      if (descriptor.enumerable) $arrayAppend(keys, key);
    }
    holder = getPrototypeOf(holder);
  }
  return $keyCursor(keys);
}

// yield*: one request to the inner iterator. The done mark says that there is no such method; a
// missing throw in a sync generator throws, in an async one the generator closes the iterator first.
function delegateResume(record, mode, received, isAsync) {
  const iterator = $recordIterator(record);
  if ($isWalk(record)) return delegateToWalk(iterator, record, mode);
  if (mode === 0) return $call($recordNext(record), iterator, received);
  if (mode === 1) {
    const method = getMethod(iterator, "throw");
    if (method !== undefined) return $call(method, iterator, received);
    return isAsync ? $done() : throwMissing(record);
  }
  const method = getMethod(iterator, "return");
  if (method === undefined) return $done();
  return $call(method, iterator, received);
}

// The same for a fast array walk: array iterators have neither throw nor return.
function delegateToWalk(array, record, mode) {
  if (mode === 1) throw new TypeError("The iterator does not provide a 'throw' method.");
  if (mode === 2) return $done();
  const index = $recordIndex(record);
  return index < array.length ? createIterResult(array[index], false) : createIterResult(undefined, true);
}

function throwMissing(record) {
  const iterator = $recordIterator(record);
  const method = getMethod(iterator, "return");
  if (method !== undefined) {
    const result = $call(method, iterator);
    if (!$isObject(result)) throw new TypeError(`Iterator result ${$describe(result)} is not an object`);
  }
  throw new TypeError("The iterator does not provide a 'throw' method.");
}

// The done mark while the inner iterator goes on, else its final value.
function delegateDone(result) {
  return result.done ? result.value : $done();
}

// Async iteration.
function getAsyncIterator(value) {
  const method = getMethod(value, Symbol.asyncIterator);
  if (method === undefined) {
    const syncMethod = getMethod(value, Symbol.iterator);
    if (syncMethod === undefined) throw new TypeError(`${$describe(value)} is not async iterable`);
    return createAsyncFromSyncIterator(getIteratorFromMethod(value, syncMethod));
  }
  const iterator = $call(method, value);
  if (!$isObject(iterator)) throw new TypeError("Result of the Symbol.asyncIterator method is not an object");
  return $iteratorRecord(iterator, iterator.next);
}

function asyncIteratorNext(record) {
  return $call($recordNext(record), $recordIterator(record));
}

function asyncIteratorResult(record, result) {
  if (result.done) return $done();
  return result.value;
}

// The done mark when there is nothing to await.
function asyncIteratorClose(record) {
  const iterator = $recordIterator(record);
  const method = getMethod(iterator, "return");
  if (method === undefined) return $done();
  return $call(method, iterator);
}
