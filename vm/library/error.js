// Error, the native errors, AggregateError and SuppressedError.
// https://tc39.es/ecma262/#sec-error-objects

const constructors = {
  Error(message, options = undefined) {
    return makeError(new.target === undefined ? $callee() : new.target, $ErrorPrototype, message, options);
  },
  EvalError(message, options = undefined) {
    return makeError(new.target === undefined ? $callee() : new.target, $EvalErrorPrototype, message, options);
  },
  RangeError(message, options = undefined) {
    return makeError(new.target === undefined ? $callee() : new.target, $RangeErrorPrototype, message, options);
  },
  ReferenceError(message, options = undefined) {
    return makeError(new.target === undefined ? $callee() : new.target, $ReferenceErrorPrototype, message, options);
  },
  SyntaxError(message, options = undefined) {
    return makeError(new.target === undefined ? $callee() : new.target, $SyntaxErrorPrototype, message, options);
  },
  TypeError(message, options = undefined) {
    return makeError(new.target === undefined ? $callee() : new.target, $TypeErrorPrototype, message, options);
  },
  URIError(message, options = undefined) {
    return makeError(new.target === undefined ? $callee() : new.target, $URIErrorPrototype, message, options);
  },
  AggregateError(errors, message, options = undefined) {
    const newTarget = new.target === undefined ? $callee() : new.target;
    const error = makeError(newTarget, $AggregateErrorPrototype, message, options);
    const list = $newList();
    for (const item of errors) $arrayAppend(list, item);
    $defineHidden(error, "errors", list);
    return error;
  },
  SuppressedError(error, suppressed, message) {
    const newTarget = new.target === undefined ? $callee() : new.target;
    const object = makeError(newTarget, $SuppressedErrorPrototype, message, undefined);
    $defineHidden(object, "error", error);
    $defineHidden(object, "suppressed", suppressed);
    return object;
  },
};

function makeError(newTarget, fallback, message, options) {
  const error = $newError(prototypeFor(newTarget, fallback));
  if (message !== undefined) $defineHidden(error, "message", toString(message));
  if ($isObject(options) && "cause" in options) $defineHidden(error, "cause", options.cause);
  return error;
}

function errorToString(error) {
  let name = error.name;
  name = name === undefined ? "Error" : toString(name);
  let message = error.message;
  message = message === undefined ? "" : toString(message);
  if (name === "") return message;
  if (message === "") return name;
  return `${name}: ${message}`;
}

const ErrorPrototype = {
  toString() {
    if (!$isObject(this)) {
      throw new TypeError(`Method Error.prototype.toString called on incompatible receiver ${$shown(this)}`);
    }
    return errorToString(this);
  },

  get stack() {
    if (!$isObject(this)) throw new TypeError(`${$shown(this)} is not an object`);
    if ($kindOf(this) !== "Error") return undefined;
    return errorToString(this) + $traceText(this);
  },

  set stack(value) {
    if (!$isObject(this)) throw new TypeError(`${$shown(this)} is not an object`);
    if (this === $ErrorPrototype) throw new TypeError("Cannot assign to read only property 'stack' of Error.prototype");
    const descriptor = { __proto__: null, value, writable: true, enumerable: false, configurable: true };
    if (hasOwn(this, "stack")) setProperty(this, "stack", value, this);
    else definePropertyOrThrow(this, "stack", descriptor);
  },
};

const Error = {
  isError(value) {
    return $kindOf(value) === "Error";
  },

  captureStackTrace(object, below = undefined) {
    if (!$isObject(object)) throw new TypeError(`Invalid argument`);
    const value = errorToString(object) + $traceText(undefined);
    const descriptor = { __proto__: null, value, writable: true, enumerable: false, configurable: true };
    definePropertyOrThrow(object, "stack", descriptor);
    return undefined;
  },
};
