/**
 * `npm run bench -- --selections`: measures one decision on 10,000 waiting comments, its undo and
 * "Delete all spam", through the owner's channel, while visitors write 50 times a second. The
 * server runs on one core. Targets: at most 20 s for each, and a p99 of at most 200 ms for the
 * writes.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { createRemoteOwner } from "../cli/remote/remote-owner.ts";
import { keyIssue } from "../server/owner/keys/key-operations.ts";
import { createOwner, type Owner, toOwnerContext } from "../server/owner/owner-operation.ts";
import type { SelectionInput } from "../server/owner/selections/selection-filter.ts";
import { countSelection, decideSelection, undoSelection } from "../server/owner/selections/selection-operations.ts";
import type { Decision } from "../server/store/comment-types.ts";
import { openFileHost } from "../server/store/file/file-host.ts";
import type { NewComment } from "../server/store/request-types.ts";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import { type HttpClient, openHttpClient } from "./http-client.ts";
import { quantile } from "./load.ts";
import { type ServerChild, startServer } from "./server-children.ts";
import { createRequestSource, type RequestKind, type RequestSource } from "./server-requests.ts";
import { buildSite, newComment } from "./server-site.ts";
import { printTable } from "./table.ts";

const WAITING = 10_000;
const ROUNDS = 3;
/** Visitors' writes per second. */
const WRITES_PER_SECOND = 50;
const WRITE_KINDS: readonly RequestKind[] = ["comment", "like", "engagement", "engagement-batch", "inquiry"];
/** How long visitors write while the owner does nothing, in ms. */
const ALONE_MS = 5_000;
/** Interval between checks for a due write, in ms. */
const TICK_MS = 5;
const PARALLEL = 500;
/** The comments are nearly identical, as from a spammer. */
const BODY = "Win at [the casino](https://casino.example/win), every day and *every* night: nobody ever lost there.";
const BODY_HTML = `<p>Win at <a href="https://casino.example/win" rel="nofollow ugc noopener">the casino</a>, every day and <em>every</em> night: nobody ever lost there.</p>`;
const SPAM_LINK = { linkHost: "casino.example" };

interface Sample {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Latencies of visitors' writes in the meantime, in ms. */
  readonly writes: readonly number[];
}

export async function benchSelections({ quick }: { readonly quick: boolean }): Promise<void> {
  const waiting = quick ? 1_000 : WAITING;
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  let server: ServerChild | null = null;
  try {
    const { distDir, slugs } = await buildSite(folder);
    const file = join(folder, "octavo.db");
    const key = await seedWaiting(file, slugs, waiting);
    const args = ["api", "--db", file, "--published", distDir, "--trust-proxy", "127.0.0.1"];
    server = await startServer({ script: "../bin/octavo.mjs", args, path: "/api/v1/counts", logFile: join(folder, "api.log") });
    execFileSync("taskset", ["--all-tasks", "--pid", "--cpu-list", "0", String(server.pid)], { stdio: "ignore" });
    const site = `http://127.0.0.1:${server.port}`;
    const owner = createRemoteOwner({ site, key, version: "0.0.0", signal: AbortSignal.timeout(3_600_000) });
    const samples = await measure({ server, owner, slugs, waiting });
    console.log(`## One decision on ${waiting} comments\n`);
    console.log(`${WRITES_PER_SECOND} writes per second in the meantime, ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}\n`);
    printTable(
      ["", "s (median, worst)", "CPU s", "writes", "p50 ms", "p99 ms", "worst ms"],
      [...samples].map(([name, all]) => toRow(name, all)),
    );
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly server: ServerChild;
  readonly owner: Owner;
  readonly slugs: readonly string[];
  readonly waiting: number;
}

async function measure(place: Place): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  const take = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const sample = await measureWork(place, work);
    samples.set(name, [...(samples.get(name) ?? []), sample]);
  };
  let selection = "";
  const markAsSpam = async (): Promise<void> => {
    selection = await decideOnAll(place, { states: ["pending"], ...SPAM_LINK }, "spam");
  };
  const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ALONE_MS));
  // The first writes are not measured, because V8 compiles the code in them.
  await measureWork(place, wait);
  for (let round = 0; round < ROUNDS; round += 1) {
    await take("only the writes", wait);
    await take("marked as spam", markAsSpam);
    await take("undone", () => undoAll(place, selection));
  }
  await markAsSpam();
  await take("all spam deleted", () => decideOnAll(place, { states: ["spam"], ...SPAM_LINK }, "delete"));
  return samples;
}

