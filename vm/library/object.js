// Object and Object.prototype: everything that may meet a proxy, an accessor or a conversion.
// Routines named object… take over from the natives of vm/builtins/object.ts with the same this
// value and arguments. Source of the algorithms: https://tc39.es/ecma262/#sec-fundamental-objects

const constructors = {
  Object(value) {
    if (new.target !== undefined && new.target !== $callee()) {
      return $objectWithProto(prototypeFor(new.target, $ObjectPrototype));
    }
    if (value === undefined || value === null) return {};
    return toObject(value);
  },
};

function objectAssign(target, ...sources) {
  const to = toObject(target);
  for (let i = 0; i < sources.length; i++) {
    const from = sources[i];
    if (from === undefined || from === null) continue;
    const object = toObject(from);
    const keys = ownKeysOf(object);
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k];
      const own = getOwnProperty(object, key);
      if (own !== undefined && own.enumerable) to[key] = object[key];
    }
  }
  return to;
}

function objectCreate(proto, properties) {
  if (proto !== null && !$isObject(proto)) {
    throw new TypeError(`Object prototype may only be an Object or null: ${$shown(proto)}`);
  }
  const object = $objectWithProto(proto);
  return properties === undefined ? object : definePropertiesFrom(object, properties);
}

// ObjectDefineProperties: every descriptor is read before the first definition.
function definePropertiesFrom(object, properties) {
  const from = toObject(properties);
  const keys = ownKeysOf(from);
  const names = $newList();
  const descriptors = $newList();
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const own = getOwnProperty(from, key);
    if (own === undefined || !own.enumerable) continue;
    const descriptor = toPropertyDescriptor(from[key]);
    $arrayAppend(names, key);
    $arrayAppend(descriptors, descriptor);
  }
  for (let i = 0; i < names.length; i++) definePropertyOrThrow(object, names[i], descriptors[i]);
  return object;
}

// EnumerableOwnProperties; what: 0 keys, 1 values, 2 entries.
function enumerableOwnProperties(object, what) {
  const keys = ownKeysOf(object);
  const list = $newList();
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key !== "string") continue;
    const own = getOwnProperty(object, key);
    if (own === undefined || !own.enumerable) continue;
    if (what === 0) $arrayAppend(list, key);
    else {
      const value = object[key];
      $arrayAppend(list, what === 1 ? value : [key, value]);
    }
  }
  return list;
}

function objectKeys(value) {
  return enumerableOwnProperties(toObject(value), 0);
}

function objectValues(value) {
  return enumerableOwnProperties(toObject(value), 1);
}

function objectEntries(value) {
  return enumerableOwnProperties(toObject(value), 2);
}

function objectFreeze(value) {
  if (!$isObject(value)) return value;
  if (!setIntegrityLevel(value, true)) {
    if ($kindOf(value) === "TypedArray") throw new TypeError("Cannot freeze array buffer views with elements");
    throw new TypeError(`Cannot freeze ${$shown(value)}`);
  }
  return value;
}

function objectSeal(value) {
  if (!$isObject(value)) return value;
  if (!setIntegrityLevel(value, false)) throw new TypeError(`Cannot seal ${$shown(value)}`);
  return value;
}

function objectPreventExtensions(value) {
  if (!$isObject(value)) return value;
  if (!preventExtensions(value)) throw new TypeError(`Cannot prevent extensions of ${$shown(value)}`);
  return value;
}

function objectIsExtensible(value) {
  return $isObject(value) && isExtensible(value);
}

function objectGetPrototypeOf(value) {
  return getPrototypeOf(toObject(value));
}

function objectHasOwn(value, key) {
  const object = toObject(value);
  return hasOwn(object, toPropertyKey(key));
}

function objectHasOwnProperty(key) {
  const name = toPropertyKey(key);
  return hasOwn(toObject(this), name);
}

function objectIsPrototypeOf(value) {
  if (!$isObject(value)) return false;
  const object = toObject(this);
  for (;;) {
    value = getPrototypeOf(value);
    if (value === null) return false;
    if (value === object) return true;
  }
}

function objectPropertyIsEnumerable(key) {
  const name = toPropertyKey(key);
  const own = getOwnProperty(toObject(this), name);
  return own !== undefined && own.enumerable;
}

function objectToString() {
  if (this === undefined) return "[object Undefined]";
  if (this === null) return "[object Null]";
  const object = toObject(this);
  const fallback = isArray(object)
    ? "Array"
    : $kindOf(object) === "Proxy"
      ? $isCallable(object)
        ? "Function"
        : "Object"
      : $builtinTag(object);
  const tag = object[Symbol.toStringTag];
  return `[object ${typeof tag === "string" ? tag : fallback}]`;
}

function toObjectThis() {
  return toObject(this);
}

// Throws for a [[SetPrototypeOf]] that was refused.
function throwPrototypeRefused(object) {
  if (object === $ObjectPrototype) {
    throw new TypeError("Immutable prototype object 'Object.prototype' cannot have their prototype set");
  }
  if ($kindOf(object) !== "Proxy" && isExtensible(object)) throw new TypeError("Cyclic __proto__ value");
  throw new TypeError(`${$shown(object)} is not extensible`);
}

