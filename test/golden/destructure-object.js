const { a, b: { c }, d = 1, ...rest } = o;
return [a, c, d, rest];
