let s = 0;
for (let i = 0; i < 10; i++) {
  if (i % 2 === 0) continue;
  s += i;
}
s;
