/**
 * `npm run bench -- --server`: the write server under load, at 64 connections on the loopback
 * address, with each kind of request in turn, compared with an empty route of the same HTTP stack
 * and with the same server that commits each write separately. Then it measures mixed load for
 * several minutes, a million events, and the start-up time. Prints Markdown with the targets beside
 * the measurements. `--quick` is a small run to check that everything works.
 */

import { randomBytes } from "node:crypto";
import { copyFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import { type LoadChild, type ServerChild, startLoadGenerator, startServer } from "./server-children.ts";
import { type DatabaseSize, feedEvents, measureDatabase, type Soak, soak } from "./server-endurance.ts";
import { measureRates, RATE_HEAD, type Rate, type RateTarget, toRateRows } from "./server-rates.ts";
import { type BenchSite, buildSite, seedComments } from "./server-site.ts";
import { printTable } from "./table.ts";

export interface ServerBenchOptions {
  readonly quick: boolean;
  /** Length of one measurement; null for the default: 3, or 0.3 in a quick run. */
  readonly seconds: number | null;
  /** Length of the mixed load; null for the default: 3, or 0.05 in a quick run. */
  readonly soakMinutes: number | null;
  /** Null for the default: a million, or 20,000 in a quick run. */
  readonly events: number | null;
  /** Folder on the disk to write to; null for the system's folder for temporary files. */
  readonly dir: string | null;
}

const CONNECTIONS = 64;
const STARTS = 5;
const MIB = 1_048_576;
/** A path that all servers answer once they are ready. */
const FIRST_ANSWER = "/api/v1/counts";

interface Place {
  readonly folder: string;
  readonly site: BenchSite;
  readonly load: LoadChild;
}

export async function benchServer(options: ServerBenchOptions): Promise<void> {
  const { quick } = options;
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}\n`);
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), "octavo-bench-"));
  const load = startLoadGenerator();
  try {
    const place: Place = { folder, site: await buildSite(folder), load };
    const durationMs = (options.seconds ?? (quick ? 0.3 : 3)) * 1_000;
    const { rates, mixed } = await underLoad(place, { durationMs, minutes: options.soakMinutes ?? (quick ? 0.05 : 3) });
    const growth = await withEvents(place, options.events ?? (quick ? 20_000 : 1_000_000));
    printVerdicts(rates, mixed, growth);
  } finally {
    load.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function underLoad(
  { folder, site, load }: Place,
  { durationMs, minutes }: { readonly durationMs: number; readonly minutes: number },
): Promise<{ rates: Rate[]; mixed: Soak }> {
  const file = await seedComments(join(folder, "group"), site.slugs);
  await mkdir(join(folder, "each"));
  const copy = join(folder, "each", "octavo.db");
  copyFileSync(file, copy);
  const empty = await startServer({ script: "empty-child.ts", path: "/", logFile: join(folder, "empty.log") });
  const api = await startApi({ folder, site }, file);
  const args = ["--db", copy, "--published", site.distDir];
  const each = await startServer({ script: "commit-each-child.ts", args, path: FIRST_ANSWER, logFile: join(folder, "each.log") });
  const rates = await measureRates(listTargets({ empty, api, each }), { load, slugs: site.slugs, connections: CONNECTIONS, durationMs });
  console.log(`## Requests at ${CONNECTIONS} connections\n`);
  printTable(RATE_HEAD, toRateRows(rates));
  await Promise.all([empty.stop(), each.stop()]);

  const mixed = await soak({ load, server: api, slugs: site.slugs, connections: CONNECTIONS, minutes });
  await api.stop();
  console.log(`## Mixed load for ${minutes} min\n`);
  printTable(
    ["requests", "requests/s", "p99 ms", "RSS by quarter, MiB", "largest RSS, MiB"],
    [[String(mixed.requests), mixed.rate.toFixed(0), mixed.p99.toFixed(1), mixed.quarters.map(mib).join(" · "), mib(mixed.largest)]],
  );
  return { rates, mixed };
}

/** `octavo api`, started in the usual way. */
function startApi({ folder, site }: Pick<Place, "folder" | "site">, file: string, { bare = false } = {}): Promise<ServerChild> {
  const args = ["api", "--db", file, "--published", site.distDir, "--trust-proxy", "127.0.0.1"];
  return startServer({ script: "../bin/octavo.mjs", args, bare, path: FIRST_ANSWER, logFile: join(folder, "api.log") });
}

function listTargets({ empty, api, each }: Record<"empty" | "api" | "each", ServerChild>): RateTarget[] {
  return [
    { name: "empty JSON route, h3 alone on the same adapter", kind: "empty", server: empty },
    { name: "empty JSON route of the server (/healthz)", kind: "health", server: api },
    { name: "engagement, one record", kind: "engagement", server: api },
    { name: "the same, one commit per request", kind: "engagement", server: each },
    { name: "engagement, batches of 20", kind: "engagement-batch", server: api },
    { name: "likes, five per visitor", kind: "like", server: api },
    { name: "the same, one commit per request", kind: "like", server: each },
    { name: "comments submitted", kind: "comment", server: api },
    { name: "the same, one commit per request", kind: "comment", server: each },
    { name: "comment pages, the first of 50 posts", kind: "comment-page", server: api },
    { name: "comment pages, any of 10,000 comments", kind: "comment-page-deep", server: api },
  ];
}

