// proxy traps for every operation, and invariants
const log = [];
const p = new Proxy({ a: 1 }, new Proxy({}, { get: (_, trap) => (...args) => { log.push(trap); return Reflect[trap](...args); } }));
p.a; p.b = 2; "a" in p; delete p.b; Object.keys(p); Object.getPrototypeOf(p); Object.isExtensible(p); Object.defineProperty(p, "c", { value: 1, configurable: true }); ({ ...p }); JSON.stringify(p);
console.log(log.join());
// ---
// default values, negative indices, validation, callable proxies, revocation
const defaults = new Proxy({ known: 1 }, { get: (t, k, r) => (k in t ? Reflect.get(t, k, r) : `no ${String(k)}`) });
const arr = new Proxy([1, 2, 3], { get: (t, k, r) => Reflect.get(t, typeof k === "string" && +k < 0 ? t.length + +k : k, r) });
const fn = new Proxy((a, b) => a + b, { apply: (t, self, args) => t(...args) * 10, construct: () => ({ made: true }) });
console.log(defaults.known, defaults.other, arr[-1], arr.length, Array.isArray(arr), arr.map((x) => x * 2), fn(1, 2));
const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); try { proxy.x; } catch (error) { console.log(error.message); }
const checked = new Proxy({}, { set(t, k, v) { if (typeof v !== "number") throw new TypeError(`${k} must be a number`); t[k] = v; return true; } });
checked.age = 5; try { checked.age = "x"; } catch (error) { console.log(error.message, checked.age); }
const refusing = new Proxy({}, { set: () => false, deleteProperty: () => false }); try { refusing.x = 1; } catch (error) { console.log(error.message); }
// ---
// for-in over a proxy lists what its traps say
// differs: the specification leaves open when for-in asks for the prototype; V8 asks earlier
const log = [];
const p = new Proxy({ a: 1, b: 2 }, { ownKeys: (t) => (log.push("ownKeys"), Reflect.ownKeys(t)), getPrototypeOf: (t) => (log.push("getPrototypeOf"), null), getOwnPropertyDescriptor: (t, k) => (log.push(k), k === "b" ? { value: 2, enumerable: false, configurable: true } : Reflect.getOwnPropertyDescriptor(t, k)) });
for (const key in p) log.push(`<${key}>`);
console.log(log.sort().join());
//> <a>,a,b,getPrototypeOf,ownKeys
