// URL and URLSearchParams: constructors, conversions and errors.
// https://url.spec.whatwg.org/

const constructors = {
  URL(url, base = undefined) {
    if (new.target === undefined) throw new TypeError("Class constructor URL cannot be invoked without 'new'");
    if ($argc() === 0) throw missingArguments('"url" argument');
    const text = toString(url);
    const from = base === undefined ? undefined : toString(base);
    const object = $urlParse(text, from, prototypeFor(new.target, $URLPrototype));
    if (object === null) throw invalidUrl(text, from);
    return object;
  },

  URLSearchParams(init = undefined) {
    if (new.target === undefined) {
      throw new TypeError("Class constructor URLSearchParams cannot be invoked without 'new'");
    }
    const params = $newParams(prototypeFor(new.target, $URLSearchParamsPrototype));
    if (init === undefined || init === null) return params;
    if (!$isObject(init) && typeof init !== "function") {
      const text = toScalarString(init);
      $paramsParse(params, text[0] === "?" ? $stringSlice(text, 1, undefined) : text);
      return params;
    }
    const method = init[Symbol.iterator];
    if (method === undefined || method === null) {
      const record = paramsOfRecord(init);
      for (let i = 0; i < record.length; i += 2) $paramsAppend(params, record[i], record[i + 1]);
      return params;
    }
    if (!$isCallable(method)) throw codedError(TypeError, "ERR_ARG_NOT_ITERABLE", "Query pairs must be iterable");
    for (const pair of $iterable(getIteratorFromMethod(init, method))) addParamsPair(params, pair);
    return params;
  },
};

function invalidUrl(text, base) {
  const error = codedError(TypeError, "ERR_INVALID_URL", "Invalid URL");
  $createOwn(error, "input", text);
  if (base !== undefined) $createOwn(error, "base", base);
  return error;
}

// A record of names: later values of a name that conversion makes equal replace earlier ones.
function paramsOfRecord(object) {
  const pairs = $newList();
  const known = $newMap($MapPrototype);
  const keys = ownKeysOf(object);
  for (let i = 0; i < keys.length; i++) {
    const descriptor = getOwnProperty(object, keys[i]);
    if (descriptor === undefined || !descriptor.enumerable) continue;
    const name = toScalarString(keys[i]);
    const value = toScalarString(object[keys[i]]);
    if ($mapHas(known, name)) pairs[$mapGet(known, name)] = value;
    else {
      $mapSet(known, name, pairs.length + 1);
      $arrayAppend(pairs, name);
      $arrayAppend(pairs, value);
    }
  }
  return pairs;
}

function addParamsPair(params, pair) {
  const message = "Each query pair must be an iterable [name, value] tuple";
  const method = $isObject(pair) ? pair[Symbol.iterator] : undefined;
  if (!$isCallable(method)) throw codedError(TypeError, "ERR_INVALID_TUPLE", message);
  const items = $newList();
  for (const item of $iterable(getIteratorFromMethod(pair, method))) $arrayAppend(items, item);
  if (items.length !== 2) throw codedError(TypeError, "ERR_INVALID_TUPLE", message);
  const name = toScalarString(items[0]);
  $paramsAppend(params, name, toScalarString(items[1]));
}

const URL = {
  canParse(url, base = undefined) {
    if ($argc() === 0) throw missingArguments('"url" argument');
    const text = toString(url);
    return $urlCanParse(text, base === undefined ? undefined : toString(base));
  },

  parse(url, base = undefined) {
    if ($argc() === 0) throw missingArguments('"url" argument');
    const text = toString(url);
    return $urlParse(text, base === undefined ? undefined : toString(base), $URLPrototype);
  },
};

function changeUrl(url, name, value) {
  if (!$isUrl(url)) throw new TypeError("Receiver must be an instance of class URL");
  const text = toString(value);
  if (!$urlChange(url, name, text)) throw invalidUrl(text, undefined);
}

const URLPrototype = {
  toString() {
    return $urlComponent(this, "href");
  },
  toJSON() {
    return $urlComponent(this, "href");
  },
  set href(value) {
    changeUrl(this, "href", value);
  },
  set protocol(value) {
    changeUrl(this, "protocol", value);
  },
  set username(value) {
    changeUrl(this, "username", value);
  },
  set password(value) {
    changeUrl(this, "password", value);
  },
  set host(value) {
    changeUrl(this, "host", value);
  },
  set hostname(value) {
    changeUrl(this, "hostname", value);
  },
  set port(value) {
    changeUrl(this, "port", value);
  },
  set pathname(value) {
    changeUrl(this, "pathname", value);
  },
  set search(value) {
    changeUrl(this, "search", value);
  },
  set hash(value) {
    changeUrl(this, "hash", value);
  },
};

function checkParams(value) {
  if (!$isParams(value)) {
    throw codedError(TypeError, "ERR_INVALID_THIS", 'Value of "this" must be of type URLSearchParams');
  }
}

const URLSearchParamsPrototype = {
  append(name, value) {
    checkParams(this);
    if ($argc() < 2) throw missingArguments('"name" and "value" arguments');
    const key = toScalarString(name);
    $paramsAppend(this, key, toScalarString(value));
    return undefined;
  },

  delete(name, value = undefined) {
    checkParams(this);
    if ($argc() === 0) throw missingArguments('"name" argument');
    const key = toScalarString(name);
    $paramsDelete(this, key, value === undefined ? undefined : toScalarString(value));
    return undefined;
  },

  get(name) {
    checkParams(this);
    if ($argc() === 0) throw missingArguments('"name" argument');
    return $paramsGet(this, toScalarString(name));
  },

  getAll(name) {
    checkParams(this);
    if ($argc() === 0) throw missingArguments('"name" argument');
    return $paramsGetAll(this, toScalarString(name));
  },

  has(name, value = undefined) {
    checkParams(this);
    if ($argc() === 0) throw missingArguments('"name" argument');
    const key = toScalarString(name);
    return $paramsHas(this, key, value === undefined ? undefined : toScalarString(value));
  },

  set(name, value) {
    checkParams(this);
    if ($argc() < 2) throw missingArguments('"name" and "value" arguments');
    const key = toScalarString(name);
    $paramsSet(this, key, toScalarString(value));
    return undefined;
  },

  forEach(callback, thisArg = undefined) {
    checkParams(this);
    if (!$isCallable(callback)) {
      throw codedError(TypeError, "ERR_INVALID_ARG_TYPE", 'The "callback" argument must be of type function.');
    }
    for (let i = 0; ; i += 2) {
      const name = $paramsAt(this, i);
      if (name === undefined) return undefined;
      $call(callback, thisArg, $paramsAt(this, i + 1), name, this);
    }
  },
};
