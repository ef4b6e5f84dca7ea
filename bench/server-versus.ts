/**
 * `npm run bench -- --versus <checkout>`: shows the cost of a change. It compares the CPU time of
 * requests to the servers of this checkout and another one (`git worktree add ../before <commit>`,
 * with its node_modules), in turn and in one run.
 */
import { copyFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { quantile } from "./load.ts";
import { type LoadChild, type ServerChild, startLoadGenerator, startServer } from "./server-children.ts";
import { measureRates, type RateTarget } from "./server-rates.ts";
import { buildSite } from "./server-site.ts";
import { printTable } from "./table.ts";

export interface VersusOptions {
  /** Root of the other, older checkout, whose database the newer one can migrate. */
  readonly checkout: string;
  readonly durationMs: number;
}

const CONNECTIONS = 64;
/** Rounds in each launch. */
const ROUNDS = 3;
/**
 * Launches of one program differ by up to 20%, so only the median of several shows a difference of
 * 3%.
 */
const LAUNCHES = 7;

export async function benchVersus({ checkout, durationMs }: VersusOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  const load = startLoadGenerator();
  try {
    const site = await buildSite(join(folder, "site"));
    const other = resolve(checkout);
    const before: typeof import("./server-site.ts") = await import(pathToFileURL(join(other, "bench/server-site.ts")).href);
    // An older server cannot read a newer site or database, but a newer server migrates an older
    // database.
    const otherSite = await before.buildSite(join(folder, "other-site"));
    const seeded = await before.seedComments(join(folder, "seed"), site.slugs);
    const sides: Sides = {
      other: { root: other, distDir: otherSite.distDir, seeded },
      this: { root: resolve(import.meta.dirname, ".."), distDir: site.distDir, seeded },
    };
    const launches: LaunchCosts[] = [];
    for (let launch = 0; launch < LAUNCHES; launch += 1) {
      const measured = await measureLaunch(sides, {
        folder: join(folder, `launch-${launch}`),
        load,
        slugs: site.slugs,
        durationMs,
        launch,
      });
      launches.push(measured);
    }
    printTable(
      HEAD,
      KINDS.map(([name, kind]) =>
        toRow(
          name,
          launches.map((launch) => launch[kind]),
        ),
      ),
    );
  } finally {
    load.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const HEAD = ["request", "other: CPU µs/request", "this", "this / other", "ratio of each launch"];

const KINDS = [
  ["/healthz", "health"],
  ["engagement, one record", "engagement"],
  ["likes, five per visitor", "like"],
  ["comments submitted", "comment"],
  ["comment pages, the first of 50 posts", "comment-page"],
  ["comment pages, any of 10,000 comments", "comment-page-deep"],
] as const;

type Kind = (typeof KINDS)[number][1];
type Side = "other" | "this";
type Sides = Readonly<Record<Side, SideFiles>>;
/** CPU of one request in one launch of both servers, in µs. */
type LaunchCosts = Readonly<Record<Kind, Readonly<Record<Side, number>>>>;

interface SideFiles {
  readonly root: string;
  readonly distDir: string;
  /** The database that each launch copies. */
  readonly seeded: string;
}

interface LaunchOptions {
  readonly folder: string;
  readonly load: LoadChild;
  readonly slugs: readonly string[];
  readonly durationMs: number;
  /** Number of the launch. Odd launches start and measure this checkout first. */
  readonly launch: number;
}

async function measureLaunch(sides: Sides, { folder, load, slugs, durationMs, launch }: LaunchOptions): Promise<LaunchCosts> {
  const order: readonly Side[] = launch % 2 === 0 ? ["other", "this"] : ["this", "other"];
  const servers: Partial<Record<Side, ServerChild>> = {};
  try {
    for (const side of order) servers[side] = await startSide(sides[side], join(folder, side));
    const targets: RateTarget[] = KINDS.flatMap(([, kind]) =>
      order.map((side) => ({ name: `${kind} ${side}`, kind, server: servers[side] as ServerChild })),
    );
    const rates = await measureRates(targets, { load, slugs, connections: CONNECTIONS, durationMs, rounds: ROUNDS });
    const costOf = (name: string): number => rates.find((rate) => rate.name === name)?.cpuMicros ?? Number.NaN;
    return Object.fromEntries(
      KINDS.map(([, kind]) => [kind, { other: costOf(`${kind} other`), this: costOf(`${kind} this`) }]),
    ) as unknown as LaunchCosts;
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function startSide({ root, distDir, seeded }: SideFiles, folder: string): Promise<ServerChild> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "octavo.db");
  copyFileSync(seeded, file);
  const args = ["api", "--db", file, "--published", distDir, "--trust-proxy", "127.0.0.1"];
  const script = pathToFileURL(join(root, "bin/octavo.mjs")).href;
  return startServer({ script, args, path: "/api/v1/counts", logFile: `${folder}.log` });
}

function toRow(name: string, launches: readonly Readonly<Record<Side, number>>[]): string[] {
  const ratios = launches.map((cost) => cost.this / cost.other);
  const other = middle(launches.map((cost) => cost.other));
  const present = middle(launches.map((cost) => cost.this));
  return [name, other.toFixed(0), present.toFixed(0), middle(ratios).toFixed(2), ratios.map((ratio) => ratio.toFixed(2)).join(" ")];
}

function middle(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
