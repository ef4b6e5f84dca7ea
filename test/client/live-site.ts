import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWriteServer } from "../../cli/serve/write-server.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen } from "../../hosts/node/server.ts";
import type { ClientFetch } from "../../packages/octavo-client/client.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import { createTestIo } from "../cli/test-io.ts";
import { buildSampleSite } from "../helpers/sample-site.ts";
import { DEFAULT_CONFIG } from "../server/default-config.ts";

/** The sample site with its write server, as `octavo start` serves both. */
export interface LiveSite {
  /** For a client in this process. */
  readonly baseUrl: string;
  /** Answers without a socket, and keeps cookies as a browser does. */
  readonly fetch: ClientFetch;
  /** The same site on a port. */
  readonly socketUrl: string;
  approve(id: string): Promise<void>;
  close(): Promise<void>;
}

/** @param likeOrigins origins that may send likes, besides the site's own */
export async function openLiveSite(likeOrigins: readonly string[] = []): Promise<LiveSite> {
  const sample = await buildSampleSite();
  const folder = await mkdtemp(join(tmpdir(), "octavo-live-"));
  const dbFile = join(folder, "octavo.db");
  const io = createTestIo({ cwd: folder });
  const log = createLog({ write: () => true, clock: Date.now, soon: (run) => run() });
  const config = { ...DEFAULT_CONFIG, likeOrigins, limits: null };
  const writes = await openWriteServer({ io, dbFile, published: sample.outDir, config, log });
  const app = createNodeHost({ distDir: sample.outDir, server: writes });
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  let cookie = "";
  return {
    baseUrl: "https://ines.example/api/v1",
    socketUrl: `${server.url}/api/v1`,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      if (init.credentials === "include" && cookie !== "") request.headers.set("Cookie", cookie);
      const response = await app.fetch(request);
      cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
      return response;
    },
    approve: async (id) => {
      const store = openStore({ file: dbFile, clock: Date.now, random: randomBytes, onUsedUp: () => {} });
      const decided = await store.comments.decide({ id, revision: 1, decision: "approve" });
      await store.close();
      if (decided.kind !== "decided") throw new Error(`not approved: ${decided.kind}`);
    },
    close: async () => {
      await server.close();
      await writes.close();
      await rm(folder, { recursive: true, force: true });
      await sample.remove();
    },
  };
}
