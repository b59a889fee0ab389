// crypto.getRandomValues and its errors. https://w3c.github.io/webcrypto/#Crypto-method-getRandomValues

const Crypto = {
  getRandomValues(array) {
    $checkCrypto(this);
    if ($argc() === 0) {
      const message = "Failed to execute 'getRandomValues' on 'Crypto': 1 argument required, but only 0 present.";
      throw codedError(TypeError, "ERR_MISSING_ARGS", message);
    }
    if (!$takesRandomBytes(array)) {
      throw namedError("TypeMismatchError", 17, "The data argument must be an integer-type TypedArray");
    }
    if (!$fillRandom(array)) throw namedError("QuotaExceededError", 22, "The requested length exceeds 65,536 bytes");
    return array;
  },
};
