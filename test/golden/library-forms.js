const constructors = {
  Map(iterable) { return $construct(Object, [], new.target); },
};
const MapPrototype = {
  get size() { return $size(this, $argc()); },
  each(f, self = undefined) { return $call(f, self, $new(Map), $callee()); },
  [Symbol.iterator]() { return walk($apply(walk, this, arguments)); },
};
function walk(a) { return [walk, TypeError, a]; }
