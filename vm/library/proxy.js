// Proxy: the constructor and the internal methods with their invariants, each as ECMA-262 has it.
// Keys arrive as strings and symbols, descriptors as internal ones (null prototype).
// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots

const constructors = {
  Proxy(target, handler) {
    if (new.target === undefined) throw new TypeError("Constructor Proxy requires 'new'");
    return proxyCreate(target, handler);
  },
};

function proxyCreate(target, handler) {
  if (!$isObject(target) || !$isObject(handler)) {
    throw new TypeError("Cannot create proxy with a non-object as target or handler");
  }
  return $newProxy(target, handler);
}

const Proxy = {
  revocable(target, handler) {
    let proxy = proxyCreate(target, handler);
    const result = {};
    $putData(result, "proxy", proxy);
    // An argument position gives the arrow no name.
    $putData(result, "revoke", () => {
      if (proxy !== null) $revokeProxy(proxy);
      proxy = null;
      return undefined;
    });
    return result;
  },
};

function keyText(key) {
  return $isSymbol(key) ? $shown(key) : key;
}

function trapFor(proxy, name) {
  const handler = $proxyHandler(proxy, name);
  const trap = handler[name];
  if (trap === undefined || trap === null) return undefined;
  if (!$isCallable(trap)) {
    throw new TypeError(`${$shown(trap)} returned for property '${name}' of object '#<Object>' is not a function`);
  }
  return trap;
}

function proxyGetPrototypeOf(proxy) {
  const trap = trapFor(proxy, "getPrototypeOf");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return getPrototypeOf(target);
  const proto = $call(trap, $proxyHandler(proxy, "getPrototypeOf"), target);
  if (proto !== null && !$isObject(proto)) {
    throw new TypeError("'getPrototypeOf' on proxy: trap returned neither object nor null");
  }
  if (isExtensible(target)) return proto;
  if (proto !== getPrototypeOf(target)) {
    throw new TypeError(
      "'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did not return its actual prototype",
    );
  }
  return proto;
}

function proxySetPrototypeOf(proxy, proto) {
  const trap = trapFor(proxy, "setPrototypeOf");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return setPrototypeOf(target, proto);
  if (!$call(trap, $proxyHandler(proxy, "setPrototypeOf"), target, proto)) return false;
  if (isExtensible(target)) return true;
  if (proto !== getPrototypeOf(target)) {
    throw new TypeError(
      "'setPrototypeOf' on proxy: trap returned truish for setting a new prototype on the non-extensible proxy target",
    );
  }
  return true;
}

function proxyIsExtensible(proxy) {
  const trap = trapFor(proxy, "isExtensible");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return isExtensible(target);
  const result = $call(trap, $proxyHandler(proxy, "isExtensible"), target) ? true : false;
  if (result !== isExtensible(target)) {
    throw new TypeError(
      `'isExtensible' on proxy: trap result does not reflect extensibility of proxy target (which is '${!result}')`,
    );
  }
  return result;
}

function proxyPreventExtensions(proxy) {
  const trap = trapFor(proxy, "preventExtensions");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return preventExtensions(target);
  const result = $call(trap, $proxyHandler(proxy, "preventExtensions"), target) ? true : false;
  if (result && isExtensible(target)) {
    throw new TypeError("'preventExtensions' on proxy: the proxy target is extensible");
  }
  return result;
}

// IsCompatiblePropertyDescriptor on internal descriptors.
function isCompatibleDescriptor(extensible, descriptor, current) {
  if (current === undefined) return extensible;
  if (current.configurable) return true;
  if (descriptor.configurable) return false;
  if ("enumerable" in descriptor && descriptor.enumerable !== current.enumerable) return false;
  const currentIsAccessor = "get" in current;
  const wantsAccessor = "get" in descriptor || "set" in descriptor;
  const wantsData = "value" in descriptor || "writable" in descriptor;
  if ((wantsAccessor && !currentIsAccessor) || (wantsData && currentIsAccessor)) return false;
  if (currentIsAccessor) {
    if ("get" in descriptor && descriptor.get !== current.get) return false;
    return !("set" in descriptor) || descriptor.set === current.set;
  }
  if (current.writable) return true;
  if (descriptor.writable) return false;
  return !("value" in descriptor) || $sameValue(descriptor.value, current.value);
}

