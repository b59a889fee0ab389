/**
 * A host process that connects one stdio server and then waits, for tests of how it ends.
 * Arguments: how to end at SIGUSR2 ("exit", "throw"), and the server's arguments as JSON.
 */
import { Mcp } from "../../catalog/sources/mcp/index.js";

const [how, args] = process.argv.slice(2);
const connected = await Mcp.connect({ mcpServers: { s: { command: process.execPath, args: JSON.parse(args) } } });
if (connected.isErr()) throw new Error(connected.error.message);
process.on("SIGUSR2", () => {
  if (how === "throw") throw new Error("the host failed");
  process.exit(0);
});
process.stdout.write("ready\n");
