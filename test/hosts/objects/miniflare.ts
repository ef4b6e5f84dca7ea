import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The part of miniflare that the tests use. Only test:hosts installs it. */
export interface Runtime {
  /** Where it listens. */
  readonly ready: Promise<URL>;
  dispatchFetch(address: string, init: object): Promise<Response>;
  dispose(): Promise<void>;
}

/** The options of the runtime that the write program needs. */
export const OBJECT_RUNTIME = { compatibilityDate: "2026-01-01", compatibilityFlags: ["nodejs_compat"], handleRuntimeStdio: drain };

export async function loadMiniflare(): Promise<new (options: object) => Runtime> {
  const entry = join(dirname(fileURLToPath(import.meta.url)), "../node_modules/miniflare/dist/src/index.js");
  const { Miniflare } = (await import(pathToFileURL(entry).href)) as { Miniflare: new (options: object) => Runtime };
  return Miniflare;
}

/** The program logs each request. */
function drain(...streams: readonly NodeJS.ReadableStream[]): void {
  for (const stream of streams) stream.resume();
}

const POLL_MS = 20;

/** Ids of the running workerd processes that this process has started. */
export function listWorkerd(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+) /.exec(readStat(pid)) ?? [];
      return name === "workerd" && state !== "Z" && Number(parent) === process.pid;
    });
}

/** kill -9; resolves once the process is gone. */
export async function killWorkerd(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  while (listWorkerd().includes(pid)) await wait(POLL_MS);
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It has just ended.
    return "";
  }
}
