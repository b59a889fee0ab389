return `a${b}c${`d${e}`}`;
