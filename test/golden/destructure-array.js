const [a, , b = f(), ...rest] = o;
return [a, b, rest];