interface Growth {
  readonly events: number;
  readonly rssBefore: number;
  readonly rssAfter: number;
  readonly size: DatabaseSize;
  /** Size of the same database without events. */
  readonly emptyBytes: number;
  /** Milliseconds from the start of the process to the first answer, ascending. */
  readonly starts: readonly number[];
}

async function withEvents({ folder, site, load }: Place, events: number): Promise<Growth> {
  const data = join(folder, "events");
  await mkdir(data);
  const file = join(data, "octavo.db");
  const store = openStore({ file, clock: Date.now, random: (bytes) => randomBytes(bytes) });
  await store.close();
  const emptyBytes = measureDatabase(file).bytes;
  const api = await startApi({ folder, site }, file);
  const rssBefore = (await api.usage()).rssBytes;
  const rate = await feedEvents({ load, server: api, slugs: site.slugs, events });
  const rssAfter = (await api.usage()).rssBytes;
  await api.stop();
  const size = measureDatabase(file);
  const starts: number[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    const server = await startApi({ folder, site }, file, { bare: true });
    starts.push(server.startMs);
    await server.stop();
  }
  console.log(`## ${size.events} events\n`);
  printTable(
    ["records/s", "RSS before, MiB", "RSS after, MiB", "database, MiB", "bytes per event", "of which kept for two days", "starts, ms"],
    [
      [
        rate.toFixed(0),
        mib(rssBefore),
        mib(rssAfter),
        mib(size.bytes),
        ((size.bytes - emptyBytes) / size.events).toFixed(1),
        (size.passingBytes / size.events).toFixed(1),
        starts.map((ms) => ms.toFixed(0)).join(" · "),
      ],
    ],
  );
  return { events: size.events, rssBefore, rssAfter, size, emptyBytes, starts: starts.sort((a, b) => a - b) };
}

/**
 * Memory counts as flat if it grows by less than this share from the second quarter of the run to
 * the last.
 */
const FLAT_SHARE = 0.1;

function printVerdicts(rates: readonly Rate[], mixed: Soak, growth: Growth): void {
  const find = (name: string): Rate => {
    const rate = rates.find((candidate) => candidate.name === name);
    if (rate === undefined) throw new Error(`no rate is named "${name}"`);
    return rate;
  };
  const empty = find("empty JSON route, h3 alone on the same adapter");
  const own = find("empty JSON route of the server (/healthz)");
  const single = find("engagement, one record");
  const each = rates.find(({ kind, name }) => kind === "engagement" && name !== single.name) ?? single;
  const pages = find("comment pages, the first of 50 posts");
  const deep = find("comment pages, any of 10,000 comments");
  const [, second = Number.NaN, , last = Number.NaN] = mixed.quarters;
  const slowest = Math.max(...rates.filter(({ name }) => !name.startsWith("the same")).map(({ p99 }) => p99));
  const start = growth.starts[Math.floor(growth.starts.length / 2)] ?? Number.NaN;
  const perEvent = (growth.size.bytes - growth.emptyBytes) / growth.size.events;
  const shareOf = (of: Rate): number => single.rate / of.rate;
  const times = single.rate / each.rate;
  const verdict = (what: string, target: string, measured: string, met: boolean): string[] => [
    what,
    target,
    measured,
    met ? "yes" : "**no**",
  ];
  console.log("## Targets and measurements\n");
  printTable(
    ["", "target", "measured", "met"],
    [
      ...[["the server's own empty route", own] as const, ["an empty route of h3 alone", empty] as const].map(([what, of]) =>
        verdict(`durable engagement, share of ${what}`, "≥ 50%", `${(shareOf(of) * 100).toFixed(0)}%`, shareOf(of) >= 0.5),
      ),
      verdict("durable engagement, ratio to one commit per request", "≥ 3 ×", `${times.toFixed(1)} ×`, times >= 3),
      verdict("p99 of durable engagement", "< 25 ms", `${single.p99.toFixed(1)} ms`, single.p99 < 25),
      verdict("p99, the slowest kind", "< 25 ms", `${slowest.toFixed(1)} ms`, slowest < 25),
      verdict("comment pages", "≥ 5,000/s", `${pages.rate.toFixed(0)}/s`, pages.rate >= 5_000),
      verdict("comment pages that are not cached", "–", `${deep.rate.toFixed(0)}/s`, true),
      verdict("memory under mixed load", "flat", `${mib(second)} → ${mib(last)} MiB`, last <= second * (1 + FLAT_SHARE)),
      verdict("start to first answer", "< 400 ms", `${start.toFixed(0)} ms`, start < 400),
      verdict(
        `resident memory after ${growth.events} events`,
        "< 120 MB",
        `${(growth.rssAfter / 1e6).toFixed(0)} MB`,
        growth.rssAfter < 120e6,
      ),
      verdict("database per event, with its roll-ups", "≤ 80 bytes", `${perEvent.toFixed(1)} bytes`, perEvent <= 80),
    ],
  );
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
