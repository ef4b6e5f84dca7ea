import type { Connection } from "../store-context.ts";
import { KeySet } from "./key-set.ts";

/** Kinds of keys. The database stores the index, so only append. */
const KINDS = ["visit", "retry-id"] as const;
export type SeenKind = (typeof KINDS)[number];

/** Number of rows to read at once while loading. */
const LOAD_CHUNK = 1_000;
/**
 * Strangers control the number of keys, so a day remembers at most this many visits (about 1.5
 * MiB). Further ones are estimated (visitor-sketches.ts).
 */
const VISITS_MAX = 131_072;
/**
 * A day's retry ids are kept in two generations. When the younger one reaches this size, the older
 * one is dropped, so at least the last 65,536 ids are known.
 */
const RETRY_GENERATION = 65_536;

/** `seen`: the key was already added that day. `full`: it was not, and the day has no room for it. */
export type Added = "added" | "seen" | "full";

/**
 * Remembers each day's keys: visits, and ids of stored records. Keys are random, so an index on
 * disk would write a page for nearly every key, three quarters of the work of storing an event. So
 * keys are looked up in memory. Each transaction writes its new keys in one row, 8 bytes each, and
 * a restart loads them all.
 */
export interface SeenKeys {
  has(kind: SeenKind, day: number, high: number, low: number): boolean;
  /** Runs inside a transaction. */
  add(kind: SeenKind, day: number, high: number, low: number): Added;
  /** How many keys the transaction has added. */
  readonly pending: number;
  /** Called after a failed record: removes all but the first `pending` keys of the transaction. */
  revert(pending: number): void;
  /** Runs in the transaction, before its commit. */
  flush(): void;
  /** Called after the commit. */
  keep(): void;
  /** Called after the database was reopened. Rows are loaded when they are next needed. */
  forget(): void;
  /** Forgets earlier days in memory. The caller deletes their rows: `seenBefore`. */
  forgetBefore(kind: SeenKind, day: number): void;
}

/** Selects, for a DELETE, a kind's rows from earlier days. */
export function seenBefore(kind: SeenKind, day: number): { from: string; values: number[] } {
  return { from: "seen WHERE kind = ? AND day < ?", values: [KINDS.indexOf(kind), day] };
}

/** Maximum number of rows to join at once, and the smallest number worth joining. */
const JOIN_CHUNK = 500;
const JOIN_MIN = 50;
/** Rows of at least this size, in bytes, are not joined. */
const JOIN_ROW_BYTES = 64 * 1024;

/**
 * Joins small rows of one kind and day in a transaction, keeping the order of keys. False if there
 * are too few.
 */
export function joinSeenRows(connection: Connection): boolean {
  const group = connection.get<{ kind: number; day: number }>(
    `SELECT kind, day FROM seen WHERE length(keys) < ${JOIN_ROW_BYTES} GROUP BY kind, day HAVING count(*) >= ${JOIN_MIN} LIMIT 1`,
  );
  if (group === undefined) return false;
  const rows = connection.all<{ id: number; keys: Uint8Array }>(
    `SELECT id, keys FROM seen WHERE kind = ? AND day = ? AND length(keys) < ${JOIN_ROW_BYTES} ORDER BY id LIMIT ${JOIN_CHUNK}`,
    group.kind,
    group.day,
  );
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return false;
  connection.run("UPDATE seen SET keys = ? WHERE id = ?", Buffer.concat(rows.map(({ keys }) => keys)), first.id);
  connection.run(
    `DELETE FROM seen WHERE kind = ? AND day = ? AND id > ? AND id <= ? AND length(keys) < ${JOIN_ROW_BYTES}`,
    group.kind,
    group.day,
    first.id,
    last.id,
  );
  return true;
}

/** The keys of one kind and day. */
interface Seen {
  readonly kind: SeenKind;
  readonly day: number;
  young: KeySet;
  old: KeySet | null;
}

/** Smaller limits for tests. */
export interface SeenBounds {
  readonly visitsMax: number;
  readonly retryGeneration: number;
}

export function createSeenKeys(
  connection: Connection,
  bounds: SeenBounds = { visitsMax: VISITS_MAX, retryGeneration: RETRY_GENERATION },
): SeenKeys {
  /** null until loaded. Loading many keys takes a moment, and a start does not need them. */
  let all: Map<string, Seen> | null = null;
  /** The sets to which the running transaction has added keys, in order. */
  const order: Seen[] = [];

  const loaded = (): Map<string, Seen> => (all ??= load(connection, bounds));

  return {
    has: (kind, day, high, low) => {
      const seen = loaded().get(nameOf(kind, day));
      return seen !== undefined && (seen.young.has(high, low) || (seen.old?.has(high, low) ?? false));
    },
    add: (kind, day, high, low) => {
      const seen = seenOf(loaded(), kind, day);
      if (kind === "visit" && seen.young.size >= bounds.visitsMax) return seen.young.has(high, low) ? "seen" : "full";
      if (seen.old?.has(high, low) === true || !seen.young.add(high, low)) return "seen";
      order.push(seen);
      return "added";
    },
    get pending() {
      return order.length;
    },
    revert: (pending) => {
      while (order.length > pending) order.pop()?.young.undo();
    },
    flush: () => {
      for (const { kind, day, young } of new Set(order)) {
        connection.run("INSERT INTO seen (kind, day, keys) VALUES (?, ?, ?)", KINDS.indexOf(kind), day, young.added());
      }
    },
    keep: () => {
      for (const seen of new Set(order.splice(0))) {
        seen.young.keep();
        age(seen, bounds);
      }
    },
    forget: () => {
      all = null;
      order.length = 0;
    },
    forgetBefore: (kind, before) => {
      for (const [name, seen] of all ?? []) if (seen.kind === kind && seen.day < before) all?.delete(name);
    },
  };
}

function nameOf(kind: SeenKind, day: number): string {
  return `${kind} ${day}`;
}

function seenOf(all: Map<string, Seen>, kind: SeenKind, day: number): Seen {
  const name = nameOf(kind, day);
  const existing = all.get(name);
  if (existing !== undefined) return existing;
  const created: Seen = { kind, day, young: new KeySet(), old: null };
  all.set(name, created);
  return created;
}

function age(seen: Seen, { retryGeneration }: SeenBounds): void {
  if (seen.kind !== "retry-id" || seen.young.size < retryGeneration) return;
  seen.old = seen.young;
  seen.young = new KeySet();
}

function load(connection: Connection, bounds: SeenBounds): Map<string, Seen> {
  const all = new Map<string, Seen>();
  for (let last = 0; ; ) {
    const rows = connection.all<{ id: number; kind: number; day: number; keys: Uint8Array }>(
      `SELECT id, kind, day, keys FROM seen WHERE id > ? ORDER BY id LIMIT ${LOAD_CHUNK}`,
      last,
    );
    for (const { id, kind: number, day, keys } of rows) {
      last = id;
      const kind = KINDS[number];
      if (kind === undefined) continue;
      const seen = seenOf(all, kind, day);
      seen.young.addAll(keys);
      age(seen, bounds);
    }
    if (rows.length < LOAD_CHUNK) return all;
  }
}