function proxyGetOwn(proxy, key) {
  const trap = trapFor(proxy, "getOwnPropertyDescriptor");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return getOwnProperty(target, key);
  const answer = $call(trap, $proxyHandler(proxy, "getOwnPropertyDescriptor"), target, key);
  if (answer !== undefined && !$isObject(answer)) {
    throw new TypeError(
      `'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property '${keyText(key)}'`,
    );
  }
  const current = getOwnProperty(target, key);
  if (answer === undefined) {
    if (current === undefined) return undefined;
    if (!current.configurable) {
      throw new TypeError(
        `'getOwnPropertyDescriptor' on proxy: trap returned undefined for property '${keyText(key)}' which is non-configurable in the proxy target`,
      );
    }
    if (!isExtensible(target)) {
      throw new TypeError(
        `'getOwnPropertyDescriptor' on proxy: trap returned undefined for property '${keyText(key)}' which exists in the non-extensible proxy target`,
      );
    }
    return undefined;
  }
  const extensible = isExtensible(target);
  const descriptor = toPropertyDescriptor(answer);
  completeDescriptor(descriptor);
  if (!isCompatibleDescriptor(extensible, descriptor, current)) {
    throw new TypeError(
      `'getOwnPropertyDescriptor' on proxy: trap returned descriptor for property '${keyText(key)}' that is incompatible with the existing property in the proxy target`,
    );
  }
  if (!descriptor.configurable) {
    if (current === undefined || current.configurable) {
      throw new TypeError(
        `'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property '${keyText(key)}' which is either non-existent or configurable in the proxy target`,
      );
    }
    if ("writable" in descriptor && !descriptor.writable && current.writable) {
      throw new TypeError(
        `'getOwnPropertyDescriptor' on proxy: trap reported non-configurable and writable for property '${keyText(key)}' which is non-configurable, non-writable in the proxy target`,
      );
    }
  }
  return descriptor;
}

// CompletePropertyDescriptor.
function completeDescriptor(descriptor) {
  if ("get" in descriptor || "set" in descriptor) {
    if (!("get" in descriptor)) descriptor.get = undefined;
    if (!("set" in descriptor)) descriptor.set = undefined;
  } else {
    if (!("value" in descriptor)) descriptor.value = undefined;
    if (!("writable" in descriptor)) descriptor.writable = false;
  }
  if (!("enumerable" in descriptor)) descriptor.enumerable = false;
  if (!("configurable" in descriptor)) descriptor.configurable = false;
}

function proxyDefine(proxy, key, descriptor) {
  const trap = trapFor(proxy, "defineProperty");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return defineProperty(target, key, descriptor);
  const handler = $proxyHandler(proxy, "defineProperty");
  if (!$call(trap, handler, target, key, fromPropertyDescriptor(descriptor))) return false;
  const current = getOwnProperty(target, key);
  const extensible = isExtensible(target);
  const settingFixed = "configurable" in descriptor && !descriptor.configurable;
  if (current === undefined) {
    if (!extensible) {
      throw new TypeError(
        `'defineProperty' on proxy: trap returned truish for adding property '${keyText(key)}' to the non-extensible proxy target`,
      );
    }
    if (settingFixed) {
      throw new TypeError(
        `'defineProperty' on proxy: trap returned truish for defining non-configurable property '${keyText(key)}' which is either non-existent or configurable in the proxy target`,
      );
    }
    return true;
  }
  if (!isCompatibleDescriptor(extensible, descriptor, current)) {
    throw new TypeError(
      `'defineProperty' on proxy: trap returned truish for adding property '${keyText(key)}'  that is incompatible with the existing property in the proxy target`,
    );
  }
  if (settingFixed && current.configurable) {
    throw new TypeError(
      `'defineProperty' on proxy: trap returned truish for defining non-configurable property '${keyText(key)}' which is either non-existent or configurable in the proxy target`,
    );
  }
  if (
    "value" in current &&
    !current.configurable &&
    current.writable &&
    "writable" in descriptor &&
    !descriptor.writable
  ) {
    throw new TypeError(
      `'defineProperty' on proxy: trap returned truish for defining non-configurable property '${keyText(key)}' which cannot be non-writable`,
    );
  }
  return true;
}

function proxyHas(proxy, key) {
  const trap = trapFor(proxy, "has");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return key in target;
  if ($call(trap, $proxyHandler(proxy, "has"), target, key)) return true;
  const current = getOwnProperty(target, key);
  if (current !== undefined) {
    if (!current.configurable) {
      throw new TypeError(
        `'has' on proxy: trap returned falsish for property '${keyText(key)}' which exists in the proxy target as non-configurable`,
      );
    }
    if (!isExtensible(target)) {
      throw new TypeError(
        `'has' on proxy: trap returned falsish for property '${keyText(key)}' but the proxy target is not extensible`,
      );
    }
  }
  return false;
}

