return {
  f() { delete super.x; },
};
