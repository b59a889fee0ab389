// Async iteration: disposal of async iterators, and the adapter that makes an async iterator of a
// sync one. https://tc39.es/ecma262/#sec-async-from-sync-iterator-objects

const AsyncIteratorPrototype = {
  [Symbol.asyncDispose]() {
    const capability = hiddenCapability(Promise);
    try {
      const method = getMethod(this, "return");
      if (method === undefined) resolveIntrinsic(capability[0], undefined);
      else {
        const wrapper = promiseResolve(Promise, $call(method, this));
        $performThen(wrapper, () => undefined, undefined, capability);
      }
    } catch (error) {
      $rejectPromise(capability[0], error);
    }
    return capability[0];
  },
};

// CreateAsyncFromSyncIterator: from the record of a sync iterator to the record of an async one.
function createAsyncFromSyncIterator(record) {
  const iterator = $newRecord($AsyncFromSyncIteratorPrototype, "Async-from-Sync Iterator");
  $setField(iterator, 0, $recordIterator(record));
  $setField(iterator, 1, $recordNext(record));
  return $iteratorRecord(iterator, $AsyncFromSyncIteratorPrototype.next);
}

// AsyncFromSyncIteratorContinuation; closes the sync iterator when a value's promise rejects.
function continueAsyncFromSync(result, capability, iterator, closeOnRejection) {
  let done;
  let value;
  try {
    done = result.done ? true : false;
    value = result.value;
  } catch (error) {
    $rejectPromise(capability[0], error);
    return capability[0];
  }
  let wrapper;
  try {
    wrapper = promiseResolve(Promise, value);
  } catch (error) {
    if (!done && closeOnRejection) closeSilently(iterator);
    $rejectPromise(capability[0], error);
    return capability[0];
  }
  const unwrap = (inner) => createIterResult(inner, done);
  const close =
    done || !closeOnRejection
      ? undefined
      : (error) => {
          closeSilently(iterator);
          throw error;
        };
  $performThen(wrapper, unwrap, close, capability);
  return capability[0];
}

const AsyncFromSyncIteratorPrototype = {
  next(value) {
    const iterator = $getField(this, 0);
    const capability = hiddenCapability(Promise);
    let result;
    try {
      result = $argc() > 0 ? $call($getField(this, 1), iterator, value) : $call($getField(this, 1), iterator);
      if (!$isObject(result)) throw new TypeError(`Iterator result ${$shown(result)} is not an object`);
    } catch (error) {
      $rejectPromise(capability[0], error);
      return capability[0];
    }
    return continueAsyncFromSync(result, capability, iterator, true);
  },

  return(value) {
    const iterator = $getField(this, 0);
    const capability = hiddenCapability(Promise);
    let result;
    try {
      const method = getMethod(iterator, "return");
      if (method === undefined) {
        resolveIntrinsic(capability[0], createIterResult(value, true));
        return capability[0];
      }
      result = $argc() > 0 ? $call(method, iterator, value) : $call(method, iterator);
      if (!$isObject(result)) throw new TypeError(`Iterator result ${$shown(result)} is not an object`);
    } catch (error) {
      $rejectPromise(capability[0], error);
      return capability[0];
    }
    return continueAsyncFromSync(result, capability, iterator, false);
  },

  throw(value) {
    const iterator = $getField(this, 0);
    const capability = hiddenCapability(Promise);
    let result;
    try {
      const method = getMethod(iterator, "throw");
      if (method === undefined) {
        closeIterator(iterator);
        throw new TypeError("The iterator does not provide a 'throw' method.");
      }
      result = $argc() > 0 ? $call(method, iterator, value) : $call(method, iterator);
      if (!$isObject(result)) throw new TypeError(`Iterator result ${$shown(result)} is not an object`);
    } catch (error) {
      $rejectPromise(capability[0], error);
      return capability[0];
    }
    return continueAsyncFromSync(result, capability, iterator, true);
  },
};
