// The object model for every kind of object, proxies included: one routine for each internal
// method. Ordinary objects are answered natively; proxies go to proxy.js.
// https://tc39.es/ecma262/#sec-object-internal-methods-and-internal-slots

function getProperty(object, key, receiver) {
  return $get(object, key, receiver);
}

// [[Set]] with any receiver: a boolean. https://tc39.es/ecma262/#sec-ordinaryset
function setProperty(object, key, value, receiver) {
  let holder = object;
  for (;;) {
    if ($isProxy(holder)) return proxySet(holder, key, value, receiver);
    if ($kindOf(holder) === "TypedArray" && $isCanonicalNumeric(key)) {
      if (holder === receiver) {
        setTypedElement(holder, key, value);
        return true;
      }
      if (!$hasOwnData(holder, key)) return true;
    }
    const own = $ownDescriptor(holder, key);
    if (own !== undefined) {
      if ("set" in own) {
        if (own.set === undefined) return false;
        $call(own.set, receiver, value);
        return true;
      }
      // Deviation: a frozen intrinsic's property may be shadowed on another object.
      if (!own.writable && (holder === receiver || !$isIntrinsic(holder))) return false;
      break;
    }
    const parent = $prototypeOf(holder);
    if (parent === null) break;
    holder = parent;
  }
  if (!$isObject(receiver)) return false;
  const existing = getOwnProperty(receiver, key);
  if (existing !== undefined) {
    if ("get" in existing || !existing.writable) return false;
    const update = $objectWithProto(null);
    update.value = value;
    return defineProperty(receiver, key, update);
  }
  return createDataProperty(receiver, key, value);
}

// An assignment through a proxy on the chain: refusal throws.
function proxySetStrict(proxy, key, value, receiver) {
  if (!proxySet(proxy, key, value, receiver)) {
    throw new TypeError(
      `'set' on proxy: trap returned falsish for property '${$isSymbol(key) ? $describe(key) : key}'`,
    );
  }
}

// The last step of [[Set]] when the receiver is a proxy.
function proxyDefineForSet(receiver, key, value) {
  const existing = getOwnProperty(receiver, key);
  let done;
  if (existing !== undefined) {
    if ("get" in existing || !existing.writable) done = false;
    else {
      const update = $objectWithProto(null);
      update.value = value;
      done = defineProperty(receiver, key, update);
    }
  } else done = createDataProperty(receiver, key, value);
  if (!done) throw new TypeError(`Cannot assign to property '${$isSymbol(key) ? $describe(key) : key}'`);
}

function setTypedElement(array, key, value) {
  const converted = $isBigIntArray(array) ? toBigInt(value) : toNumber(value);
  $setTypedElement(array, key, converted);
}

// ArraySetLength for a value that is no array length yet: converts it twice, as specified.
function setArrayLength(array, value) {
  const length = toUint32(value);
  const number = toNumber(value);
  if (length !== number) throw new RangeError("Invalid array length");
  if (!$isLengthWritable(array) || !$setLength(array, length)) {
    throw new TypeError("Cannot assign to read only property 'length' of object '[object Array]'");
  }
}

function hasOwn(object, key) {
  if ($isProxy(object)) return proxyGetOwn(object, key) !== undefined;
  return $hasOwnData(object, key);
}

function getOwnProperty(object, key) {
  return $isProxy(object) ? proxyGetOwn(object, key) : $ownDescriptor(object, key);
}

function defineProperty(object, key, descriptor) {
  if ($isProxy(object)) return proxyDefine(object, key, descriptor);
  if (key === "length" && $isArrayExotic(object) && "value" in descriptor) {
    const length = toUint32(descriptor.value);
    const number = toNumber(descriptor.value);
    if (length !== number) throw new RangeError("Invalid array length");
    descriptor.value = length;
  } else if ($kindOf(object) === "TypedArray" && "value" in descriptor && $isCanonicalNumeric(key)) {
    // The element is converted after the attributes were checked.
    const attributes = $objectWithProto(null);
    if ("configurable" in descriptor) attributes.configurable = descriptor.configurable;
    if ("enumerable" in descriptor) attributes.enumerable = descriptor.enumerable;
    if ("writable" in descriptor) attributes.writable = descriptor.writable;
    if (!$defineOwn(object, key, attributes)) return false;
    setTypedElement(object, key, descriptor.value);
    return true;
  }
  return $defineOwn(object, key, descriptor);
}

function definePropertyOrThrow(object, key, descriptor) {
  if (!defineProperty(object, key, descriptor)) {
    const name = $isSymbol(key) ? $describe(key) : key;
    if ($isIntrinsic(object)) {
      throw new TypeError(`Cannot define property ${name}: built-in objects are frozen in this runtime`);
    }
    if (!hasOwn(object, key)) throw new TypeError(`Cannot define property ${name}, object is not extensible`);
    throw new TypeError(`Cannot redefine property: ${name}`);
  }
}

function createDataProperty(object, key, value) {
  if ($isProxy(object) || $kindOf(object) === "TypedArray") {
    const descriptor = $objectWithProto(null);
    descriptor.value = value;
    descriptor.writable = true;
    descriptor.enumerable = true;
    descriptor.configurable = true;
    return defineProperty(object, key, descriptor);
  }
  return $createOwn(object, key, value);
}

