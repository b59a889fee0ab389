// Operators with an object operand, and what else an instruction leaves to guest code.

// ApplyStringOrNumericBinaryOperator. Operator numbers are those of operations/arithmetic.ts.
function binaryOperator(operator, x, y) {
  if (operator === 0) {
    const a = toPrimitive(x, "default");
    const b = toPrimitive(y, "default");
    return $binary(operator, a, b);
  }
  const a = toNumeric(x);
  const b = toNumeric(y);
  return $binary(operator, a, b);
}

// IsLessThan and its variants: both operands convert left to right whatever the operator.
function compareOperator(operator, x, y) {
  const a = toPrimitive(x, "number");
  const b = toPrimitive(y, "number");
  return $compare(operator, a, b);
}

// https://tc39.es/ecma262/#sec-islooselyequal
function looseEquals(x, y) {
  if ($isObject(x)) {
    if ($isObject(y)) return x === y;
    const a = toPrimitive(x, "default");
    return $looseEquals(a, y);
  }
  const b = toPrimitive(y, "default");
  return $looseEquals(x, b);
}

function negate(value) {
  return -toNumeric(value);
}

function bitNot(value) {
  return ~toNumeric(value);
}

function increment(value) {
  const numeric = toNumeric(value);
  return typeof numeric === "bigint" ? $binary(0, numeric, 1n) : numeric + 1;
}

function decrement(value) {
  const numeric = toNumeric(value);
  return typeof numeric === "bigint" ? $binary(1, numeric, 1n) : numeric - 1;
}

// https://tc39.es/ecma262/#sec-instanceofoperator
function instanceOf(value, target) {
  const handler = getMethod(target, Symbol.hasInstance);
  if (handler !== undefined) {
    if (handler === $hasInstanceMethod()) return ordinaryHasInstance(target, value);
    return $call(handler, target, value) ? true : false;
  }
  if (!$isCallable(target)) throw new TypeError("Right-hand side of 'instanceof' is not callable");
  return ordinaryHasInstance(target, value);
}

function ordinaryHasInstance(target, value) {
  if (!$isCallable(target)) return false;
  const bound = $boundTarget(target);
  if (bound !== undefined) return instanceOf(value, bound);
  if (!$isObject(value)) return false;
  const proto = target.prototype;
  if (!$isObject(proto)) {
    throw new TypeError(`Function has non-object prototype '${$describe(proto)}' in instanceof check`);
  }
  let object = getPrototypeOf(value);
  while (object !== null) {
    if (object === proto) return true;
    object = getPrototypeOf(object);
  }
  return false;
}

function getElement(base, key) {
  return getValueOf(base, toPropertyKey(key));
}

function getValueOf(base, key) {
  return base[key];
}

function setElement(base, key, value) {
  const name = toPropertyKey(key);
  base[name] = value;
}

function hasElement(object, key) {
  const name = toPropertyKey(key);
  return name in object;
}

function deleteStrict(base, key) {
  const object = toObject(base);
  const name = toPropertyKey(key);
  if (!deleteProperty(object, name)) {
    throw new TypeError(`Cannot delete property '${$isSymbol(name) ? $describe(name) : name}' of ${$describe(object)}`);
  }
  return true;
}

function getSuperElement(parent, key, self) {
  const name = toPropertyKey(key);
  if (parent === null) $throwNoProperty(null, name, "read");
  return getProperty(parent, name, self);
}

function setSuperElement(parent, key, self, value) {
  const name = toPropertyKey(key);
  if (parent === null) $throwNoProperty(null, name, "set");
  if (!setProperty(parent, name, value, self)) {
    throw new TypeError(`Cannot assign to read only property '${$isSymbol(name) ? $describe(name) : name}' of object`);
  }
}

function callSetter(setter, self, value) {
  $call(setter, self, value);
}

// The prototype for a constructor whose newTarget has an accessor or proxy in the way.
function constructSlow(constructor, args, newTarget) {
  const proto = newTarget.prototype;
  return $constructWith(constructor, args, newTarget, $isObject(proto) ? proto : $ObjectPrototype);
}

function heritagePrototype(parent) {
  const proto = parent.prototype;
  if (proto !== null && !$isObject(proto)) {
    throw new TypeError(`Class extends value does not have valid prototype property ${$describe(proto)}`);
  }
  return proto;
}

// CopyDataProperties; excluded is undefined or a list of keys.
function copyDataProperties(target, source, excluded) {
  if (source === undefined || source === null) return target;
  const from = toObject(source);
  const keys = ownKeysOf(from);
  const count = excluded === undefined ? 0 : $listLength(excluded);
  const names = $newList();
  for (let i = 0; i < count; i++) $arrayAppend(names, $toKeyPrimitive(excluded[i]));
  const total = $listLength(keys);
  for (let i = 0; i < total; i++) {
    const key = keys[i];
    let skip = false;
    for (let k = 0; k < count; k++) if (names[k] === key) skip = true;
    if (skip) continue;
    const descriptor = getOwnProperty(from, key);
    if (descriptor !== undefined && descriptor.enumerable === true) {
      $createOwn(target, key, getProperty(from, key, from));
    }
  }
  return target;
}

// Explicit resource management. A list item is [value, method] (method undefined: only an await).
function addDisposable(list, value, isAsync) {
  const stack = list === undefined ? $newList() : list;
  if (value === null || value === undefined) {
    if (isAsync) $arrayAppend(stack, [undefined, undefined, true]);
    return stack;
  }
  if (!$isObject(value))
    throw new TypeError(`${$describe(value)} is not an object: using needs an object with [Symbol.dispose]`);
  let method;
  let sync = false;
  if (isAsync) {
    method = getMethod(value, Symbol.asyncDispose);
    if (method === undefined) {
      method = getMethod(value, Symbol.dispose);
      sync = true;
    }
  } else method = getMethod(value, Symbol.dispose);
  if (method === undefined) throw new TypeError("Property [Symbol.dispose] is not a function");
  $arrayAppend(stack, [value, method, isAsync, sync]);
  return stack;
}

function suppress(error, previous) {
  return $new(SuppressedError, error, previous, "An error was suppressed during disposal");
}

function disposeResources(list, failed, reason) {
  let threw = failed;
  let error = reason;
  for (let i = list === undefined ? -1 : $listLength(list) - 1; i >= 0; i--) {
    const item = list[i];
    try {
      if (item[1] !== undefined) $call(item[1], item[0]);
    } catch (inner) {
      error = threw ? suppress(inner, error) : inner;
      threw = true;
    }
  }
  if (threw) throw error;
}

// https://tc39.es/proposal-explicit-resource-management/#sec-disposeresources
async function disposeResourcesAsync(list, failed, reason) {
  let threw = failed;
  let error = reason;
  let needsAwait = false;
  let hasAwaited = false;
  for (let i = list === undefined ? -1 : $listLength(list) - 1; i >= 0; i--) {
    const item = list[i];
    if (!item[2] && needsAwait && !hasAwaited) {
      needsAwait = false;
      await undefined;
    }
    if (item[1] === undefined) {
      needsAwait = true;
      continue;
    }
    try {
      const result = $call(item[1], item[0]);
      if (item[2]) {
        hasAwaited = true;
        await (item[3] ? undefined : result);
      }
    } catch (inner) {
      error = threw ? suppress(inner, error) : inner;
      threw = true;
    }
  }
  if (needsAwait && !hasAwaited) await undefined;
  if (threw) throw error;
}
