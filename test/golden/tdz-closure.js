f();
let x = 1;
function f() {
  x = 2;
  return x;
}
