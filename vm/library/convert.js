// Type conversion of any value: objects convert by their own methods, which may be the program's.
// https://tc39.es/ecma262/#sec-type-conversion

function toPrimitive(value, hint) {
  if (!$isObject(value)) return value;
  $notePromise(value);
  const exotic = value[Symbol.toPrimitive];
  if (exotic !== undefined && exotic !== null) {
    if (!$isCallable(exotic)) throw new TypeError(`${$describe(exotic)} is not a function`);
    const result = $call(exotic, value, hint);
    if (!$isObject(result)) return result;
    throw new TypeError("Cannot convert object to primitive value");
  }
  return ordinaryToPrimitive(value, hint === "string");
}

function ordinaryToPrimitive(value, stringFirst) {
  const first = stringFirst ? value.toString : value.valueOf;
  if ($isCallable(first)) {
    const result = $call(first, value);
    if (!$isObject(result)) return result;
  }
  const second = stringFirst ? value.valueOf : value.toString;
  if ($isCallable(second)) {
    const result = $call(second, value);
    if (!$isObject(result)) return result;
  }
  throw new TypeError("Cannot convert object to primitive value");
}

function toNumber(value) {
  return $toNumberPrimitive($isObject(value) ? toPrimitive(value, "number") : value);
}

function toNumeric(value) {
  return $toNumericPrimitive($isObject(value) ? toPrimitive(value, "number") : value);
}

function toString(value) {
  return $toStringPrimitive($isObject(value) ? toPrimitive(value, "string") : value);
}

function toBigInt(value) {
  const primitive = toPrimitive(value, "number");
  if (typeof primitive === "bigint") return primitive;
  if (typeof primitive === "boolean") return primitive ? 1n : 0n;
  if (typeof primitive === "string") {
    const result = $stringToBigInt(primitive);
    if (result === undefined) throw new SyntaxError(`Cannot convert ${primitive} to a BigInt`);
    return result;
  }
  if ($isSymbol(primitive)) throw new TypeError("Cannot convert a Symbol value to a bigint");
  throw new TypeError(`Cannot convert ${$toStringPrimitive(primitive)} to a BigInt`);
}

function toObject(value) {
  if ($isObject(value)) return value;
  if (value === undefined || value === null) throw new TypeError("Cannot convert undefined or null to object");
  return $wrapPrimitive(value);
}

function toPropertyKey(value) {
  return $toKeyPrimitive($isObject(value) ? toPrimitive(value, "string") : value);
}

function toIntegerOrInfinity(value) {
  return $truncate(toNumber(value));
}

function toLength(value) {
  const length = toIntegerOrInfinity(value);
  if (length <= 0) return 0;
  return length > 9007199254740991 ? 9007199254740991 : length;
}

function toIndex(value) {
  const index = toIntegerOrInfinity(value);
  if (index < 0 || index > 9007199254740991) throw new RangeError("Invalid index");
  return index;
}

function toInt32(value) {
  return $toInt32Primitive(toNumber(value));
}

function toUint32(value) {
  return $toUint32Primitive(toNumber(value));
}

function lengthOf(object) {
  return toLength(object.length);
}

function requireObjectCoercible(value, what) {
  if (value === undefined || value === null) throw new TypeError(`${what} called on null or undefined`);
  return value;
}

// Converts one this value or argument of a coercing native (builtins/define.ts).
function convertFor(value, conversion) {
  if (conversion === "string") return toString(value);
  if (conversion === "number") return toNumber(value);
  if (conversion === "integer") return toIntegerOrInfinity(value);
  return toNumber(value);
}

// Fallback of coercing natives: the same conversions in the same order, for objects too.
function coerceAndCall(...args) {
  const native = $callee();
  const count = $conversionCount(native);
  let self = this;
  if (count > 0 && $conversion(native, 0) === "string") {
    if (self === undefined || self === null) {
      throw new TypeError(`String.prototype.${$functionName(native)} called on null or undefined`);
    }
    self = toString(self);
  } else if (count > 0 && $conversion(native, 0) !== "raw") self = convertFor(self, $conversion(native, 0));
  const converted = $newList();
  const given = $listLength(args);
  for (let i = 1; i < count; i++) {
    const value = i <= given ? args[i - 1] : undefined;
    const conversion = $conversion(native, i);
    $arrayAppend(converted, conversion === "raw" && !$isObject(value) ? value : convertFor(value, conversion));
  }
  for (let i = count === 0 ? 0 : count - 1; i < given; i++) $arrayAppend(converted, args[i]);
  return $callNative(native, self, converted);
}
