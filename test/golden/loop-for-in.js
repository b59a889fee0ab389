for (const k in o) f(k);
