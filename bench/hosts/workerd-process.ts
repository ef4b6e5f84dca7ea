import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/**
 * A request counts as finished when no thread has run for this long, because V8's later compilation
 * and garbage collection belong to it.
 */
const QUIET_MS = 15;
const NS_PER_MS = 1e6;

/** Processor time, user and system, in ms. */
export interface Cost {
  /** Time of the thread that runs the Worker and workerd's HTTP and file access. */
  readonly thread: number;
  /** Time of the other threads, in which V8 optimizes code and collects garbage. */
  readonly others: number;
}

export interface Workerd {
  /**
   * Requests a path.
   * @returns the cost until the process was quiet again.
   * @throws Error if the status is not 200
   */
  ask(path: string): Promise<Cost>;
  stop(): Promise<void>;
}

/** Returns the path of the binary that `npm run test:hosts` installs. */
export function findWorkerd(): string {
  const require = createRequire(fileURLToPath(new URL("../../test/hosts/package.json", import.meta.url)));
  try {
    return String(require("workerd").default);
  } catch (cause) {
    throw new Error("workerd is not installed: install it with npm run test:hosts, or name a binary with --workerd", { cause });
  }
}

/**
 * Starts the output of `octavo build --host cloudflare` in its own workerd: the Worker as it would
 * be uploaded, and dist as its assets, which the same process reads from disk. No request has been
 * sent when it returns.
 * @param binary path of workerd; null for the one that test/hosts installs
 */
export async function startWorkerd(distDir: string, binary: string | null): Promise<Workerd> {
  const dir = await mkdtemp(join(tmpdir(), "octavo-workerd-"));
  const config = join(dir, "config.capnp");
  await writeFile(config, renderConfig(relative(dir, join(distDir, "_worker.js/index.js")), distDir));
  // workerd writes the port to descriptor 3.
  const child = spawn(binary ?? findWorkerd(), ["serve", config, "--control-fd=3"], { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const port = await readPort(child);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const usage = (): Cost => readUsage(child.pid ?? 0);
  await untilQuiet(usage);
  return {
    async ask(path) {
      const before = usage();
      await request(agent, port, path);
      const after = await untilQuiet(usage);
      return { thread: after.thread - before.thread, others: after.others - before.others };
    },
    async stop() {
      agent.destroy();
      const ended = child.exitCode === null ? once(child, "exit") : null;
      child.kill("SIGKILL");
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function renderConfig(worker: string, distDir: string): string {
  const quote = (text: string): string => JSON.stringify(text);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "site", worker = (
      modules = [(name = "_worker.js", esModule = embed ${quote(worker)})],
      compatibilityDate = "2026-01-01",
      bindings = [(name = "ASSETS", service = "assets")],
    )),
    (name = "assets", disk = (path = ${quote(distDir)})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "site")],
);
`;
}

export async function readPort(child: ChildProcess): Promise<number> {
  const control = child.stdio[3];
  if (!control || !("readable" in control)) throw new Error("workerd has no control descriptor");
  for await (const line of createInterface({ input: control })) {
    const message: { readonly event: string; readonly port?: number } = JSON.parse(line);
    if (message.event === "listen" && message.port !== undefined) return message.port;
  }
  throw new Error("workerd exited before it listened for requests");
}

/**
 * Returns how long the threads of a process have run, by the scheduler's clock, which counts
 * nanoseconds.
 */
export function readUsage(pid: number): Cost {
  const tasks = `/proc/${pid}/task`;
  const timeOf = (task: string): number => Number(readFileSync(join(tasks, task, "schedstat"), "utf8").split(" ", 1)[0]) / NS_PER_MS;
  const others = readdirSync(tasks).filter((task) => task !== String(pid));
  return { thread: timeOf(String(pid)), others: others.reduce((sum, task) => sum + timeOf(task), 0) };
}

async function untilQuiet(usage: () => Cost): Promise<Cost> {
  for (let last = usage(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const now = usage();
    if (now.thread === last.thread && now.others === last.others) return now;
    last = now;
  }
}

function request(agent: Agent, port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ agent, host: "127.0.0.1", port, path }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode} in workerd`));
      response.resume().on("end", resolve).on("error", reject);
    }).on("error", reject);
  });
}
