// Map: constructor, forEach and groupBy. https://tc39.es/ecma262/#sec-map-objects

const constructors = {
  Map(iterable = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor Map requires 'new'");
    const map = $newMap(prototypeFor(new.target, $MapPrototype));
    if (iterable === undefined || iterable === null) return map;
    const adder = map.set;
    if (!$isCallable(adder)) {
      throw new TypeError(
        `'${$shown(adder)}' returned for property 'set' of object '${$shown(map)}' is not a function`,
      );
    }
    // With the intrinsic adder entries go in directly.
    const direct = adder === $MapPrototype.set;
    for (const entry of iterable) {
      if (!$isObject(entry)) throw new TypeError(`Iterator value ${$shown(entry)} is not an entry object`);
      const key = entry[0];
      const value = entry[1];
      if (direct) $mapSet(map, key, value);
      else $call(adder, map, key, value);
    }
    return map;
  },
};

const MapPrototype = {
  forEach(callback, thisArg = undefined) {
    if ($kindOf(this) !== "Map") {
      throw new TypeError(`Method Map.prototype.forEach called on incompatible receiver ${$shown(this)}`);
    }
    if (!$isCallable(callback)) throwNotCallback(callback);
    const cursor = $mapCursor(this, "entries");
    while ($cursorStep(cursor)) $call(callback, thisArg, $getField(cursor, 2), $getField(cursor, 1), this);
    return undefined;
  },
};

const Map = {
  get [Symbol.species]() {
    return this;
  },

  groupBy(items, callback) {
    return groupItems(items, callback, false);
  },
};

// V8's sentence names the type of a number or boolean here.
function throwNotCallback(value) {
  const type = typeof value;
  const text = type === "number" || type === "boolean" ? `${type} ${value}` : $shown(value);
  throw new TypeError(`${text} is not a function`);
}
