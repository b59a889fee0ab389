const f = function g() {
  return g;
};
f();
