// setTimeout with a delay that is an object.

function startTimeout(callback, delay, ...args) {
  return $startTimer(callback, toNumber(delay), args);
}
