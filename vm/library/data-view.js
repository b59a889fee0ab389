// DataView: constructor and conversion of arguments. https://tc39.es/ecma262/#sec-dataview-objects

const constructors = {
  DataView(buffer, byteOffset = undefined, byteLength = undefined) {
    if (new.target === undefined) throw new TypeError("Constructor DataView requires 'new'");
    if ($kindOf(buffer) !== "ArrayBuffer")
      throw new TypeError("First argument to DataView constructor must be an ArrayBuffer");
    const offset = indexArgument(byteOffset, `Start offset ${$shown(byteOffset)} is outside the bounds of the buffer`);
    if ($bufferLength(buffer) < 0) throw new TypeError("Cannot perform DataView on a detached ArrayBuffer");
    let total = $bufferLength(buffer);
    if (offset > total) throw new RangeError(`Start offset ${offset} is outside the bounds of the buffer`);
    let length;
    if (byteLength !== undefined) {
      length = indexArgument(byteLength, `Invalid DataView length ${$shown(byteLength)}`);
      if (offset + length > total) throw new RangeError(`Invalid DataView length ${length}`);
    } else if ($bufferMaxLength(buffer) === undefined) length = total - offset;
    const proto = prototypeFor(new.target, $DataViewPrototype);
    // Reading the prototype may have changed the buffer.
    total = $bufferLength(buffer);
    if (total < 0) throw new TypeError("Cannot perform DataView on a detached ArrayBuffer");
    if (offset > total) throw new RangeError(`Start offset ${offset} is outside the bounds of the buffer`);
    if (byteLength !== undefined && offset + length > total) throw new RangeError(`Invalid DataView length ${length}`);
    return $newDataView(proto, buffer, [offset, length]);
  },
};

function dataViewGet(offset, littleEndian) {
  return $call($callee(), this, toIndex(offset), littleEndian ? true : false);
}

function dataViewSet(offset, value, littleEndian) {
  const native = $callee();
  const index = toIndex(offset);
  const name = $functionName(native);
  const big = name === "setBigInt64" || name === "setBigUint64";
  return $call(native, this, index, big ? toBigInt(value) : toNumber(value), littleEndian ? true : false);
}
