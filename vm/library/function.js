// Function.prototype where a target or an argument list is exotic, and the constructors of
// functions from text, which refuse: a program never compiles code.
// https://tc39.es/ecma262/#sec-function-objects

const constructors = {
  Function(text) {
    throw new TypeError("Code generation from strings is disallowed");
  },
  AsyncFunction(text) {
    throw new TypeError("Code generation from strings is disallowed");
  },
  GeneratorFunction(text) {
    throw new TypeError("Code generation from strings is disallowed");
  },
  AsyncGeneratorFunction(text) {
    throw new TypeError("Code generation from strings is disallowed");
  },
};

// CreateListFromArrayLike.
function listFromArrayLike(value) {
  if (!$isObject(value)) throw new TypeError("CreateListFromArrayLike called on non-object");
  const length = lengthOf(value);
  const list = $newList();
  for (let i = 0; i < length; i++) $arrayAppend(list, value[i]);
  return list;
}

function functionApply(thisArg, list) {
  return $apply(this, thisArg, listFromArrayLike(list));
}

function functionBind(thisArg, ...args) {
  const bound = $newBound(this, getPrototypeOf(this), thisArg, args);
  let length = 0;
  if (hasOwn(this, "length")) length = $boundLength(this.length, args.length);
  return $finishBound(bound, length, this.name);
}

function functionHasInstance(value) {
  return ordinaryHasInstance(this, value);
}
