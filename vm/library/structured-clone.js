// structuredClone: a copy of a graph of values. Objects are copied depth first in the order of their
// properties, with a stack of our own, so that a program sees its getters run as specified and no
// depth of nesting fails. https://html.spec.whatwg.org/multipage/structured-data.html

const StructuredClone = {
  structuredClone(value, options = undefined) {
    if ($argc() === 0) throw codedError(TypeError, "ERR_MISSING_ARGS", "The value argument must be specified");
    if (options !== undefined && options !== null && !$isObject(options)) {
      const message = "The options argument must be either an object or undefined";
      throw codedError(TypeError, "ERR_INVALID_ARG_TYPE", message);
    }
    if (options === undefined && $isObject(value)) {
      const copy = $copyPlainGraph(value);
      if (copy !== undefined) return copy;
    }
    const memory = $newMap($MapPrototype);
    const transferred = $newList();
    if ($isObject(options)) readTransferList(options.transfer, memory, transferred);
    const copy = cloneGraph(value, memory);
    for (let i = 0; i < transferred.length; i++) {
      if ($bufferLength(transferred[i]) < 0) throw uncloneable("An ArrayBuffer is detached and");
      $bequeathBuffer(transferred[i], $mapGet(memory, transferred[i]));
    }
    return copy;
  },
};

function uncloneable(what) {
  return namedError("DataCloneError", 25, `${what} could not be cloned.`);
}

function readTransferList(transfer, memory, transferred) {
  if (transfer === undefined || transfer === null) return;
  const method = $isObject(transfer) ? transfer[Symbol.iterator] : undefined;
  if (!$isCallable(method)) {
    throw codedError(TypeError, "ERR_INVALID_ARG_TYPE", "Optional transferList argument must be an iterable");
  }
  for (const buffer of $iterable(getIteratorFromMethod(transfer, method))) {
    if ($kindOf(buffer) !== "ArrayBuffer") {
      throw codedError(TypeError, "ERR_INVALID_TRANSFER_OBJECT", "Found invalid object in transferList");
    }
    if ($mapHas(memory, buffer)) {
      throw namedError("DataCloneError", 25, "Transfer list contains duplicate ArrayBuffer");
    }
    $mapSet(memory, buffer, $heirOfBuffer(buffer));
    $arrayAppend(transferred, buffer);
  }
}

// One entry of the stack: [kind, source, copy, keys or items, index, key of a map entry].
function cloneGraph(root, memory) {
  const stack = $newList();
  const result = cloneShell(root, memory, stack);
  while (stack.length > 0) {
    const entry = stack[stack.length - 1];
    const index = entry[4];
    if (index >= entry[3].length) {
      $setLength(stack, stack.length - 1);
      continue;
    }
    entry[4] = index + 1;
    if (entry[0] === "properties") {
      const key = entry[3][index];
      const source = entry[1];
      if (hasOwn(source, key)) $createOwn(entry[2], key, cloneShell(source[key], memory, stack));
    } else {
      const item = cloneShell(entry[3][index], memory, stack);
      if (entry[0] === "set") $setAdd(entry[2], item);
      else if (entry[0] === "cause") $defineHidden(entry[2], "cause", item);
      else if (index % 2 === 0) entry[5] = item;
      else $mapSet(entry[2], entry[5], item);
    }
  }
  return result;
}

// The copy of a value; what it holds is put on the stack to be copied.
function cloneShell(value, memory, stack) {
  if (!$isObject(value)) {
    if ($isSymbol(value)) throw uncloneable($symbolText(value));
    return value;
  }
  if ($mapHas(memory, value)) return $mapGet(memory, value);
  const copy = cloneObject(value, memory, stack);
  $mapSet(memory, value, copy);
  return copy;
}

