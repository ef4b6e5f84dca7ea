import { join } from "node:path";
import { sendRaw } from "./http.ts";
import { freePort, type RunningProcess, startProcess } from "./processes.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** `octavo start --read-only` in a separate process. */
export interface ReaderProcess {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @param options.server from which it requests counts; null if it requests none */
export async function createReaderProcess(
  distDir: string,
  { server, secret = "" }: { readonly server: string | null; readonly secret?: string },
): Promise<ReaderProcess> {
  const url = `http://127.0.0.1:${await freePort()}`;
  let running: RunningProcess | null = null;
  return {
    url,
    async start() {
      running = await startProcess({
        command: process.execPath,
        args: [
          ...[join(PROJECT, "cli/main.ts"), "start", "--read-only", "--out", distDir],
          ...(server === null ? [] : ["--server", server]),
          ...["--port", new URL(url).port],
        ],
        cwd: join(distDir, ".."),
        env: { OCTAVO_PROXY_SECRET: secret },
        ready: async () => (await sendRaw(url, { method: "GET", target: "/api/v1/posts" })).status === 200,
      });
    },
    async stop() {
      await running?.stop();
      running = null;
    },
  };
}
