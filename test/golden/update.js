function f(a) {
  a++;
  --a;
  return a++ + ++a;
}
f(1);
