// Promise: constructor, combinators and everything a subclass may see. A capability is the list
// [promise, resolve, reject]; an intrinsic promise that no program function settles leaves the
// functions undefined. https://tc39.es/ecma262/#sec-promise-objects

const constructors = {
  Promise(executor) {
    if (new.target === undefined) throw new TypeError("Promise constructor cannot be invoked without 'new'");
    if (!$isCallable(executor)) throw new TypeError(`Promise resolver ${$shown(executor)} is not a function`);
    const promise = $newPromiseOf(prototypeFor(new.target, $PromisePrototype));
    const functions = resolvingFunctions(promise);
    const reject = functions[1];
    try {
      $call(executor, undefined, functions[0], reject);
    } catch (error) {
      $call(reject, undefined, error);
    }
    return promise;
  },
};

// Promise resolve functions, from step 8: `then` may be an accessor.
function resolveThenable(promise, resolution) {
  let then;
  try {
    then = resolution.then;
  } catch (error) {
    $rejectPromise(promise, error);
    return undefined;
  }
  if ($isCallable(then)) $enqueueThenable(promise, resolution, then);
  else $fulfillPromise(promise, resolution);
  return undefined;
}

// NewPromiseResolveThenableJob.
function callThenable(promise, thenable, then) {
  const functions = resolvingFunctions(promise);
  try {
    $call(then, thenable, functions[0], functions[1]);
  } catch (error) {
    $call(functions[1], undefined, error);
  }
}

// The resolve function of an intrinsic promise, called by the library.
function resolveIntrinsic(promise, resolution) {
  if (!$resolveDirectly(promise, resolution)) resolveThenable(promise, resolution);
}

// CreateResolvingFunctions: [resolve, reject], of which one works, once. Closures of the library, so
// that the memory census sees what they hold.
function resolvingFunctions(promise) {
  let alreadyResolved = false;
  return [
    (resolution) => {
      if (alreadyResolved) return undefined;
      alreadyResolved = true;
      if (!$resolveDirectly(promise, resolution)) resolveThenable(promise, resolution);
      return undefined;
    },
    (reason) => {
      if (alreadyResolved) return undefined;
      alreadyResolved = true;
      $rejectPromise(promise, reason);
      return undefined;
    },
  ];
}

// NewPromiseCapability with functions that the program may get.
function newPromiseCapability(constructor) {
  if (constructor === Promise) {
    const promise = $newPromiseOf($PromisePrototype);
    const functions = resolvingFunctions(promise);
    return [promise, functions[0], functions[1]];
  }
  if (!$isConstructor(constructor)) throw new TypeError(`${$shown(constructor)} is not a constructor`);
  let resolve;
  let reject;
  const promise = $new(constructor, (resolver, rejecter) => {
    if (resolve !== undefined || reject !== undefined) {
      throw new TypeError("Promise executor has already been invoked with non-undefined arguments");
    }
    resolve = resolver;
    reject = rejecter;
  });
  if (!$isCallable(resolve) || !$isCallable(reject)) {
    throw new TypeError("Promise resolve or reject function is not callable");
  }
  return [promise, resolve, reject];
}

// A capability whose functions nobody sees.
function hiddenCapability(constructor) {
  return constructor === Promise
    ? [$newPromiseOf($PromisePrototype), undefined, undefined]
    : newPromiseCapability(constructor);
}

function promiseThen(onFulfilled, onRejected) {
  if ($kindOf(this) !== "Promise") {
    throw new TypeError(`Method Promise.prototype.then called on incompatible receiver ${$shown(this)}`);
  }
  const capability = hiddenCapability(speciesConstructor(this, Promise));
  $performThen(this, onFulfilled, onRejected, capability);
  return capability[0];
}

function promiseCatch(onRejected) {
  return this.then(undefined, onRejected);
}

// PromiseResolve.
function promiseResolve(constructor, value) {
  if ($kindOf(value) === "Promise" && value.constructor === constructor) return value;
  if (constructor === Promise) {
    const promise = $newPromiseOf($PromisePrototype);
    resolveIntrinsic(promise, value);
    return promise;
  }
  const capability = newPromiseCapability(constructor);
  $call(capability[1], undefined, value);
  return capability[0];
}

function promiseResolveMethod(value) {
  if (!$isObject(this)) throw new TypeError("PromiseResolve called on non-object");
  return promiseResolve(this, value);
}

