import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/test262/**"],
    testTimeout: 30_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
