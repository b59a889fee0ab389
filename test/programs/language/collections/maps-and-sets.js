// maps: order, NaN, -0, changes while iterating
const m = new Map([[NaN, 1], [-0, 2], ["a", 3]]); m.set("b", 4).delete("a"); m.set("a", 5);
console.log(m, m.get(NaN), m.get(0), Object.is([...m.keys()][1], 0), m.has(undefined), m.size);
const seen = []; for (const [k] of m) { seen.push(k); if (k === "b") { m.delete("a"); m.set("new", 1); } if (seen.length > 10) break; } console.log(seen);
m.forEach((v, k, self) => { if (self === m) m.delete(k); }); console.log(m.size, [...m.entries()], new Map(Object.entries({ x: 1 })), new Set("hello"), [...new Set([1, 1, 2])]);
// ---
// weak collections and references
const k = {}; const w = new WeakMap([[k, 1]]), s = new WeakSet([k]); console.log(w.get(k), w.has({}), s.has(k), w.delete(k), w.has(k), new WeakRef(k).deref() === k);
try { w.set(1, 1); } catch (error) { console.log(error.name); } try { new WeakSet([Symbol.for("a")]); } catch (error) { console.log(error.name); }
// ---
// set composition
// differs: Node 20 has no set composition
const a = new Set([1, 2, 3]), b = new Set([3, 4]);
console.log(a.union(b), a.intersection(b), a.difference(b), a.symmetricDifference(b), new Set([3]).isSubsetOf(a), a.isSupersetOf(b), a.isDisjointFrom(new Set([9])), a.union(new Map([[8, 1]])));
try { a.union([1]); } catch (error) { console.log(error.name); }
//> Set(4) { 1, 2, 3, 4 } Set(1) { 3 } Set(2) { 1, 2 } Set(3) { 1, 2, 4 } true false true Set(4) { 1, 2, 3, 8 }
//> TypeError
