// The engine of this project, from dist/ (or the module that T262_CODEMODE names).
const { CodeMode } = await import(process.env.T262_CODEMODE ?? new URL("../../../dist/index.js", import.meta.url).href);

export async function create() {
  return { name: "codemode-vm", mode: "program", run };
}

async function run(job, { timeoutMs }) {
  const runtime = CodeMode.make({ limits: { timeoutMs }, onHostError: ({ cause }) => (defect = cause) });
  let defect;
  const outcome = await runtime.execute(job.program);
  const result = outcome.isOk() ? outcome.value : outcome.error;
  if (result.ok) return { status: "ok", value: typeof result.value === "string" ? result.value : "" };
  const { kind, message } = result.error;
  if (kind === "TimeoutExceeded") return { status: "timeout" };
  if (kind === "InternalError") return { status: "crash", error: { name: kind, message: `${message} ${defect?.stack ?? defect}` } };
  if (kind === "ParseError" || kind === "LimitExceeded") return { status: "throw", error: { name: "SyntaxError", message, phase: "parse" } };
  // What the language leaves out is refused before anything runs; where the test wants an early error too, that is one.
  if (kind === "UnsupportedSyntax") {
    const { phase, type } = job.negative ?? {};
    if (phase === "parse" && type === "SyntaxError") return { status: "throw", error: { name: type, message, phase } };
    return { status: "unsupported", error: { name: kind, message } };
  }
  const [, name = kind, text = message] = /^([A-Za-z]\w*(?:Error)?): ([\s\S]*)$/.exec(message) ?? [];
  return { status: "throw", error: { name, message: text, phase: "runtime" } };
}
