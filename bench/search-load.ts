/**
 * `npm run bench -- --searches <checkout>`: measures likes, comments and posts from files while 20
 * connections search. Sends them to `octavo start --read-only` of this checkout and another (`git
 * worktree add ../before <commit>`, with its node_modules) in turn, at 1,000 and 10,000 posts.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type LoadChild, type ServerChild, startLoadGenerator, startServer } from "./server-children.ts";
import type { LoadReport } from "./server-load.ts";
import type { RequestKind } from "./server-requests.ts";
import { type BenchSite, buildSite } from "./server-site.ts";
import { printTable } from "./table.ts";

export interface SearchLoadOptions {
  /** Root of the other checkout. */
  readonly checkout: string;
  readonly sizes: readonly number[];
  /** Length of one measurement. */
  readonly durationMs: number;
}

const SEARCHING = 20;
/** Number of connections that are measured. */
const ASKING = 4;
const WANTED_P99_MS = 150;
/**
 * The most frequent words, which are in most posts. Searching for them costs nearly as much as any
 * search.
 */
const FREQUENT_WORDS = 200;

const STATES: readonly (readonly [name: string, kind: RequestKind | null])[] = [
  ["no searches", null],
  ["20 search, different queries", "search"],
  ["20 search, one query", "search-same"],
];
const MEASURED: readonly (readonly [name: string, kind: RequestKind])[] = [
  ["likes", "like"],
  ["comments", "comment"],
  ["posts from files", "post"],
];

interface Side {
  readonly name: string;
  readonly server: ServerChild;
}

interface Loads {
  readonly asking: LoadChild;
  readonly searching: LoadChild;
}

export async function benchSearchLoad({ checkout, sizes, durationMs }: SearchLoadOptions): Promise<void> {
  const loads = { asking: startLoadGenerator(), searching: startLoadGenerator() };
  try {
    for (const posts of sizes) {
      const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
      const sides: Side[] = [];
      try {
        console.log(`## ${posts} posts\n`);
        const site = await buildSite(folder, posts);
        for (const [name, root] of [
          ["other", resolve(checkout)],
          ["this", resolve(import.meta.dirname, "..")],
        ] as const) {
          sides.push({ name, server: await startSite({ root, folder: join(folder, name), site }) });
        }
        printTable(
          ["measured", "state", "side", "requests/s", "p50 ms", "p99 ms", "longest ms", "searches/s"],
          await measure(sides, { loads, site, durationMs }),
        );
      } finally {
        await Promise.all(sides.map(({ server }) => server.stop()));
        await rm(folder, { recursive: true, force: true });
      }
    }
    console.log(`Target while 20 connections search: a p99 of at most ${WANTED_P99_MS} ms.`);
  } finally {
    loads.asking.stop();
    loads.searching.stop();
  }
}

async function startSite({ root, folder, site }: { readonly root: string; readonly folder: string; readonly site: BenchSite }) {
  await mkdir(folder);
  const args = ["start", "--read-only", "--out", site.distDir, "--db", join(folder, "octavo.db")];
  const script = pathToFileURL(join(root, "bin/octavo.mjs")).href;
  return startServer({ script, args, path: "/api/v1/counts", logFile: join(folder, "start.log") });
}

async function measure(
  sides: readonly Side[],
  { loads, site, durationMs }: { readonly loads: Loads; readonly site: BenchSite; readonly durationMs: number },
): Promise<string[][]> {
  const rows: string[][] = [];
  let seed = 0;
  for (const [state, searchKind] of STATES) {
    for (const [name, kind] of MEASURED) {
      for (const side of sides) {
        seed += 1;
        const words = site.words.slice(0, FREQUENT_WORDS);
        const job = { port: side.server.port, slugs: site.slugs, words, seed, durationMs, requests: Number.MAX_SAFE_INTEGER };
        const searching = searchKind === null ? null : loads.searching.run({ ...job, kind: searchKind, connections: SEARCHING });
        const [report, searches] = await Promise.all([loads.asking.run({ ...job, kind, connections: ASKING }), searching]);
        rows.push([name, state, side.name, ...toCells(report), searches === null ? "" : rateOf(searches)]);
      }
    }
  }
  return rows;
}

function toCells(report: LoadReport): string[] {
  return [rateOf(report), report.p50.toFixed(1), report.p99.toFixed(1), report.longest.toFixed(0)];
}

function rateOf({ requests, seconds }: LoadReport): string {
  return (requests / seconds).toFixed(0);
}
