/**
 * Runs the write server with a commit, and therefore an fsync, for each write. Everything else is
 * as in `octavo api`: `node bench/commit-each-child.ts --db <file> --published <folder> --port
 * <port>`
 */
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { listen, toApp } from "../hosts/node/server.ts";
import { createApi } from "../server/app.ts";
import { createEngagementIntake } from "../server/engagement/intake.ts";
import { openVisitorKeys } from "../server/engagement/salts-file.ts";
import { createLog } from "../server/log.ts";
import { openPublished } from "../server/published-files.ts";
import { openSecrets } from "../server/secrets/secrets-file.ts";
import { readServerConfig } from "../server/server-config.ts";
import { openFileHost } from "../server/store/file/file-host.ts";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import { createApiKeys } from "../server/tokens.ts";

const text = { type: "string", default: "" } as const;
const { db, published: location, port } = parseArgs({ options: { db: text, published: text, port: text } }).values;
const host = "127.0.0.1";
const clock = Date.now;
const random = (bytes: number): Uint8Array => randomBytes(bytes);
const folder = dirname(db);
// Runs immediately, so a batch never contains more than the write that started it.
const timers = {
  now: () => performance.now(),
  soon: (run: () => void) => run(),
  later: (run: () => void, ms: number) => void setTimeout(run, ms),
};
const store = openStore({ file: db, clock, random, timers });
const log = createLog({ write: (lines) => void process.stdout.write(lines), clock });
const api = createApi({
  store,
  published: openPublished(location, { clock }),
  keys: createApiKeys(openSecrets(folder, { random }), { random }),
  engagement: createEngagementIntake({ clock, visitorKeys: openVisitorKeys(folder, { random, clock }) }),
  clock,
  monotonic: () => performance.now(),
  random,
  config: readServerConfig({ env: process.env, trustProxy: host, host }),
  log,
  host: openFileHost({ file: db }),
  version: "0.0.0",
});
const server = await listen(toApp(api.fetch), { host, port: Number(port) });
process.once("SIGTERM", async () => {
  await server.close();
  await api.close();
});
