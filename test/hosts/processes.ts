import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

const START_MAX_MS = 60_000;
const POLL_MS = 100;
const STOP_MAX_MS = 5_000;

export interface RunningProcess {
  /** Output so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface ProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Answers once the process is ready. */
  readonly ready: () => Promise<boolean>;
}

/**
 * Starts a program and waits until it is ready. @throws Error with its output, if it ends or takes
 * too long
 */
export async function startProcess({ command, args, cwd, env = {}, ready }: ProcessSpec): Promise<RunningProcess> {
  const child = spawn(command, [...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // In its own process group, so that its children end with it.
    detached: true,
  });
  let output = "";
  const listen = (part: Buffer): void => {
    output = (output + part.toString("utf8")).slice(-20_000);
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      output += error.message;
      resolve();
    });
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const stop = (): Promise<void> => stopGroup(child, ended);
  for (let waited = 0; !(await ready().catch(() => false)); waited += POLL_MS) {
    if (over || waited >= START_MAX_MS) {
      await stop();
      throw new Error(`${command} ${over ? "ended" : "was not ready"}:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { output: () => output, stop };
}

async function stopGroup(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // It has ended already.
    }
  };
  signal("SIGTERM");
  const timer = setTimeout(() => signal("SIGKILL"), STOP_MAX_MS);
  await ended;
  clearTimeout(timer);
  // Kills children that have outlived it.
  signal("SIGKILL");
}

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}
