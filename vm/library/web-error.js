// Errors of the web globals, with the names, codes and words that Node gives them.

// An error with a `code`, such as ERR_INVALID_URL.
function codedError(constructor, code, message) {
  const error = $new(constructor, message);
  $createOwn(error, "code", code);
  return error;
}

function missingArguments(which) {
  return codedError(TypeError, "ERR_MISSING_ARGS", `The ${which} must be specified`);
}

// What the platform calls a DOMException: an Error with its name and number.
function namedError(name, code, message) {
  const error = $new(Error, message);
  $defineHidden(error, "name", name);
  $defineHidden(error, "code", code);
  return error;
}

// USVString: lone surrogates become U+FFFD.
function toScalarString(value) {
  return $call($StringPrototype.toWellFormed, toString(value));
}
