import { type ChildProcess, execFile, spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { promisify } from "node:util";

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a folder with one Node first in PATH, and without the settings of this run. */
export function runWith(node: string, cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return promisify(execFile)(command, [...args], { cwd, env: { ...ownEnv(node), ...env }, maxBuffer: 64 * 1024 * 1024 });
}

/**
 * Starts a program in the same way, and resolves to the address that it prints. @throws with its
 * output, if it ends first
 */
export async function startWith(
  node: string,
  cwd: string,
  command: string,
  args: readonly string[],
): Promise<{ url: string; stop(): Promise<void>; stopAlone(): Promise<void> }> {
  const child = spawn(command, [...args], { cwd, env: ownEnv(node), stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const url = await findUrl(child);
  return {
    url,
    async stop() {
      // Ends npm, its shell and the server, because npm ends without the others.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      await ended;
    },
    /** Signals the program that was started, and waits until none of its children is left. */
    async stopAlone() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function findUrl(child: ChildProcess): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const url = /serving (?:\S+ )?at (http:\S+)/.exec(text)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    child.on("close", () => reject(new Error(`it ended:\n${text}`)));
  });
}

function ownEnv(node: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|OCTAVO_|NODE_(?:ENV|OPTIONS)$|VITEST|CI$)/i.test(name));
  return { ...Object.fromEntries(own), PATH: [dirname(node), process.env.PATH].join(delimiter) };
}
