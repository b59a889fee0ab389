// TextEncoder and TextDecoder: arguments and options. https://encoding.spec.whatwg.org/#api

const constructors = {
  TextEncoder() {
    if (new.target === undefined) {
      throw new TypeError("Class constructor TextEncoder cannot be invoked without 'new'");
    }
    return $newRecord(prototypeFor(new.target, $TextEncoderPrototype), "TextEncoder");
  },

  TextDecoder(label = undefined, options = undefined) {
    if (new.target === undefined) {
      throw new TypeError("Class constructor TextDecoder cannot be invoked without 'new'");
    }
    const name = label === undefined ? "utf-8" : toString(label);
    const encoding = $encodingOf(name);
    if (encoding === undefined) {
      throw codedError(RangeError, "ERR_ENCODING_NOT_SUPPORTED", `The "${name}" encoding is not supported`);
    }
    let fatal = false;
    let ignoreBom = false;
    if (options !== undefined && options !== null) {
      if (!$isObject(options)) {
        throw codedError(TypeError, "ERR_INVALID_ARG_TYPE", 'The "options" argument must be of type object.');
      }
      fatal = !!options.fatal;
      ignoreBom = !!options.ignoreBOM;
    }
    return $newDecoder(prototypeFor(new.target, $TextDecoderPrototype), encoding, fatal, ignoreBom);
  },
};

function checkEncoder(value) {
  if (!$isRecord(value, "TextEncoder")) {
    throw codedError(TypeError, "ERR_INVALID_THIS", 'Value of "this" must be of type TextEncoder');
  }
}

const TextEncoderPrototype = {
  encode(input = undefined) {
    checkEncoder(this);
    return $textEncode(input === undefined ? "" : toString(input));
  },

  encodeInto(source, destination) {
    checkEncoder(this);
    const text = toString(source);
    if ($kindOf(destination) !== "TypedArray" || $typedElement(destination) !== "Uint8") {
      throw codedError(TypeError, "ERR_INVALID_ARG_TYPE", 'The "dest" argument must be an instance of Uint8Array.');
    }
    const [read, written] = $textEncodeInto(text, destination);
    return { read, written };
  },
};

function isByteSource(value) {
  const kind = $kindOf(value);
  return kind === "ArrayBuffer" || kind === "TypedArray" || kind === "DataView";
}

const TextDecoderPrototype = {
  decode(input = undefined, options = undefined) {
    if (!$isRecord(this, "TextDecoder")) {
      throw codedError(TypeError, "ERR_INVALID_THIS", 'Value of "this" must be of type TextDecoder');
    }
    if (input !== undefined && !isByteSource(input)) {
      const message = 'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.';
      throw codedError(TypeError, "ERR_INVALID_ARG_TYPE", message);
    }
    const stream = $isObject(options) && !!options.stream;
    const text = $textDecode(this, input, !stream);
    if (text === undefined) {
      const message = `The encoded data was not valid for encoding ${this.encoding}`;
      throw codedError(TypeError, "ERR_ENCODING_INVALID_ENCODED_DATA", message);
    }
    return text;
  },
};
