import { spawn } from "node:child_process";
import type { RunCommand } from "../../../server/owner/tools/run-for-result.ts";
import type { Io } from "../../io.ts";

/** Time limit of a command, in ms. A command that takes longer is stuck. */
const TIME_MAX_MS = 3_600_000;
/** Maximum number of characters to keep of its messages, and of its result. */
const OUTPUT_MAX = 4_000;
const RESULT_MAX = 1024 * 1024;

/**
 * Runs `octavo <args>` in a separate process, because work on a whole database would block
 * visitors. It does not receive the server's settings, which may contain secrets.
 * @returns its standard output, even if it exits with `EXIT_FAILED` after a result
 * @throws Error with the process's own message
 */
export function runSelf(args: readonly string[], signal: AbortSignal): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("OCTAVO_")));
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIME_MAX_MS)]);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? "", ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
      signal: within,
      killSignal: "SIGKILL",
    });
    let [output, result] = ["", ""];
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(0, OUTPUT_MAX);
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      result = (result + text).slice(0, RESULT_MAX);
    });
    let failure: Error | null = null;
    child.on("error", (error) => {
      failure =
        error.name === "AbortError" ? new Error(signal.aborted ? "the server stopped" : `it took longer than ${TIME_MAX_MS} ms`) : error;
    });
    child.on("close", (code, killedBy) => {
      if (failure === null && (code === 0 || (code === 1 && result !== ""))) resolve(result);
      else reject(failure ?? new Error(killedBy === null ? toReason(output) : `its process was killed (${killedBy})`));
    });
  });
}

/** `octavo: what happened` and `hint: what to do`, on one line. */
function toReason(output: string): string {
  const lines = output.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.replace(/^octavo: /, "").trim()]));
  return lines.join("; ") || "it gave no reason";
}

/** Lets a server's owner operations run commands. `stop` ends a running command. */
export function lendCommands({ runSelf: run }: Pick<Io, "runSelf">): { readonly runCommand: RunCommand | null; readonly stop: () => void } {
  const stopping = new AbortController();
  return { runCommand: run === undefined ? null : (args) => run(args, stopping.signal), stop: () => stopping.abort() };
}
