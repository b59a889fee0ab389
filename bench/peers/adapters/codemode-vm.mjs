// This project, from dist/ (or the module that CODEMODE_VM names): a fresh execution each time, meters on.
const { CodeMode, Tool } = await import(process.env.CODEMODE_VM ?? new URL("../../../dist/index.js", import.meta.url).href);
export const kind = 'js';
const LIMITS = { timeoutMs: 60000, maxInstructions: 1e12, maxMemoryBytes: 2 ** 32 };
const trees = new WeakMap();
export async function create(tools) {
  let runtime = trees.get(tools);
  if (runtime === undefined) {
    const tree = Object.fromEntries(Object.entries(tools).map(([name, run]) => [name, Tool.make({ description: name, input: true, run: (input) => run(input) })]));
    runtime = CodeMode.make({ tools: tree, limits: LIMITS });
    trees.set(tools, runtime);
  }
  return {
    async run(src) {
      const result = await runtime.execute(src);
      if (result.isErr()) throw new Error(JSON.stringify(result.error.error));
      return result.value.value;
    },
    dispose() {},
  };
}
