// atob and btoa. https://html.spec.whatwg.org/multipage/webappapis.html#atob

const BinaryText = {
  atob(data) {
    if ($argc() === 0) throw missingArguments('"input" argument');
    const text = toString(data);
    const decoded = $fromBase64(text);
    if (decoded !== undefined) return decoded;
    const message = $isBase64Alphabet(text)
      ? "The string to be decoded is not correctly encoded."
      : "Invalid character";
    throw namedError("InvalidCharacterError", 5, message);
  },

  btoa(data) {
    if ($argc() === 0) throw missingArguments('"input" argument');
    const encoded = $toBase64(toString(data));
    if (encoded === undefined) throw namedError("InvalidCharacterError", 5, "Invalid character");
    return encoded;
  },
};
