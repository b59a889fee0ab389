// JSON with guest code in the way: revivers, replacers, toJSON, accessors, proxies, wrapper
// objects. Both walks keep their own stack of frames, so that depth costs memory and no calls.

// https://tc39.es/ecma262/#sec-json.parse
function jsonParse(text, reviver) {
  const value = $jsonParseText(toString(text));
  return $isCallable(reviver) ? revive({ "": value }, reviver) : value;
}

// InternalizeJSONProperty. https://tc39.es/ecma262/#sec-internalizejsonproperty
function revive(root, reviver) {
  const stack = $newList();
  let depth = 0;
  let holder = root;
  let name = "";
  for (;;) {
    const value = holder[name];
    if ($isObject(value)) {
      const array = isArray(value);
      const keys = array ? undefined : enumerableStringKeys(value);
      const count = array ? lengthOf(value) : keys.length;
      stack[depth] = { holder, name, value, keys, count, index: 0 };
      depth++;
    } else {
      const result = $call(reviver, holder, name, value);
      if (depth === 0) return result;
      putRevived(holder, name, result);
    }
    // Close what is done, then go on with the innermost object's next member.
    for (;;) {
      const top = stack[depth - 1];
      if (top.index < top.count) {
        holder = top.value;
        name = top.keys === undefined ? toString(top.index) : top.keys[top.index];
        top.index++;
        break;
      }
      depth--;
      stack[depth] = undefined;
      const result = $call(reviver, top.holder, top.name, top.value);
      if (depth === 0) return result;
      putRevived(top.holder, top.name, result);
    }
  }
}

function putRevived(holder, name, result) {
  if (result === undefined) deleteProperty(holder, name);
  else createDataProperty(holder, name, result);
}

// EnumerableOwnProperties with kind key.
function enumerableStringKeys(object) {
  if ($kindOf(object) !== "Proxy") return $enumerableKeys(object);
  const names = $newList();
  const keys = ownKeysOf(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key !== "string") continue;
    const descriptor = getOwnProperty(object, key);
    if (descriptor !== undefined && descriptor.enumerable) $arrayAppend(names, key);
  }
  return names;
}

// The PropertyList of a replacer array.
function replacerKeys(replacer) {
  const keys = $newList();
  const count = lengthOf(replacer);
  for (let i = 0; i < count; i++) {
    const item = replacer[i];
    if (typeof item === "string") $arrayAppend(keys, item);
    else if (typeof item === "number") $arrayAppend(keys, toString(item));
    else {
      const kind = $kindOf(item);
      if (kind === "StringObject" || kind === "NumberObject") $arrayAppend(keys, toString(item));
    }
  }
  return $jsonUniqueKeys(keys);
}

// https://tc39.es/ecma262/#sec-json.stringify
function jsonStringify(value, replacer, space) {
  let listed;
  let replace;
  if ($isObject(replacer)) {
    if ($isCallable(replacer)) replace = replacer;
    else if (isArray(replacer)) listed = replacerKeys(replacer);
  }
  let width = space;
  const spaceKind = $kindOf(space);
  if (spaceKind === "NumberObject") width = toNumber(space);
  else if (spaceKind === "StringObject") width = toString(space);
  return writeJson({ "": value }, replace, listed, $jsonGap(width));
}

// SerializeJSONProperty, SerializeJSONObject and SerializeJSONArray with a stack of open objects:
// objects[i] is open, names[i] the member of it being written.
function writeJson(wrapper, replace, listed, gap) {
  const out = $newList();
  const objects = $newList();
  const frames = $newList();
  const colon = gap === "" ? ":" : ": ";
  let depth = 0;
  let indent = "\n";
  let holder = wrapper;
  let name = "";
  for (;;) {
    const value = jsonValue(holder, name, replace);
    const nested = $isObject(value) && !$isCallable(value);
    const text = nested ? "" : $jsonPrimitive(value);
    if (depth === 0 && !nested) return text;
    if (depth > 0) {
      const top = frames[depth - 1];
      if (top.keys === undefined || text !== undefined) {
        if (top.wrote) $arrayAppend(out, ",");
        top.wrote = true;
        if (gap !== "") $arrayAppend(out, indent);
        if (top.keys !== undefined) {
          $arrayAppend(out, $jsonQuote(name));
          $arrayAppend(out, colon);
        }
        if (!nested) $arrayAppend(out, text === undefined ? "null" : text);
      }
    }
    if (nested) {
      const from = $jsonOpenIndex(objects, value);
      if (from >= 0) throw new TypeError(cycleIn(objects, frames, depth, from));
      const array = isArray(value);
      const keys = array ? undefined : listed === undefined ? enumerableStringKeys(value) : listed;
      const count = array ? lengthOf(value) : keys.length;
      objects[depth] = value;
      frames[depth] = { keys, count, index: 0, wrote: false, name: "", outer: indent };
      depth++;
      indent += gap;
      $arrayAppend(out, array ? "[" : "{");
    }
    // Close what is done, then go on with the innermost object's next member.
    for (;;) {
      const top = frames[depth - 1];
      if (top.index < top.count) {
        holder = objects[depth - 1];
        name = top.keys === undefined ? toString(top.index) : top.keys[top.index];
        top.name = name;
        top.index++;
        break;
      }
      depth--;
      objects[depth] = undefined;
      frames[depth] = undefined;
      indent = top.outer;
      if (top.wrote && gap !== "") $arrayAppend(out, indent);
      $arrayAppend(out, top.keys === undefined ? "]" : "}");
      if (depth === 0) return $stringJoin(out);
    }
  }
}

// The first steps of SerializeJSONProperty: what is to be written for a member.
function jsonValue(holder, name, replace) {
  let value = holder[name];
  if ($isObject(value) || typeof value === "bigint") {
    const toJson = value.toJSON;
    if ($isCallable(toJson)) value = $call(toJson, value, name);
  }
  if (replace !== undefined) value = $call(replace, holder, name, value);
  if (!$isObject(value)) return value;
  const kind = $kindOf(value);
  if (kind === "NumberObject") return toNumber(value);
  if (kind === "StringObject") return toString(value);
  if (kind === "BooleanObject" || kind === "BigIntObject") return $wrappedPrimitive(value);
  return value;
}

function cycleIn(objects, frames, depth, from) {
  const open = $newList();
  const names = $newList();
  for (let i = 0; i < depth; i++) {
    $arrayAppend(open, objects[i]);
    $arrayAppend(names, frames[i].name);
  }
  return $jsonCycleMessage(open, names, from);
}
