// Headers: conversions, checks and errors. https://fetch.spec.whatwg.org/#headers-class

const constructors = {
  Headers(init = undefined) {
    if (new.target === undefined) throw new TypeError("Class constructor Headers cannot be invoked without 'new'");
    const headers = $newHeaders(prototypeFor(new.target, $HeadersPrototype));
    if (init === undefined) return headers;
    if (!$isObject(init)) {
      throw new TypeError(
        "Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.",
      );
    }
    const method = getMethod(init, Symbol.iterator);
    if (method === undefined) fillHeadersFromRecord(headers, init);
    else fillHeadersFromPairs(headers, getIteratorFromMethod(init, method));
    return headers;
  },
};

function fillHeadersFromPairs(headers, record) {
  const pairs = $newList();
  for (const pair of $iterable(record)) {
    const method = $isObject(pair) ? pair[Symbol.iterator] : undefined;
    if (!$isCallable(method)) throw new TypeError(`Headers constructor: init[${pairs.length}] is not iterable.`);
    const items = $newList();
    for (const item of $iterable(getIteratorFromMethod(pair, method))) $arrayAppend(items, toByteString(item));
    $arrayAppend(pairs, items);
  }
  for (let i = 0; i < pairs.length; i++) {
    if (pairs[i].length !== 2) {
      throw new TypeError(`Headers constructor: expected name/value pair to be length 2, found ${pairs[i].length}.`);
    }
    appendHeader(headers, pairs[i][0], pairs[i][1]);
  }
}

function fillHeadersFromRecord(headers, object) {
  const names = $newList();
  const values = $newList();
  const keys = ownKeysOf(object);
  for (let i = 0; i < keys.length; i++) {
    const descriptor = getOwnProperty(object, keys[i]);
    if (descriptor === undefined || !descriptor.enumerable) continue;
    $arrayAppend(names, toByteString(keys[i]));
    $arrayAppend(values, toByteString(object[keys[i]]));
  }
  for (let i = 0; i < names.length; i++) appendHeader(headers, names[i], values[i]);
}

function toByteString(value) {
  const text = toString(value);
  const at = $wideUnit(text);
  if (at >= 0) {
    const code = $call($StringPrototype.charCodeAt, text, at);
    throw new TypeError(
      `Cannot convert argument to a ByteString because the character at index ${at} has a value of ${code} which is greater than 255.`,
    );
  }
  return text;
}

function checkHeaders(value) {
  if (!$isHeaders(value)) throw codedError(TypeError, "ERR_INVALID_THIS", "Illegal invocation");
}

function checkHeaderArguments(member, needed, given) {
  if (given >= needed) return;
  const found = given === 1 ? "only 1" : "0";
  throw new TypeError(`Headers.${member}: ${needed} argument${needed === 1 ? "" : "s"} required, but ${found} found.`);
}

function headerNameFor(member, name) {
  const normal = $headerName(name);
  if (normal === undefined) throw new TypeError(`Headers.${member}: "${name}" is an invalid header name.`);
  return normal;
}

function headerValueFor(member, value) {
  const trimmed = $headerValue(value);
  if (!$isHeaderValue(trimmed)) throw new TypeError(`Headers.${member}: "${trimmed}" is an invalid header value.`);
  return trimmed;
}

function appendHeader(headers, name, value) {
  const normal = headerNameFor("append", name);
  $headersAppend(headers, normal, headerValueFor("append", value));
}

const HeadersPrototype = {
  append(name, value) {
    checkHeaders(this);
    checkHeaderArguments("append", 2, $argc());
    const key = toByteString(name);
    appendHeader(this, key, toByteString(value));
    return undefined;
  },

  delete(name) {
    checkHeaders(this);
    checkHeaderArguments("delete", 1, $argc());
    $headersDelete(this, headerNameFor("delete", toByteString(name)));
    return undefined;
  },

  get(name) {
    checkHeaders(this);
    checkHeaderArguments("get", 1, $argc());
    return $headersGet(this, headerNameFor("get", toByteString(name)));
  },

  has(name) {
    checkHeaders(this);
    checkHeaderArguments("has", 1, $argc());
    return $headersGet(this, headerNameFor("has", toByteString(name))) !== null;
  },

  set(name, value) {
    checkHeaders(this);
    checkHeaderArguments("set", 2, $argc());
    const key = toByteString(name);
    const text = toByteString(value);
    const normal = headerNameFor("set", key);
    $headersSet(this, normal, headerValueFor("set", text));
    return undefined;
  },

  forEach(callback, thisArg = undefined) {
    checkHeaders(this);
    if (!$isCallable(callback)) {
      throw new TypeError("Failed to execute 'forEach' on 'Headers': parameter 1 is not of type 'Function'.");
    }
    for (let i = 0; ; i += 2) {
      const name = $headersAt(this, i);
      if (name === undefined) return undefined;
      $call(callback, thisArg, $headersAt(this, i + 1), name, this);
    }
  },
};
