// Reflect. https://tc39.es/ecma262/#sec-reflect-object

function requireTarget(value, name) {
  if (!$isObject(value)) throw new TypeError(`Reflect.${name} called on non-object`);
}

const Reflect = {
  apply(target, thisArg, list) {
    if (!$isCallable(target)) {
      throw new TypeError(`Function.prototype.apply was called on ${$shown(target)}, which is not a function`);
    }
    return $apply(target, thisArg, listFromArrayLike(list));
  },

  construct(target, list, newTarget = undefined) {
    if (!$isConstructor(target)) throw new TypeError(`${$shown(target)} is not a constructor`);
    const chosen = $argc() < 3 ? target : newTarget;
    if (!$isConstructor(chosen)) throw new TypeError(`${$shown(chosen)} is not a constructor`);
    return $construct(target, listFromArrayLike(list), chosen);
  },

  defineProperty(target, key, attributes) {
    requireTarget(target, "defineProperty");
    const name = toPropertyKey(key);
    return defineProperty(target, name, toPropertyDescriptor(attributes));
  },

  deleteProperty(target, key) {
    requireTarget(target, "deleteProperty");
    return deleteProperty(target, toPropertyKey(key));
  },

  get(target, key, receiver = undefined) {
    requireTarget(target, "get");
    const name = toPropertyKey(key);
    return getProperty(target, name, $argc() < 3 ? target : receiver);
  },

  getOwnPropertyDescriptor(target, key) {
    requireTarget(target, "getOwnPropertyDescriptor");
    return fromPropertyDescriptor(getOwnProperty(target, toPropertyKey(key)));
  },

  getPrototypeOf(target) {
    requireTarget(target, "getPrototypeOf");
    return getPrototypeOf(target);
  },

  has(target, key) {
    requireTarget(target, "has");
    return toPropertyKey(key) in target;
  },

  isExtensible(target) {
    requireTarget(target, "isExtensible");
    return isExtensible(target);
  },

  ownKeys(target) {
    requireTarget(target, "ownKeys");
    return $copyList(ownKeysOf(target));
  },

  preventExtensions(target) {
    requireTarget(target, "preventExtensions");
    return preventExtensions(target);
  },

  set(target, key, value, receiver = undefined) {
    requireTarget(target, "set");
    const name = toPropertyKey(key);
    return setProperty(target, name, value, $argc() < 4 ? target : receiver);
  },

  setPrototypeOf(target, proto) {
    requireTarget(target, "setPrototypeOf");
    if (proto !== null && !$isObject(proto)) {
      throw new TypeError(`Object prototype may only be an Object or null: ${$shown(proto)}`);
    }
    return setPrototypeOf(target, proto);
  },
};
