// Math: functions whose arguments are objects to convert, and the sum of an iterable.
// https://tc39.es/ecma262/#sec-function-properties-of-the-math-object

const Math = {
  sumPrecise(items) {
    requireObjectCoercible(items, "Math.sumPrecise");
    const sum = $newExactSum();
    for (const item of items) {
      if (typeof item !== "number") throw new TypeError("Math.sumPrecise takes an iterable of numbers only");
      $exactSumAdd(sum, item);
    }
    return $exactSumResult(sum);
  },
};

// max, min, hypot: every argument is converted before the native computes.
function mathOfConverted(...values) {
  const numbers = $newList();
  for (let i = 0; i < values.length; i++) $arrayAppend(numbers, toNumber(values[i]));
  return $apply($callee(), this, numbers);
}
