// ArrayBuffer: constructor, resize, slice, transfer. https://tc39.es/ecma262/#sec-arraybuffer-objects

const constructors = {
  ArrayBuffer(length, options = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor ArrayBuffer requires 'new'");
    const byteLength = indexArgument(length, "Invalid array buffer length");
    let maxLength;
    if ($isObject(options)) {
      maxLength = options.maxByteLength;
      if (maxLength !== undefined) {
        maxLength = indexArgument(maxLength, "Invalid array buffer max length");
        if (byteLength > maxLength) throw new RangeError("Invalid array buffer max length");
      }
    }
    return $newArrayBuffer(prototypeFor(new.target, $ArrayBufferPrototype), byteLength, maxLength);
  },
};

// ToIndex with the RangeError that the caller's kind of object has.
function indexArgument(value, message) {
  const index = toIntegerOrInfinity(value);
  if (index < 0 || index > 9007199254740991) throw new RangeError(message);
  return index;
}

function requireArrayBuffer(value, name) {
  if ($kindOf(value) !== "ArrayBuffer") {
    throw new TypeError(`Method ArrayBuffer.prototype.${name} called on incompatible receiver ${$shown(value)}`);
  }
}

function requireAttached(buffer, name) {
  if ($bufferLength(buffer) < 0) {
    throw new TypeError(`Cannot perform ArrayBuffer.prototype.${name} on a detached ArrayBuffer`);
  }
}

// ArrayBufferCopyAndDetach.
function transferBuffer(buffer, newLength, keepResizable, name) {
  requireArrayBuffer(buffer, name);
  const wanted = newLength === undefined ? undefined : toIndex(newLength);
  requireAttached(buffer, name);
  const length = $bufferLength(buffer);
  const size = wanted === undefined ? length : wanted;
  const maxLength = keepResizable ? $bufferMaxLength(buffer) : undefined;
  if (maxLength !== undefined && size > maxLength) throw new RangeError("Invalid array buffer length");
  const result = $newArrayBuffer($ArrayBufferPrototype, size, maxLength);
  $copyBytes(result, buffer, [0, 0, length < size ? length : size]);
  $detachBuffer(buffer);
  return result;
}

const ArrayBufferPrototype = {
  resize(newLength) {
    if ($kindOf(this) !== "ArrayBuffer" || $bufferMaxLength(this) === undefined) {
      throw new TypeError(`Method ArrayBuffer.prototype.resize called on incompatible receiver ${$shown(this)}`);
    }
    const length = toIndex(newLength);
    requireAttached(this, "resize");
    if (length > $bufferMaxLength(this)) {
      throw new RangeError("ArrayBuffer.prototype.resize: Invalid length parameter");
    }
    $resizeBuffer(this, length);
    return undefined;
  },

  slice(start, end) {
    requireArrayBuffer(this, "slice");
    requireAttached(this, "slice");
    const length = $bufferLength(this);
    const first = relativeIndex(start, length);
    const final = end === undefined ? length : relativeIndex(end, length);
    const count = final > first ? final - first : 0;
    const constructor = speciesConstructor(this, ArrayBuffer);
    const result = $new(constructor, count);
    requireArrayBuffer(result, "slice");
    requireAttached(result, "slice");
    if (result === this) throw new TypeError("ArrayBuffer subclass returned this from species constructor");
    if ($bufferLength(result) < count) throw new TypeError("Species constructor returned a too small ArrayBuffer");
    requireAttached(this, "slice");
    const current = $bufferLength(this);
    if (first < current) $copyBytes(result, this, [0, first, count < current - first ? count : current - first]);
    return result;
  },

  transfer(newLength = undefined) {
    return transferBuffer(this, newLength, true, "transfer");
  },

  transferToFixedLength(newLength = undefined) {
    return transferBuffer(this, newLength, false, "transferToFixedLength");
  },
};

const ArrayBuffer = {
  get [Symbol.species]() {
    return this;
  },
};
