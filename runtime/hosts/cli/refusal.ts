/**
 * What the command line says when it cannot do what was asked: wrong arguments, an unreadable file, a configuration
 * that does not work. Invariant: one sentence each, and exit code 2. A program that fails is no refusal; that is a
 * result, and exit code 1. Before: arguments.ts, source-text.ts, servers.ts raise them. After: main.ts prints them.
 */
import { err, ok, type Result } from "neverthrow";

/** Exit codes of the command, as the help and README list them. */
export const ExitCode = {
  Ok: 0,
  /** The program failed; or a check, a lint or a search came to a negative answer. */
  Negative: 1,
  /** The command could not be carried out: arguments, files, configuration, servers. */
  Refused: 2,
  /** A defect of this package. */
  Defect: 70,
} as const;

export interface Refusal {
  /** One sentence, without the command's name before it. */
  readonly sentence: string;
  /** The command whose help would have answered; undefined when help does not help. */
  readonly helpFor?: string;
}

/**
 * Runs what throws TypeError for a set of tools that cannot stand together (two at one path), and says that as a refusal.
 * Anything else that is thrown is a defect, and goes on.
 */
export function refusingTypeErrors<T>(make: () => T): Result<T, Refusal> {
  try {
    return ok(make());
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return err({ sentence: cause.message });
  }
}

/** What the operating system calls the usual failures of reading a file, in words. */
const FILE_TROUBLE: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "there is no such file"],
  ["EISDIR", "it is a directory"],
  ["EACCES", "permission is denied"],
  ["EPERM", "permission is denied"],
]);

function fileTrouble(cause: unknown): string {
  const code = String((cause as { code?: unknown } | null)?.code ?? "");
  return FILE_TROUBLE.get(code) ?? (code || "it cannot be opened");
}

/** The sentence for a file that could not be read. Never fails. */
export function unreadable(path: string, cause: unknown): Refusal {
  return { sentence: `Cannot read ${path}: ${fileTrouble(cause)}` };
}

/** The sentence for a file that could not be opened for writing. Never fails. */
export function unwritable(path: string, cause: unknown): Refusal {
  const isFolderMissing = (cause as { code?: unknown } | null)?.code === "ENOENT";
  return { sentence: `Cannot write ${path}: ${isFolderMissing ? "there is no such folder" : fileTrouble(cause)}` };
}