function proxyGet(proxy, key, receiver) {
  const trap = trapFor(proxy, "get");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return getProperty(target, key, receiver);
  const value = $call(trap, $proxyHandler(proxy, "get"), target, key, receiver);
  const current = getOwnProperty(target, key);
  if (current !== undefined && !current.configurable) {
    if ("value" in current && !current.writable && !$sameValue(value, current.value)) {
      throw new TypeError(
        `'get' on proxy: property '${keyText(key)}' is a read-only and non-configurable data property on the proxy target but the proxy did not return its actual value (expected '${$shown(current.value)}' but got '${$shown(value)}')`,
      );
    }
    if ("get" in current && current.get === undefined && value !== undefined) {
      throw new TypeError(
        `'get' on proxy: property '${keyText(key)}' is a non-configurable accessor property on the proxy target and does not have a getter function, but the trap did not return 'undefined' (got '${$shown(value)}')`,
      );
    }
  }
  return value;
}

function proxySet(proxy, key, value, receiver) {
  const trap = trapFor(proxy, "set");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return setProperty(target, key, value, receiver);
  if (!$call(trap, $proxyHandler(proxy, "set"), target, key, value, receiver)) return false;
  const current = getOwnProperty(target, key);
  if (current !== undefined && !current.configurable) {
    if ("value" in current && !current.writable && !$sameValue(value, current.value)) {
      throw new TypeError(
        `'set' on proxy: trap returned truish for property '${keyText(key)}' which exists in the proxy target as a non-configurable and non-writable data property with a different value`,
      );
    }
    if ("get" in current && current.set === undefined) {
      throw new TypeError(
        `'set' on proxy: trap returned truish for property '${keyText(key)}' which exists in the proxy target as a non-configurable and non-writable accessor property without a setter`,
      );
    }
  }
  return true;
}

function proxyDelete(proxy, key) {
  const trap = trapFor(proxy, "deleteProperty");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return deleteProperty(target, key);
  if (!$call(trap, $proxyHandler(proxy, "deleteProperty"), target, key)) return false;
  const current = getOwnProperty(target, key);
  if (current === undefined) return true;
  if (!current.configurable) {
    throw new TypeError(
      `'deleteProperty' on proxy: trap returned truish for property '${keyText(key)}' which is non-configurable in the proxy target`,
    );
  }
  if (!isExtensible(target)) {
    throw new TypeError(
      `'deleteProperty' on proxy: trap returned truish for property '${keyText(key)}' but the proxy target is non-extensible`,
    );
  }
  return true;
}

function proxyOwnKeys(proxy) {
  const trap = trapFor(proxy, "ownKeys");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return ownKeysOf(target);
  const answer = $call(trap, $proxyHandler(proxy, "ownKeys"), target);
  const keys = listFromArrayLike(answer);
  const unchecked = $newSet($SetPrototype);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key !== "string" && typeof key !== "symbol")
      throw new TypeError(`${$shown(key)} is not a valid property name`);
    if ($setHas(unchecked, key)) throw new TypeError(`'ownKeys' on proxy: trap returned duplicate entries`);
    $setAdd(unchecked, key);
  }
  const extensible = isExtensible(target);
  const targetKeys = ownKeysOf(target);
  const configurable = $newList();
  const fixed = $newList();
  for (let i = 0; i < targetKeys.length; i++) {
    const own = getOwnProperty(target, targetKeys[i]);
    $arrayAppend(own !== undefined && !own.configurable ? fixed : configurable, targetKeys[i]);
  }
  if (extensible && fixed.length === 0) return keys;
  for (let i = 0; i < fixed.length; i++) {
    if (!$setDelete(unchecked, fixed[i]))
      throw new TypeError(`'ownKeys' on proxy: trap result did not include '${keyText(fixed[i])}'`);
  }
  if (extensible) return keys;
  for (let i = 0; i < configurable.length; i++) {
    if (!$setDelete(unchecked, configurable[i])) {
      throw new TypeError(`'ownKeys' on proxy: trap result did not include '${keyText(configurable[i])}'`);
    }
  }
  if ($setSize(unchecked) > 0)
    throw new TypeError("'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible");
  return keys;
}

function proxyCall(proxy, thisArg, args) {
  const trap = trapFor(proxy, "apply");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return $apply(target, thisArg, args);
  return $call(trap, $proxyHandler(proxy, "apply"), target, thisArg, args);
}

function proxyConstruct(proxy, args, newTarget) {
  const trap = trapFor(proxy, "construct");
  const target = $proxyTarget(proxy);
  if (trap === undefined) return $construct(target, args, newTarget);
  const object = $call(trap, $proxyHandler(proxy, "construct"), target, args, newTarget);
  if (!$isObject(object)) throw new TypeError("proxy [[Construct]] must return an object");
  return object;
}
