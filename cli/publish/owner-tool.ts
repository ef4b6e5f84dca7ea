import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { CliError, type Io, type Output } from "../io.ts";

export interface ToolOptions {
  readonly cwd: string;
  readonly env: Io["env"];
  /** Where to show its output while it runs; null for nowhere. */
  readonly show: Output | null;
  /** Its standard input; nothing if missing. */
  readonly input?: string;
}

export interface OwnerToolAnswer {
  /** Its exit code; null if the program is missing. */
  readonly status: number | null;
  readonly stdout: string;
  /** Both streams, in the order received. */
  readonly output: string;
}

/**
 * Runs one of the owner's programs without a shell: the one installed in the project, or else the
 * one on PATH. It has no terminal for questions; ssh and git open their own.
 * @throws CliError if a signal stops it
 */
export function runOwnerTool(program: string, args: readonly string[], options: ToolOptions): Promise<OwnerToolAnswer> {
  const { cwd, env, show, input = "" } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...env, PATH: toPath(cwd, env.PATH ?? "") }, stdio: "pipe" });
    let [stdout, output] = ["", ""];
    const take = (text: string): void => {
      output += text;
      show?.write(text);
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      take(text);
    });
    child.stderr.setEncoding("utf8").on("data", take);
    // If a program ends without reading its input, its exit code reports that.
    child.stdin.on("error", () => undefined).end(input);
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") resolve({ status: null, stdout, output });
      else reject(error);
    });
    child.on("close", (status, killedBy) => {
      if (status === null) reject(new CliError(`${program} was stopped by ${killedBy}`));
      else resolve({ status, stdout, output });
    });
  });
}

/** Programs that packages install come first, as in npm's scripts. */
function toPath(cwd: string, path: string): string {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(join(folder, "node_modules", ".bin"));
    if (dirname(folder) === folder) return [...folders, path].join(delimiter);
  }
}