// GroupBy: a Map from key to the array of its items, in order of first use.
function groupItems(items, callback, asProperty) {
  if (items === undefined || items === null) throw new TypeError(`${$shown(items)} is not iterable`);
  if (!$isCallable(callback)) throw new TypeError(`${$shown(callback)} is not a function`);
  const groups = $newMap($MapPrototype);
  let k = 0;
  for (const item of items) {
    let key = $call(callback, undefined, item, k);
    if (asProperty) key = toPropertyKey(key);
    const members = $mapGet(groups, key);
    if (members === undefined) $mapSet(groups, key, [item]);
    else $arrayAppend(members, item);
    k++;
  }
  return groups;
}

const Object = {
  defineProperties(object, properties) {
    if (!$isObject(object)) throw new TypeError("Object.defineProperties called on non-object");
    return definePropertiesFrom(object, properties);
  },

  defineProperty(object, key, attributes) {
    if (!$isObject(object)) throw new TypeError("Object.defineProperty called on non-object");
    const name = toPropertyKey(key);
    definePropertyOrThrow(object, name, toPropertyDescriptor(attributes));
    return object;
  },

  fromEntries(iterable) {
    if (iterable === undefined || iterable === null) throw new TypeError(`${$shown(iterable)} is not iterable`);
    const object = {};
    for (const entry of iterable) {
      if (!$isObject(entry)) throw new TypeError(`Iterator value ${$shown(entry)} is not an entry object`);
      const key = entry[0];
      const value = entry[1];
      $putData(object, toPropertyKey(key), value);
    }
    return object;
  },

  getOwnPropertyDescriptor(value, key) {
    const object = toObject(value);
    return fromPropertyDescriptor(getOwnProperty(object, toPropertyKey(key)));
  },

  getOwnPropertyDescriptors(value) {
    const object = toObject(value);
    const keys = ownKeysOf(object);
    const descriptors = {};
    for (let i = 0; i < keys.length; i++) {
      const own = getOwnProperty(object, keys[i]);
      if (own !== undefined) $putData(descriptors, keys[i], fromPropertyDescriptor(own));
    }
    return descriptors;
  },

  getOwnPropertyNames(value) {
    const keys = ownKeysOf(toObject(value));
    const names = $newList();
    for (let i = 0; i < keys.length; i++) if (typeof keys[i] === "string") $arrayAppend(names, keys[i]);
    return names;
  },

  getOwnPropertySymbols(value) {
    const keys = ownKeysOf(toObject(value));
    const symbols = $newList();
    for (let i = 0; i < keys.length; i++) if (typeof keys[i] === "symbol") $arrayAppend(symbols, keys[i]);
    return symbols;
  },

  groupBy(items, callback) {
    const groups = groupItems(items, callback, true);
    const object = $objectWithProto(null);
    const keys = $mapKeys(groups);
    for (let i = 0; i < keys.length; i++) $putData(object, keys[i], $mapGet(groups, keys[i]));
    return object;
  },

  isFrozen(value) {
    return !$isObject(value) || testIntegrityLevel(value, true);
  },

  isSealed(value) {
    return !$isObject(value) || testIntegrityLevel(value, false);
  },

  setPrototypeOf(object, proto) {
    if (object === undefined || object === null) {
      throw new TypeError("Object.setPrototypeOf called on null or undefined");
    }
    if (proto !== null && !$isObject(proto)) {
      throw new TypeError(`Object prototype may only be an Object or null: ${$shown(proto)}`);
    }
    if (!$isObject(object)) return object;
    if (!setPrototypeOf(object, proto)) throwPrototypeRefused(object);
    return object;
  },
};

const ObjectPrototype = {
  toLocaleString() {
    return this.toString();
  },

  get __proto__() {
    return getPrototypeOf(toObject(this));
  },

  set __proto__(proto) {
    if (this === undefined || this === null) {
      throw new TypeError("Object.prototype.__proto__ called on null or undefined");
    }
    if ((proto !== null && !$isObject(proto)) || !$isObject(this)) return;
    if (!setPrototypeOf(this, proto)) throwPrototypeRefused(this);
  },

  __defineGetter__(key, getter) {
    const object = toObject(this);
    if (!$isCallable(getter)) throw new TypeError("Object.prototype.__defineGetter__: Expecting function");
    const descriptor = { __proto__: null, get: getter, enumerable: true, configurable: true };
    definePropertyOrThrow(object, toPropertyKey(key), descriptor);
    return undefined;
  },

  __defineSetter__(key, setter) {
    const object = toObject(this);
    if (!$isCallable(setter)) throw new TypeError("Object.prototype.__defineSetter__: Expecting function");
    const descriptor = { __proto__: null, set: setter, enumerable: true, configurable: true };
    definePropertyOrThrow(object, toPropertyKey(key), descriptor);
    return undefined;
  },

  __lookupGetter__(key) {
    return lookupAccessor(toObject(this), toPropertyKey(key), false);
  },

  __lookupSetter__(key) {
    return lookupAccessor(toObject(this), toPropertyKey(key), true);
  },
};

function lookupAccessor(object, key, setter) {
  while (object !== null) {
    const own = getOwnProperty(object, key);
    if (own !== undefined) return setter ? own.set : own.get;
    object = getPrototypeOf(object);
  }
  return undefined;
}
