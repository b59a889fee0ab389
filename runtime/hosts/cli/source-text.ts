/**
 * A FILE operand -> the program's text. Owns reading: from a file or standard input, bounded, and only as UTF-8, so that
 * no byte is replaced in silence. Before: arguments.ts. After: the compiler, which has its own and lower limit.
 */
import { type FileHandle, open } from "node:fs/promises";
import { err, ok, type Result } from "neverthrow";
import { type Refusal, unreadable } from "./refusal.js";

/** Bytes; far over any limit for programs, so that their diagnostic and not this refusal is the rule. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface SourceText {
  /** What messages call it. */
  readonly name: string;
  readonly text: string;
}

async function readBounded(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** Reads a program. `-` is standard input. */
export async function readSource(file: string): Promise<Result<SourceText, Refusal>> {
  const name = file === "-" ? "standard input" : file;
  let bytes: Uint8Array | undefined;
  let handle: FileHandle | undefined;
  try {
    if (file === "-") {
      bytes = await readBounded(process.stdin);
    } else {
      handle = await open(file);
      bytes = await readBounded(handle.createReadStream());
    }
  } catch (cause) {
    return err(unreadable(name, cause));
  } finally {
    await handle?.close();
  }
  if (bytes === undefined)
    return err({ sentence: `${name} is larger than ${MAX_BYTES} bytes, too large for a program` });
  try {
    return ok({ name, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) });
  } catch {
    return err({ sentence: `${name} is not UTF-8 text, so it is no program` });
  }
}