/** @returns the selection, for its undo */
async function decideOnAll({ owner, waiting }: Place, filter: SelectionInput, decision: Decision): Promise<string> {
  const { count, seen } = await owner(countSelection, { filter });
  if (count !== waiting || seen === null) throw new Error(`${count} comments are selected, not ${waiting}`);
  let [selection, after, decided]: [string | null, string | null, number] = [null, null, 0];
  do {
    const step: z.output<typeof decideSelection.output> = await owner(decideSelection, { filter, decision, seen, selection, after });
    decided += step.decided;
    [selection, after] = [step.selection, step.next];
  } while (after !== null);
  if (decided !== waiting) throw new Error(`${decided} comments were decided on, not ${waiting}`);
  return selection ?? "";
}

async function undoAll({ owner, waiting }: Place, selection: string): Promise<void> {
  let [undone, hasMore] = [0, true];
  while (hasMore) {
    const step = await owner(undoSelection, { selection });
    undone += step.undone;
    ({ hasMore } = step);
  }
  if (undone !== waiting) throw new Error(`${undone} comments were undone, not ${waiting}`);
}

/** Measures some work while visitors write. */
async function measureWork({ server, slugs }: Place, work: () => Promise<unknown>): Promise<Sample> {
  const before = await server.usage();
  const visitors = startVisitors(server.port, slugs);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  const writes = await visitors.stop();
  const { cpuSeconds } = await server.usage();
  return { seconds, cpuSeconds: cpuSeconds - before.cpuSeconds, writes };
}

/** Starts visitors who write at a steady pace, whether or not the server keeps up. */
function startVisitors(port: number, slugs: readonly string[]): { stop(): Promise<number[]> } {
  const seed = randomBytes(4).readUInt32LE();
  const sources = WRITE_KINDS.map((kind, at) => createRequestSource(kind, { slugs, seed: seed + at }));
  const idle: HttpClient[] = [];
  const latencies: number[] = [];
  const sent: Promise<void>[] = [];
  const write = async ({ next, statuses }: RequestSource, due: number): Promise<void> => {
    const client = idle.pop() ?? (await openHttpClient(port));
    const { status } = await client.ask(next());
    if (!statuses.has(status)) throw new Error(`a visitor's write was answered with status ${status}`);
    latencies.push(performance.now() - due);
    idle.push(client);
  };
  const started = performance.now();
  const timer = setInterval(() => {
    for (;;) {
      const due = started + sent.length * (1_000 / WRITES_PER_SECOND);
      const source = sources[sent.length % sources.length];
      if (due > performance.now() || source === undefined) return;
      sent.push(write(source, due));
    }
  }, TICK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(sent);
      for (const client of idle) client.close();
      return latencies;
    },
  };
}

function toRow(name: string, samples: readonly Sample[]): string[] {
  const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
  const seconds = ascending(samples.map((sample) => sample.seconds));
  const cpu = ascending(samples.map(({ cpuSeconds }) => cpuSeconds));
  const writes = ascending(samples.flatMap((sample) => sample.writes));
  const times = [quantile(seconds, 0.5), quantile(seconds, 1)].map((value) => value.toFixed(1)).join(", ");
  const latencies = [0.5, 0.99, 1].map((share) => quantile(writes, share).toFixed(1));
  return [name, times, quantile(cpu, 0.5).toFixed(1), String(writes.length), ...latencies];
}

/** Creates a database with waiting comments and a key for the owner; returns the key. */
async function seedWaiting(file: string, slugs: readonly string[], count: number): Promise<string> {
  const random = (bytes: number): Uint8Array => randomBytes(bytes);
  const store = openStore({ file, clock: Date.now, random });
  for (let from = 0; from < count; from += PARALLEL) {
    const numbers = Array.from({ length: Math.min(PARALLEL, count - from) }, (_, at) => from + at);
    const results = await Promise.all(numbers.map((number) => store.comments.submit(toSpam(number, slugs[number % slugs.length] ?? ""))));
    for (const { kind } of results) if (kind !== "accepted") throw new Error(`a comment was not accepted: ${kind}`);
  }
  const owner = createOwner(toOwnerContext({ store, host: openFileHost({ file }), clock: Date.now, random }));
  const { key } = await owner(keyIssue, { name: "bench" });
  await store.close();
  return key;
}

function toSpam(number: number, slug: string): NewComment {
  return newComment({ slug, authorName: `Visitor ${number}`, body: `${BODY} ${number}`, bodyHtml: BODY_HTML });
}