function promiseReject(reason) {
  if (!$isObject(this)) throw new TypeError("PromiseResolve called on non-object");
  const capability = newPromiseCapability(this);
  $call(capability[2], undefined, reason);
  return capability[0];
}

function requireConstructor(value, name) {
  if (!$isObject(value)) throw new TypeError(`Promise.${name} called on non-object`);
}

// GetPromiseResolve.
function getPromiseResolve(constructor) {
  const resolve = constructor.resolve;
  if (!$isCallable(resolve)) throw new TypeError("Promise resolve or reject function is not callable");
  return resolve;
}

// What the combinators share: for each item the promise made of it, then its `then` with two
// handlers that `handlersOf(index)` gives. `finish` runs when the items are exhausted.
function combine(constructor, iterable, capability, handlersOf, finish) {
  try {
    const resolve = getPromiseResolve(constructor);
    let index = 0;
    for (const item of iterable) {
      const promise = $call(resolve, constructor, item);
      const handlers = handlersOf(index);
      index++;
      promise.then(handlers[0], handlers[1]);
    }
    finish();
  } catch (error) {
    $call(capability[2], undefined, error);
  }
  return capability[0];
}

const Promise = {
  get [Symbol.species]() {
    return this;
  },

  all(iterable) {
    requireConstructor(this, "all");
    const capability = newPromiseCapability(this);
    const values = $newList();
    let remaining = 1;
    const settle = () => {
      remaining--;
      if (remaining === 0) $call(capability[1], undefined, values);
    };
    return combine(
      this,
      iterable,
      capability,
      (index) => {
        $arrayAppend(values, undefined);
        remaining++;
        let called = false;
        return [
          (value) => {
            if (called) return undefined;
            called = true;
            values[index] = value;
            return settle();
          },
          capability[2],
        ];
      },
      settle,
    );
  },

  allSettled(iterable) {
    requireConstructor(this, "allSettled");
    const capability = newPromiseCapability(this);
    const values = $newList();
    let remaining = 1;
    const settle = () => {
      remaining--;
      if (remaining === 0) $call(capability[1], undefined, values);
    };
    return combine(
      this,
      iterable,
      capability,
      (index) => {
        $arrayAppend(values, undefined);
        remaining++;
        let called = false;
        return [
          (value) => {
            if (called) return undefined;
            called = true;
            values[index] = { status: "fulfilled", value };
            return settle();
          },
          (reason) => {
            if (called) return undefined;
            called = true;
            values[index] = { status: "rejected", reason };
            return settle();
          },
        ];
      },
      settle,
    );
  },

  any(iterable) {
    requireConstructor(this, "any");
    const capability = newPromiseCapability(this);
    const errors = $newList();
    let remaining = 1;
    const settle = () => {
      remaining--;
      if (remaining > 0) return undefined;
      return $call(capability[2], undefined, new AggregateError(errors, "All promises were rejected"));
    };
    return combine(
      this,
      iterable,
      capability,
      (index) => {
        $arrayAppend(errors, undefined);
        remaining++;
        let called = false;
        return [
          capability[1],
          (reason) => {
            if (called) return undefined;
            called = true;
            errors[index] = reason;
            return settle();
          },
        ];
      },
      settle,
    );
  },

  race(iterable) {
    requireConstructor(this, "race");
    const capability = newPromiseCapability(this);
    const handlers = [capability[1], capability[2]];
    return combine(
      this,
      iterable,
      capability,
      () => handlers,
      () => undefined,
    );
  },

  try(callback, ...args) {
    requireConstructor(this, "try");
    const capability = newPromiseCapability(this);
    try {
      $call(capability[1], undefined, $apply(callback, undefined, args));
    } catch (error) {
      $call(capability[2], undefined, error);
    }
    return capability[0];
  },

  withResolvers() {
    requireConstructor(this, "withResolvers");
    const capability = newPromiseCapability(this);
    return { promise: capability[0], resolve: capability[1], reject: capability[2] };
  },
};

const PromisePrototype = {
  finally(onFinally) {
    if (!$isObject(this)) {
      throw new TypeError(`Promise.prototype.finally called on a non-object`);
    }
    const constructor = speciesConstructor(this, Promise);
    if (!$isCallable(onFinally)) return this.then(onFinally, onFinally);
    return this.then(
      (value) => {
        const result = $call(onFinally, undefined);
        return promiseResolve(constructor, result).then(() => value);
      },
      (reason) => {
        const result = $call(onFinally, undefined);
        return promiseResolve(constructor, result).then(() => {
          throw reason;
        });
      },
    );
  },
};
