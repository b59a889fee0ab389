return { a: 1, b, ...c, [d]: 2, get e() { return 1; }, set e(v) {}, f() {}, __proto__: null };
