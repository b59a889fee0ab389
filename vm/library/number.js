// Number and Boolean: constructors, and members whose arguments are objects to convert.
// https://tc39.es/ecma262/#sec-number-objects

const constructors = {
  Number(value) {
    const number = $argc() === 0 ? 0 : $numberOfNumeric(toNumeric(value));
    if (new.target === undefined) return number;
    return $newNumberObject(number, prototypeFor(new.target, $NumberPrototype));
  },

  Boolean(value) {
    if (new.target === undefined) return !!value;
    return $newBooleanObject(!!value, prototypeFor(new.target, $BooleanPrototype));
  },
};

// toFixed, toExponential, toPrecision, toString: the native again, on a converted argument.
function numberWithConvertedDigits(digits) {
  return $call($callee(), this, toNumber(digits));
}

function numberToLocaleString(locales, options) {
  return $numberToLocale($thisNumber(this, "toLocaleString"), localeTags(locales), optionList(options, "NumberFormat"));
}
