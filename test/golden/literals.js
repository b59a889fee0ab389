return [1, -1, 1.5, -0, 1n, 'a', true, null, undefined, NaN, 2147483648];
