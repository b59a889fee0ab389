// The frame around a program: calling tools, reading their streams, and turning its result into plain data while its
// limits still hold.

// Calls a tool. The arguments become plain data first: accessors, proxies and toJSON run here.
function callTool(tool, args) {
  try {
    if ($isPlain(args)) return $hostCall(tool, args);
    const plain = $newList();
    const count = $listLength(args);
    for (let i = 0; i < count; i++) $arrayAppend(plain, toPlainData(args[i], ""));
    return $hostCall(tool, plain);
  } catch (error) {
    const promise = $newPromise();
    $rejectPromise(promise, error);
    return promise;
  }
}

function checkToolStream(stream, name) {
  if (!$isRecord(stream, "ToolStream"))
    throw new TypeError(`Method ToolStream.prototype.${name} called on incompatible receiver ${$shown(stream)}`);
}

// A stream of a tool, an async iterator. Fields: 0 the call, 1 the promise of its opening, 2 whether
// nothing more is to be asked of the host.
const ToolStreamPrototype = {
  async next() {
    checkToolStream(this, "next");
    if ($getField(this, 2)) return createIterResult(undefined, true);
    try {
      await $getField(this, 1);
    } catch (error) {
      if ($getField(this, 2)) return createIterResult(undefined, true);
      $setField(this, 2, true);
      throw error;
    }
    return await $pullStream(this, false);
  },

  async return(value = undefined) {
    checkToolStream(this, "return");
    if (!$getField(this, 2)) {
      $setField(this, 2, true);
      await $getField(this, 1);
      await $pullStream(this, true);
    }
    return createIterResult(await value, true);
  },
};

// Serialisation as JSON.stringify has it, into fresh plain objects: what is left of the program's
// own code after this is data.
function toPlainData(value, key) {
  let current = value;
  if ($isObject(current) || typeof current === "bigint") {
    const toJson = $kindOf(current) === "Date" && !hasOwn(current, "toJSON") ? undefined : current.toJSON;
    if ($isCallable(toJson) && $kindOf(current) !== "Tool") current = $call(toJson, current, key);
  }
  if (!$isObject(current) || $isCallable(current) || $isPlain(current)) return current;
  const kind = $kindOf(current);
  if (isArray(current)) {
    const list = $newList();
    const length = lengthOf(current);
    for (let i = 0; i < length; i++) $arrayAppend(list, toPlainData(current[i], $toStringPrimitive(i)));
    return list;
  }
  if (kind !== "Ordinary" && kind !== "Proxy" && kind !== "Error" && kind !== "Arguments") return current;
  const result = {};
  if (kind === "Error") {
    $createOwn(result, "name", toPlainData(current.name, "name"));
    $createOwn(result, "message", toPlainData(current.message, "message"));
  }
  const keys = ownKeysOf(current);
  const count = $listLength(keys);
  for (let i = 0; i < count; i++) {
    const name = keys[i];
    if ($isSymbol(name)) continue;
    const descriptor = getOwnProperty(current, name);
    if (descriptor === undefined || !descriptor.enumerable) continue;
    $createOwn(result, name, toPlainData(getProperty(current, name, current), name));
  }
  return result;
}

// The whole program: runs it, and makes its result plain data.
async function runProgram(program) {
  const value = await $call(program, undefined);
  $programResult($isPlain(value) ? value : toPlainData(value, ""));
}

// Promise plumbing that may read a guest accessor.
function promiseResolveIntrinsic(value) {
  if (value.constructor === Promise) return value;
  const promise = $newPromise();
  $resolvePromise(promise, value);
  return promise;
}

function relayPromise(relay, value) {
  try {
    $resolvePromise(relay, value.constructor === Promise ? value : promiseResolveIntrinsic(value));
  } catch (error) {
    $rejectPromise(relay, error);
  }
}
