const [a, b] = await Promise.all([f(), g()]);
return a + b;
