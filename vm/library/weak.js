// WeakMap, WeakSet, WeakRef: constructors. https://tc39.es/ecma262/#sec-weakmap-constructor

const constructors = {
  WeakMap(iterable = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor WeakMap requires 'new'");
    const map = $newWeakMap(prototypeFor(new.target, $WeakMapPrototype));
    if (iterable === undefined || iterable === null) return map;
    const adder = map.set;
    if (!$isCallable(adder)) {
      throw new TypeError(
        `'${$shown(adder)}' returned for property 'set' of object '${$shown(map)}' is not a function`,
      );
    }
    for (const entry of iterable) {
      if (!$isObject(entry)) throw new TypeError(`Iterator value ${$shown(entry)} is not an entry object`);
      const key = entry[0];
      const value = entry[1];
      if (adder === $WeakMapPrototype.set) $weakMapSet(map, key, value);
      else $call(adder, map, key, value);
    }
    return map;
  },

  WeakSet(iterable = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor WeakSet requires 'new'");
    const set = $newWeakSet(prototypeFor(new.target, $WeakSetPrototype));
    if (iterable === undefined || iterable === null) return set;
    const adder = set.add;
    if (!$isCallable(adder)) {
      throw new TypeError(
        `'${$shown(adder)}' returned for property 'add' of object '${$shown(set)}' is not a function`,
      );
    }
    for (const value of iterable) {
      if (adder === $WeakSetPrototype.add) $weakSetAdd(set, value);
      else $call(adder, set, value);
    }
    return set;
  },

  WeakRef(target) {
    if (new.target === undefined) throw new TypeError("Constructor WeakRef requires 'new'");
    if (!$canBeHeldWeakly(target)) throw new TypeError("WeakRef: invalid target");
    return $newWeakRef(prototypeFor(new.target, $WeakRefPrototype), target);
  },
};
