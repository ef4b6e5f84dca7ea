/**
 * `npm run bench -- --versus <checkout>`: requests to this checkout's server and to another's (`git
 * worktree add ../before <commit>`, with its node_modules), in turn, in one run: the cost of a
 * change.
 */
import { copyFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type ServerChild, startLoadGenerator, startServer } from "./server-children.ts";
import { measureRates, RATE_HEAD, type RateTarget, toRateRows } from "./server-rates.ts";
import { type BenchSite, buildSite } from "./server-site.ts";
import { printTable } from "./table.ts";

export interface VersusOptions {
  /** Root of the other checkout: the older one, whose database the newer can take over. */
  readonly checkout: string;
  readonly durationMs: number;
}

const CONNECTIONS = 64;
/** Differences of a few per cent show only in the middle of many turns. */
const ROUNDS = 9;

export async function benchVersus({ checkout, durationMs }: VersusOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  const load = startLoadGenerator();
  const servers: ServerChild[] = [];
  try {
    const site = await buildSite(join(folder, "site"));
    const other = resolve(checkout);
    const before: typeof import("./server-site.ts") = await import(pathToFileURL(join(other, "bench/server-site.ts")).href);
    // An older server reads neither a newer site nor a newer database; a newer one migrates the
    // older database.
    const otherSite = await before.buildSite(join(folder, "other-site"));
    const seeded = await before.seedComments(join(folder, "seed"), site.slugs);
    const start = async (name: string, root: string, { distDir }: BenchSite): Promise<ServerChild> => {
      await mkdir(join(folder, name));
      const file = join(folder, name, "octavo.db");
      copyFileSync(seeded, file);
      const args = ["api", "--db", file, "--published", distDir, "--trust-proxy", "127.0.0.1"];
      const script = pathToFileURL(join(root, "bin/octavo.mjs")).href;
      const server = await startServer({ script, args, path: "/api/v1/counts", logFile: join(folder, `${name}.log`) });
      servers.push(server);
      return server;
    };
    const old = await start("other", other, otherSite);
    const now = await start("this", resolve(import.meta.dirname, ".."), site);
    const kinds = [
      ["/healthz", "health"],
      ["engagement, one record", "engagement"],
      ["likes, a new visitor each", "like"],
      ["comments submitted", "comment"],
      ["comment pages, the first of 50 posts", "comment-page"],
      ["comment pages, any of 10,000 comments", "comment-page-deep"],
    ] as const;
    const targets: RateTarget[] = kinds.flatMap(([name, kind]) => [
      { name: `${name}, other`, kind, server: old },
      { name: `${name}, this`, kind, server: now },
    ]);
    printTable(
      RATE_HEAD,
      toRateRows(await measureRates(targets, { load, slugs: site.slugs, connections: CONNECTIONS, durationMs, rounds: ROUNDS })),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    load.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
