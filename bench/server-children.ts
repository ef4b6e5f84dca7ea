import { type ChildProcess, fork } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { LoadJob, LoadReport } from "./server-load.ts";

const START_MAX_MS = 20_000;
/** Pause between two attempts to get the first answer, in ms. */
const START_PAUSE_MS = 2;

/** Resources that a process has used so far, as usage-preload.mjs reports them. */
export interface Usage {
  /** Resident memory now. */
  readonly rssBytes: number;
  /** User and system together. */
  readonly cpuSeconds: number;
}

export interface ServerChild {
  readonly port: number;
  /** The process id. */
  readonly pid: number;
  /** From the start of the process to the first answer. */
  readonly startMs: number;
  usage(): Promise<Usage>;
  /** Sends SIGTERM. Resolves once the process has ended, and rejects if it ends with a failure. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Relative to this folder. */
  readonly script: string;
  readonly args?: readonly string[];
  /** Starts the process without usage-preload.mjs, so its usage cannot be read. */
  readonly bare?: boolean;
  /** Environment variables that are added to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Requested until it answers 200. */
  readonly path: string;
  /** Receives the server's output. */
  readonly logFile: string;
}

/** Starts a server in a separate process and waits for its first answer. */
export async function startServer({ script, args = [], bare = false, env = {}, path, logFile }: ServerOptions): Promise<ServerChild> {
  const port = await findFreePort();
  const log = openSync(logFile, "a");
  const started = performance.now();
  const child = fork(childPath(script), [...args, "--port", String(port)], {
    execArgv: bare ? [] : ["--import", childPath("usage-preload.mjs")],
    stdio: ["ignore", log, log, "ipc"],
    env: { ...process.env, OCTAVO_RATE_LIMITS: "off", ...env },
  });
  closeSync(log);
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  let running = true;
  void ended.then(() => {
    running = false;
  });
  while (!(await isAnswered(port, path))) {
    if (!running) throw new Error(`${script} exited before it answered; its log is ${logFile}`);
    if (performance.now() - started > START_MAX_MS) throw new Error(`${script} did not answer ${path} in time; its log is ${logFile}`);
    await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
  }
  return {
    port,
    pid: child.pid ?? Number.NaN,
    startMs: performance.now() - started,
    usage: () => ask<Usage>(child, {}),
    stop: async () => {
      child.kill("SIGTERM");
      const code = await ended;
      if (code !== 0) throw new Error(`${script} exited with code ${code};  its log is ${logFile}`);
    },
  };
}

export interface LoadChild {
  run(job: LoadJob): Promise<LoadReport>;
  stop(): void;
}

export function startLoadGenerator(): LoadChild {
  const child = fork(childPath("load-child.ts"));
  return {
    run: async (job) => {
      const answer = await ask<{ report: LoadReport } | { error: string }>(child, job);
      if ("error" in answer) throw new Error(answer.error);
      return answer.report;
    },
    stop: () => child.disconnect(),
  };
}

function childPath(script: string): string {
  return fileURLToPath(new URL(script, import.meta.url));
}

/** One message at a time. */
function ask<T>(child: ChildProcess, message: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error("the process exited before it answered"));
    child.once("exit", onExit);
    child.once("message", (answer) => {
      child.off("exit", onExit);
      resolve(answer as T);
    });
    child.send(message);
  });
}

function isAnswered(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port is free"))));
    });
  });
}
