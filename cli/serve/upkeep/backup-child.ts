import { spawn } from "node:child_process";

/** A backup that takes longer hangs, ms. */
const TIME_MAX_MS = 3_600_000;
/** Characters of its messages to keep. */
const OUTPUT_MAX = 4_000;

export interface BackupChildOptions {
  readonly dbFile: string;
  /** Absolute. */
  readonly target: string;
  /** Public key of age; null: not encrypted. */
  readonly recipient: string | null;
  readonly signal: AbortSignal;
}

/**
 * Runs `octavo db backup` in a process of its own, because copying and checking a large database
 * would block visitors. It gets no settings of the server: these may hold secrets.
 * @throws Error with the process's own message
 */
export function runBackupChild({ dbFile, target, recipient, signal }: BackupChildOptions): Promise<void> {
  const args = ["db", "backup", target, "--db", dbFile, "--quiet", ...(recipient === null ? [] : ["--age", recipient])];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("OCTAVO_")));
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIME_MAX_MS)]);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? "", ...args], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
      signal: within,
      killSignal: "SIGKILL",
    });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(0, OUTPUT_MAX);
    });
    let failure: Error | null = null;
    child.on("error", (error) => {
      failure =
        error.name === "AbortError" ? new Error(signal.aborted ? "the server stopped" : `it took longer than ${TIME_MAX_MS} ms`) : error;
    });
    child.on("close", (code, killedBy) => {
      if (code === 0 && failure === null) resolve();
      else reject(failure ?? new Error(killedBy === null ? toReason(output) : `its process was killed (${killedBy})`));
    });
  });
}

/** `octavo: what happened` and `hint: what to do`, on one line. */
function toReason(output: string): string {
  const lines = output.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.replace(/^octavo: /, "").trim()]));
  return lines.join("; ") || "it said nothing";
}
