const a = 1;
({ a });
function f() {}
