import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
/** Delay before a key that had no effect is pressed again, in ms. */
const PRESS_AGAIN_MS = 1_000;

/** The environment without Octavo settings that the machine may have. */
function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("OCTAVO_")));
}

/** An `octavo start` or `octavo api` in a separate process. */
export interface OctavoServer {
  /** `http://127.0.0.1:40001` */
  readonly url: string;
  /** kill -9, now; resolves once the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts a server in a folder and waits until it prints its address.
 * @throws with its output, if it exits first
 */
export async function startOctavo(cwd: string, args: readonly string[]): Promise<OctavoServer> {
  const child = spawn(process.execPath, [MAIN, "start", ...args], { cwd, env: cleanEnv(), stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const said = collect(child);
  const served = await said.until((text) => /serving (?:\S+ )?at (http:\S+)/.exec(text)?.[1]);
  if (served === null) throw new Error(`octavo start ended:\n${said.text()}`);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    await closed;
    return child.exitCode;
  };
  return { url: served, kill: async () => void (await end("SIGKILL")), stop: () => end("SIGTERM") };
}

/** Runs a command to its end; resolves to its output. @throws with its output, if it fails */
export async function runOctavo(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], { cwd, env: cleanEnv(), maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** A person at a terminal. */
export interface Typist {
  /** Everything that the terminal has shown; each end of a line is a newline. */
  text(): string;
  /** Continues to the end of the next occurrence of a text. @throws if the command ends first */
  read(shown: string): Promise<void>;
  /** Presses a key until new output shows a text, and reads past it. @throws like `read` */
  press(key: string, shown: string): Promise<void>;
  /** Resolves to the exit code. */
  ended(): Promise<number | null>;
}

/** Runs a command on a terminal of 80 columns, which util-linux's `script` makes. */
export function typeInto(script: string, cwd: string, args: readonly string[]): Typist {
  const command = [process.execPath, MAIN, ...args].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn(script, ["-qefc", `stty cols 80 rows 24; exec ${command}`, "/dev/null"], { cwd, env: cleanEnv() });
  const closed = once(child, "close");
  const said = collect(child);
  let seen = 0;
  const read = async (shown: string): Promise<void> => {
    const end = await said.until((text) => {
      const at = text.indexOf(shown, seen);
      return at < 0 ? undefined : at + shown.length;
    });
    if (end === null) throw new Error(`it ended without ${JSON.stringify(shown)}:\n${said.text()}`);
    seen = end;
  };
  return {
    text: said.text,
    read,
    async press(key, shown) {
      // The command ignores keys pressed before a person could have read the text, and does not
      // show when it begins to accept them.
      const timer = setInterval(() => child.stdin.write(key), PRESS_AGAIN_MS);
      await read(shown).finally(() => clearInterval(timer));
    },
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}

interface Collected {
  text(): string;
  /** The first result that is not undefined; null if the process has ended. */
  until<T>(find: (text: string) => T | undefined): Promise<T | null>;
}

/** Output of a process, standard output and error together. */
function collect(child: ChildProcess): Collected {
  let text = "";
  let ended = false;
  const looks = new Set<() => void>();
  const look = (): void => {
    for (const each of [...looks]) each();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).replaceAll("\r\n", "\n");
      look();
    });
  }
  child.on("close", () => {
    ended = true;
    look();
  });
  return {
    text: () => text,
    until: (find) =>
      new Promise((resolve) => {
        const attempt = (): void => {
          const found = find(text);
          if (found === undefined && !ended) return;
          looks.delete(attempt);
          resolve(found ?? null);
        };
        looks.add(attempt);
        attempt();
      }),
  };
}