function createDataPropertyOrThrow(object, key, value) {
  const name = $toKeyPrimitive($isObject(key) ? toPropertyKey(key) : key);
  if (!createDataProperty(object, name, value)) {
    const text = $isSymbol(name) ? $describe(name) : name;
    if (!hasOwn(object, name)) throw new TypeError(`Cannot add property ${text}, object is not extensible`);
    throw new TypeError(`Cannot redefine property: ${text}`);
  }
}

function deleteProperty(object, key) {
  return $isProxy(object) ? proxyDelete(object, key) : $deleteOwn(object, key);
}

function ownKeysOf(object) {
  return $isProxy(object) ? proxyOwnKeys(object) : $ownKeys(object);
}

function getPrototypeOf(object) {
  return $isProxy(object) ? proxyGetPrototypeOf(object) : $prototypeOf(object);
}

function setPrototypeOf(object, proto) {
  return $isProxy(object) ? proxySetPrototypeOf(object, proto) : $setPrototype(object, proto);
}

function isExtensible(object) {
  return $isProxy(object) ? proxyIsExtensible(object) : $isExtensible(object);
}

function preventExtensions(object) {
  return $isProxy(object) ? proxyPreventExtensions(object) : $preventExtensions(object);
}

function getMethod(value, key) {
  const method = value[key];
  if (method === undefined || method === null) return undefined;
  if (!$isCallable(method)) throw new TypeError(`${$describe(method)} is not a function`);
  return method;
}

// GetPrototypeFromConstructor.
function prototypeFor(newTarget, fallback) {
  const proto = newTarget.prototype;
  return $isObject(proto) ? proto : fallback;
}

function speciesConstructor(object, fallback) {
  const constructor = object.constructor;
  if (constructor === undefined) return fallback;
  if (!$isObject(constructor)) throw new TypeError("The .constructor property is not an object");
  const species = constructor[Symbol.species];
  if (species === undefined || species === null) return fallback;
  if ($isConstructor(species)) return species;
  throw new TypeError("object.constructor[Symbol.species] is not a constructor");
}

function isArray(value) {
  let target = value;
  while ($isProxy(target)) {
    target = $proxyTarget(target);
  }
  return $isArrayExotic(target);
}

// ToPropertyDescriptor. https://tc39.es/ecma262/#sec-topropertydescriptor
function toPropertyDescriptor(value) {
  if (!$isObject(value)) throw new TypeError(`Property description must be an object: ${$describe(value)}`);
  const descriptor = $objectWithProto(null);
  if ("enumerable" in value) descriptor.enumerable = value.enumerable ? true : false;
  if ("configurable" in value) descriptor.configurable = value.configurable ? true : false;
  if ("value" in value) descriptor.value = value.value;
  if ("writable" in value) descriptor.writable = value.writable ? true : false;
  if ("get" in value) {
    const getter = value.get;
    if (getter !== undefined && !$isCallable(getter))
      throw new TypeError(`Getter must be a function: ${$describe(getter)}`);
    descriptor.get = getter;
  }
  if ("set" in value) {
    const setter = value.set;
    if (setter !== undefined && !$isCallable(setter))
      throw new TypeError(`Setter must be a function: ${$describe(setter)}`);
    descriptor.set = setter;
  }
  if (("get" in descriptor || "set" in descriptor) && ("value" in descriptor || "writable" in descriptor)) {
    throw new TypeError(
      `Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, ${$describe(value)}`,
    );
  }
  return descriptor;
}

function fromPropertyDescriptor(descriptor) {
  if (descriptor === undefined) return undefined;
  const object = {};
  if ("value" in descriptor) object.value = descriptor.value;
  if ("writable" in descriptor) object.writable = descriptor.writable;
  if ("get" in descriptor) object.get = descriptor.get;
  if ("set" in descriptor) object.set = descriptor.set;
  if ("enumerable" in descriptor) object.enumerable = descriptor.enumerable;
  if ("configurable" in descriptor) object.configurable = descriptor.configurable;
  return object;
}

// SetIntegrityLevel. https://tc39.es/ecma262/#sec-setintegritylevel
function setIntegrityLevel(object, frozen) {
  if (!$isProxy(object)) return $setIntegrity(object, frozen);
  if (!preventExtensions(object)) return false;
  const keys = ownKeysOf(object);
  const count = $listLength(keys);
  for (let i = 0; i < count; i++) {
    const descriptor = $objectWithProto(null);
    if (!frozen) {
      descriptor.configurable = false;
      definePropertyOrThrow(object, keys[i], descriptor);
      continue;
    }
    const current = getOwnProperty(object, keys[i]);
    if (current === undefined) continue;
    descriptor.configurable = false;
    if (!("get" in current)) descriptor.writable = false;
    definePropertyOrThrow(object, keys[i], descriptor);
  }
  return true;
}

function testIntegrityLevel(object, frozen) {
  if (isExtensible(object)) return false;
  const keys = ownKeysOf(object);
  const count = $listLength(keys);
  for (let i = 0; i < count; i++) {
    const current = getOwnProperty(object, keys[i]);
    if (current === undefined) continue;
    if (current.configurable) return false;
    if (frozen && "value" in current && current.writable) return false;
  }
  return true;
}