function cloneObject(value, memory, stack) {
  const kind = $kindOf(value);
  if (kind === "Ordinary") {
    const copy = $objectWithProto($ObjectPrototype);
    $arrayAppend(stack, ["properties", value, copy, clonedKeys(value), 0, undefined]);
    return copy;
  }
  if (kind === "Array") {
    const copy = $newList();
    $setLength(copy, $arrayLengthOf(value));
    $arrayAppend(stack, ["properties", value, copy, clonedKeys(value), 0, undefined]);
    return copy;
  }
  if (kind === "Date") return $newDate($thisTime(value), $DatePrototype);
  if (kind === "Map") {
    const copy = $newMap($MapPrototype);
    const items = $newList();
    const cursor = $mapCursor(value, "entries");
    while ($cursorStep(cursor)) {
      $arrayAppend(items, $getField(cursor, 1));
      $arrayAppend(items, $getField(cursor, 2));
    }
    $arrayAppend(stack, ["map", value, copy, items, 0, undefined]);
    return copy;
  }
  if (kind === "Set") {
    const copy = $newSet($SetPrototype);
    const items = $newList();
    const cursor = $mapCursor(value, "values");
    while ($cursorStep(cursor)) $arrayAppend(items, $getField(cursor, 1));
    $arrayAppend(stack, ["set", value, copy, items, 0, undefined]);
    return copy;
  }
  if (kind === "Error") return cloneError(value, stack);
  if (kind === "RegExp") return $copyRegExp(value);
  if (kind === "ArrayBuffer") {
    if ($bufferLength(value) < 0) throw uncloneable("An ArrayBuffer is detached and");
    return $copyBuffer(value);
  }
  if (kind === "TypedArray") {
    if ($typedOutOfBounds(value)) throw uncloneable("An ArrayBuffer is detached and");
    const buffer = cloneShell($typedBuffer(value), memory, stack);
    const prototype = $typedConstructor(value).prototype;
    return $newTypedArray(prototype, $typedElement(value), buffer, $viewRange(value));
  }
  if (kind === "DataView") {
    const buffer = cloneShell($dataViewBuffer(value), memory, stack);
    return $newDataView($DataViewPrototype, buffer, $viewRange(value));
  }
  if (kind === "BooleanObject" || kind === "NumberObject" || kind === "StringObject" || kind === "BigIntObject") {
    return $wrapPrimitive($internalData(value));
  }
  if (kind === "SymbolObject") throw uncloneable("[object Symbol]");
  if (kind === "Generator" || kind === "AsyncGenerator") throw uncloneable(`[object ${kind}]`);
  if (kind === "Proxy" || kind === "Arguments") throw uncloneable("#<Object>");
  if ($isCallable(value)) throw uncloneable($call($FunctionPrototype.toString, value));
  throw uncloneable($describe(value));
}

// Names of the enumerable own properties.
function clonedKeys(object) {
  const keys = $ownKeys(object);
  const names = $newList();
  for (let i = 0; i < keys.length; i++) {
    if (!$isSymbol(keys[i]) && $ownDescriptor(object, keys[i]).enumerable) $arrayAppend(names, keys[i]);
  }
  return names;
}

function cloneError(error, stack) {
  const name = error.name;
  let prototype = $ErrorPrototype;
  if (name === "EvalError") prototype = $EvalErrorPrototype;
  else if (name === "RangeError") prototype = $RangeErrorPrototype;
  else if (name === "ReferenceError") prototype = $ReferenceErrorPrototype;
  else if (name === "SyntaxError") prototype = $SyntaxErrorPrototype;
  else if (name === "TypeError") prototype = $TypeErrorPrototype;
  else if (name === "URIError") prototype = $URIErrorPrototype;
  const copy = $copyError(error, prototype);
  const message = $ownDescriptor(error, "message");
  if (message !== undefined && "value" in message) $defineHidden(copy, "message", toString(message.value));
  const cause = $ownDescriptor(error, "cause");
  if (cause !== undefined && "value" in cause) {
    $defineHidden(copy, "cause", undefined);
    $arrayAppend(stack, ["cause", undefined, copy, [cause.value], 0, undefined]);
  }
  return copy;
}
