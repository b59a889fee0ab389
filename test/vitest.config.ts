import { defineConfig } from "vitest/config";

/**
 * Tests that compare with the running Node itself and need its version 20. V8 words some messages, and ICU some
 * dates, otherwise from one major version to the next; and from Node 22 on V8 resumes the inner generator of a
 * `yield*` by next when the value of a return request rejects, where ECMA-262 and Node 20 throw into it
 * (async-order, seed 1339). What programs compute is compared on every version by the other tests.
 */
const COMPARED_WITH_NODE_20 = [
  "test/property/async-order.test.ts",
  "test/programs/differential.test.ts",
  "test/vm/builtins/{array,console,json}.test.ts",
  "test/vm/builtins/web/{console,intl,structured-clone,url}.test.ts",
];
const isReference = process.versions.node.startsWith("20.");

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/test262/**", ...(isReference ? [] : COMPARED_WITH_NODE_20)],
    testTimeout: 30_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
