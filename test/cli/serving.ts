import { request } from "node:http";
import { main } from "../../cli/main.ts";
import { createTestIo, type TestIo } from "./test-io.ts";

export interface Serving {
  readonly port: number;
  readonly io: TestIo;
  stop(): Promise<number>;
}

/** Runs `octavo start` or `dev` on a free port, until `stop`. */
export async function serveSite(cwd: string, ...args: readonly string[]): Promise<Serving> {
  const io = createTestIo({ cwd, realTimers: 1_000 });
  const exit = main([...args, "--port", "0"], io);
  await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
  const port = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/.exec(io.out())?.[1];
  if (port === undefined) throw new Error(`it did not serve: ${io.out()}${io.err()}`);
  const stop = (): Promise<number> => {
    io.abort();
    return exit;
  };
  return { port: Number(port), io, stop };
}

export interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  readonly text: string;
}

/**
 * Sends a request that `fetch` cannot send: with any Host header, and a path exactly as written.
 */
export function askRaw(port: number, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const body = Buffer.concat(chunks);
        resolve({ status: answer.statusCode, headers: answer.headers, body, text: body.toString() });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
