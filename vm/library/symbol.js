// Symbol and BigInt: constructors, and members whose arguments are objects to convert.
// https://tc39.es/ecma262/#sec-symbol-constructor https://tc39.es/ecma262/#sec-bigint-constructor

const constructors = {
  Symbol(description = undefined) {
    if (new.target !== undefined) throw new TypeError("Symbol is not a constructor");
    return $newSymbol(description === undefined ? undefined : toString(description));
  },

  BigInt(value) {
    if (new.target !== undefined) throw new TypeError("BigInt is not a constructor");
    const primitive = toPrimitive(value, "number");
    return typeof primitive === "number" ? $bigintOfNumber(primitive) : toBigInt(primitive);
  },
};

function bigintAsIntN(bits, value) {
  const count = toIndex(bits);
  return $bigintTruncate(count, toBigInt(value), true);
}

function bigintAsUintN(bits, value) {
  const count = toIndex(bits);
  return $bigintTruncate(count, toBigInt(value), false);
}

function bigintToLocaleString(locales, options) {
  return $numberToLocale($thisBigint(this, "toLocaleString"), localeTags(locales), optionList(options, "NumberFormat"));
}
