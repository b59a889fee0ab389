// Uint8Array as base64 and hex text, both ways. Options are read here, the work is native.
// https://tc39.es/proposal-arraybuffer-base64/spec/

function requireBytes(value, name) {
  if ($kindOf(value) !== "TypedArray" || $typedElement(value) !== "Uint8") {
    throw new TypeError(`Uint8Array.prototype.${name} called on incompatible receiver ${$shown(value)}`);
  }
}

function requireText(value) {
  if (typeof value !== "string") throw new TypeError("The input must be a string");
}

// GetOptionsObject.
function optionsObject(options) {
  if (options === undefined) return $objectWithProto(null);
  if (!$isObject(options)) throw new TypeError("options is not an object");
  return options;
}

function usesUrlAlphabet(options) {
  const alphabet = options.alphabet;
  if (alphabet === undefined || alphabet === "base64") return false;
  if (alphabet === "base64url") return true;
  throw new TypeError('Expected alphabet to be either "base64" or "base64url"');
}

function lastChunkHandling(options) {
  const handling = options.lastChunkHandling;
  if (handling === undefined) return "loose";
  if (handling === "loose" || handling === "strict" || handling === "stop-before-partial") return handling;
  throw new TypeError('Expected lastChunkHandling to be either "loose", "strict", or "stop-before-partial"');
}

// A new Uint8Array from [read, error, buffer].
function bytesFromDecoded(decoded) {
  if (decoded[1] !== undefined) throw new SyntaxError(decoded[1]);
  return $newTypedArray($Uint8ArrayPrototype, "Uint8", decoded[2], [0, $bufferLength(decoded[2])]);
}

// Stores decoded bytes, then throws or reports.
function storeDecoded(array, decoded) {
  const count = $bufferLength(decoded[2]);
  $copyBytes($typedBuffer(array), decoded[2], [$typedByteOffset(array), 0, count]);
  if (decoded[1] !== undefined) throw new SyntaxError(decoded[1]);
  return { read: decoded[0], written: count };
}

const Uint8Array = {
  fromBase64(text, options = undefined) {
    requireText(text);
    const settings = optionsObject(options);
    const url = usesUrlAlphabet(settings);
    return bytesFromDecoded($base64ToBytes(text, url, lastChunkHandling(settings), 1 / 0));
  },

  fromHex(text) {
    requireText(text);
    return bytesFromDecoded($hexToBytes(text, 1 / 0));
  },
};

const Uint8ArrayPrototype = {
  setFromBase64(text, options = undefined) {
    requireBytes(this, "setFromBase64");
    requireText(text);
    const settings = optionsObject(options);
    const url = usesUrlAlphabet(settings);
    const handling = lastChunkHandling(settings);
    const length = validTypedArray(this, "setFromBase64");
    return storeDecoded(this, $base64ToBytes(text, url, handling, length));
  },

  setFromHex(text) {
    requireBytes(this, "setFromHex");
    requireText(text);
    const length = validTypedArray(this, "setFromHex");
    return storeDecoded(this, $hexToBytes(text, length));
  },

  toBase64(options = undefined) {
    requireBytes(this, "toBase64");
    const settings = optionsObject(options);
    const url = usesUrlAlphabet(settings);
    const omitPadding = settings.omitPadding ? true : false;
    validTypedArray(this, "toBase64");
    return $bytesToBase64(this, url, omitPadding);
  },

  toHex() {
    requireBytes(this, "toHex");
    validTypedArray(this, "toHex");
    return $bytesToHex(this);
  },
};
