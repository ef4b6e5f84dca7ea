import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Database from "better-sqlite3";
import type { EngagementEvent, EngagementType } from "../server/store/engagement-types.ts";
import { DEFAULT_RETENTION } from "../server/store/privacy-types.ts";
import type { BanKey } from "../server/store/request-types.ts";
import { openFile } from "../server/store/sqlite/database/open-database.ts";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../server/store/store.ts";
import { printTable } from "./table.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1, 12);
/** Views of one measurement: of visitors who each read one of 20 posts, a third of them twice. */
const VIEWS = 600;
const POSTS = 20;

interface Bench {
  readonly store: Store;
  readonly clock: { now: number };
  /** Rows and index entries written since the last call. */
  take(): number;
}

/**
 * `npm run bench -- --rows`: rows that each kind of write changes, counted by triggers: each row
 * inserted or deleted with its index entries, each row updated once. An engine that bills rows
 * written (Durable Objects) counts much the same.
 */
export async function benchRows(): Promise<void> {
  const rows: string[][] = [];
  for (const [name, everyMs] of [
    ["a view with its reading, one a minute", MINUTE_MS],
    ["a view with its reading, ten a second", 100],
  ] as const)
    rows.push(await withBench((bench) => measureViews(bench, name, everyMs)));
  for (const [name, work] of Object.entries(WRITES)) rows.push(await withBench((bench) => measureWrite(bench, name, work)));
  console.log("## Rows written\n");
  printTable(["", "each", "deleted later", "in all"], rows);
}

async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-bench-"));
  const clock = { now: START };
  let count = 0;
  const store = openStore({
    file: join(folder, "octavo.db"),
    clock: () => clock.now,
    random: (bytes) => randomBytes(bytes),
    openFile: (file) => {
      const database = openFile(file);
      countRows(database, (weight) => {
        count += weight;
      });
      return database;
    },
  });
  try {
    return await work({
      ...{ store, clock },
      take: () => {
        const taken = count;
        count = 0;
        return taken;
      },
    });
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
}

/** Triggers are made once the tables are there: at the first write after a migration. */
function countRows(database: Database.Database, add: (weight: number) => void): void {
  database.function("count_row", { directOnly: false }, (weight) => {
    add(Number(weight));
    return null;
  });
  const watch = (): void => {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all();
    for (const table of tables as string[]) {
      const indexes = database.prepare("SELECT count(*) FROM pragma_index_list(?) WHERE origin <> 'pk' AND partial = 0").pluck().get(table);
      const weights = { INSERT: 1 + Number(indexes), DELETE: 1 + Number(indexes), UPDATE: 1 };
      for (const [verb, weight] of Object.entries(weights))
        database.exec(
          `CREATE TEMP TRIGGER "count_${verb}_${table}" AFTER ${verb} ON main."${table}" BEGIN SELECT count_row(${weight}); END`,
        );
    }
  };
  watchers.set(database, watch);
}

/** Connections whose tables are not watched yet. */
const watchers = new Map<Database.Database, () => void>();

function startCounting({ take }: Bench): void {
  for (const watch of watchers.values()) watch();
  watchers.clear();
  take();
}

async function measureViews(bench: Bench, name: string, everyMs: number): Promise<string[]> {
  const { store, clock, take } = bench;
  // Labels of the posts and the day's first rows are there.
  for (let post = 0; post < POSTS; post += 1) await view(store, clock.now, post, 1_000_000 + post);
  startCounting(bench);
  for (let n = 0; n < VIEWS; n += 1) {
    clock.now += everyMs;
    await view(store, clock.now, (n * 7) % POSTS, n % 3 === 0 ? n : n - 1);
  }
  const written = take();
  clock.now += 400 * DAY_MS;
  await store.maintenance.run(() => false, DEFAULT_RETENTION);
  const deleted = take();
  return [name, ...[written, deleted, written + deleted].map((total) => (total / VIEWS).toFixed(1))];
}

async function view(store: Store, at: number, post: number, visitor: number): Promise<void> {
  const path = `/posts/post-${post}`;
  const event = (type: EngagementType, more: Partial<EngagementEvent>): EngagementEvent => ({
    ...{ type, at, retryId: randomBytes(16), path, isPage: true, slug: `post-${post}`, referrer: null, target: null },
    ...{ value: null, activeMs: null, visitor: createHash("sha256").update(String(visitor)).digest().subarray(0, 8) },
    ...more,
  });
  await store.engagement.record({ events: [event("post_view", { referrer: post % 2 === 0 ? "search.example" : null })] });
  await store.engagement.record({ events: [event("read_progress", { value: 80, activeMs: 40_000 })] });
}

const hash = (text: string): Uint8Array => createHash("sha256").update(text).digest();

const WRITES: Readonly<Record<string, (store: Store, n: number) => Promise<unknown>>> = {
  "a like": (store, n) => store.likes.like({ slug: "tides", visitor: hash(`visitor ${n}`), quotas: quotasOf("likes", n) }),
  "a comment, still waiting": (store, n) =>
    store.comments.submit({
      ...{ slug: "tides", parentId: null, authorName: "Ada", authorEmail: `ada${n}@ada.example`, authorUrl: null, origin: null },
      ...{ body: `Comment ${n}`, bodyHtml: `<p>Comment ${n}</p>`, sanitizerVersion: 1, verdict: { state: "pending" }, idempotency: null },
      ...{ duplicateKey: hash(`text ${n}`), banKeys: banKeysOf(n), quotas: quotasOf("comments", n) },
    }),
  "an inquiry": (store, n) =>
    store.inquiries.submit({
      ...{ email: "ada@ada.example", message: `Question ${n}`, name: "Ada", telegram: null, serviceId: null, state: "received" },
      ...{ origin: null, idempotency: null, quotas: quotasOf("inquiries", n) },
    }),
};

function banKeysOf(n: number): BanKey[] {
  return [
    { kind: "address", hash: hash(`address ${n}`) },
    { kind: "email", hash: hash(`email ${n}`) },
  ];
}

function quotasOf(kind: string, n: number) {
  return [
    { key: `${kind}::${n}`, limit: 100 },
    { key: `${kind}-all`, limit: 1_000_000, isTotal: true },
  ];
}

async function measureWrite(bench: Bench, name: string, work: (store: Store, n: number) => Promise<unknown>): Promise<string[]> {
  await work(bench.store, 0);
  startCounting(bench);
  for (let n = 1; n <= 100; n += 1) await work(bench.store, n);
  const each = (bench.take() / 100).toFixed(1);
  return [name, each, "", each];
}
