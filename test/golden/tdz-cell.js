const g = () => x;
x = x + 1;
let x = 1;
g();
