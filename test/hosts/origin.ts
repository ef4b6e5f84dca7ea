import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import { sendRaw } from "./http.ts";
import { freePort, startProcess } from "./processes.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** A request that arrived at the write server. */
export interface Arrival {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternately, including repeated ones. */
  readonly rawHeaders: readonly string[];
}

/** `octavo api` in a separate process, behind a proxy that records the requests. */
export interface Origin {
  /** Hosts send visitors' writes here. */
  readonly url: string;
  /** The server itself. */
  readonly direct: string;
  readonly arrivals: Arrival[];
  /**
   * `serve`: forwards. `refuse`: hangs up. `bad-gateway`: acts like a load balancer with nothing
   * behind it.
   */
  mode: "serve" | "refuse" | "bad-gateway";
  stop(): Promise<void>;
}

export async function startOrigin(published: string, secret: string): Promise<Origin> {
  const dir = await mkdtemp(join(tmpdir(), "octavo-origin-"));
  const direct = `http://127.0.0.1:${await freePort()}`;
  const api = await startProcess({
    command: process.execPath,
    args: [
      ...[join(PROJECT, "cli/main.ts"), "api", "--published", published, "--db", join(dir, "octavo.db"), "--port", new URL(direct).port],
      ...["--trust-proxy", "secret", "--log", "warn"],
    ],
    cwd: dir,
    env: { OCTAVO_PROXY_SECRET: secret, OCTAVO_RATE_LIMITS: "likes=20/3600 comments=20/3600 inquiries=20/3600" },
    // With its first snapshot of the comments, from which hosts answer while it is away.
    ready: async () =>
      (await sendRaw(direct, { method: "GET", target: "/readyz" })).status === 200 && existsSync(join(published, SNAPSHOT_ENTRY)),
  });
  const arrivals: Arrival[] = [];
  const state: { mode: Origin["mode"] } = { mode: "serve" };
  const spy = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/", headers, rawHeaders } = incoming;
    arrivals.push({ method, target: url, headers, rawHeaders });
    if (state.mode === "refuse") return void incoming.socket.destroy();
    if (state.mode === "bad-gateway") return void outgoing.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad gateway</h1>");
    const { hostname, port } = new URL(direct);
    const onward = request({ hostname, port, method, path: url, headers: rawHeaders }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    // A server that has answered need not read the rest of a body that it refuses.
    onward.on("error", () => (outgoing.headersSent ? incoming.resume() : outgoing.destroy()));
    incoming.pipe(onward);
  });
  spy.listen(0, "127.0.0.1");
  await once(spy, "listening");
  const address = spy.address();
  if (address === null || typeof address === "string") throw new Error("the spy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    direct,
    arrivals,
    get mode() {
      return state.mode;
    },
    set mode(mode) {
      state.mode = mode;
    },
    async stop() {
      spy.closeAllConnections();
      spy.close();
      await api.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
