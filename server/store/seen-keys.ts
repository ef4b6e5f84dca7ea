import type { Connection } from "./connection.ts";
import { createKeySet, type KeySet } from "./key-set.ts";

/** What is remembered. The order is the number in the database: append only. */
const KINDS = ["visit", "retry-id"] as const;
export type SeenKind = (typeof KINDS)[number];

/** Rows read at once while loading. */
const LOAD_CHUNK = 1_000;

/**
 * Which keys came on which day: who has seen what, and which records have been stored. Keys are random, and so an index of them on the disk would have a page written for nearly every
 * key: three quarters of the work of storing an event. So they are looked up in memory (about 12 bytes each), and a transaction writes its new
 * ones in one row, 8 bytes each, after which a restart finds them all again.
 */
export interface SeenKeys {
  has(kind: SeenKind, day: number, high: number, low: number): boolean;
  /** Inside a transaction. false: it came before on that day. */
  add(kind: SeenKind, day: number, high: number, low: number): boolean;
  /** How many keys the transaction has added. */
  readonly pending: number;
  /** A record failed: takes back what came after the first `pending` keys of the transaction. */
  revert(pending: number): void;
  /** In the transaction, before its commit. */
  flush(): void;
  /** After its commit. */
  keep(): void;
  /** Forgets days before this one, in memory; rows are for the caller to delete: `deleteSeen`. */
  forgetBefore(kind: SeenKind, day: number): void;
}

/** For a DELETE: the kind's rows of days before one. */
export function seenBefore(kind: SeenKind, day: number): { from: string; values: number[] } {
  return { from: "seen WHERE kind = ? AND day < ?", values: [KINDS.indexOf(kind), day] };
}

export function createSeenKeys(connection: Connection): SeenKeys {
  /** By kind and day; null: not loaded yet, which takes some 50 ms for a million keys and is not needed to start. */
  let sets: Map<string, KeySet> | null = null;
  /** Where the running transaction has added keys, in order. */
  const order: KeySet[] = [];

  const setsNow = (): Map<string, KeySet> => {
    sets ??= load(connection);
    return sets;
  };
  const setOf = (kind: SeenKind, day: number): KeySet => {
    const all = setsNow();
    const name = nameOf(kind, day);
    let set = all.get(name);
    if (set === undefined) {
      set = createKeySet();
      all.set(name, set);
    }
    return set;
  };

  return {
    has: (kind, day, high, low) => setsNow().get(nameOf(kind, day))?.has(high, low) ?? false,
    add: (kind, day, high, low) => {
      const set = setOf(kind, day);
      if (!set.add(high, low)) return false;
      order.push(set);
      return true;
    },
    get pending() {
      return order.length;
    },
    revert: (pending) => {
      while (order.length > pending) order.pop()?.undo();
    },
    flush: () => {
      if (order.length === 0) return;
      for (const [name, set] of setsNow()) {
        const keys = set.added();
        if (keys.length === 0) continue;
        const [kind = 0, day = 0] = name.split(" ").map(Number);
        connection.run("INSERT INTO seen (kind, day, keys) VALUES (?, ?, ?)", kind, day, keys);
      }
    },
    keep: () => {
      for (const set of order.splice(0)) set.keep();
    },
    forgetBefore: (kind, before) => {
      for (const name of sets?.keys() ?? []) {
        const [number = 0, day = 0] = name.split(" ").map(Number);
        if (KINDS[number] === kind && day < before) sets?.delete(name);
      }
    },
  };
}

function nameOf(kind: SeenKind, day: number): string {
  return `${KINDS.indexOf(kind)} ${day}`;
}

function load(connection: Connection): Map<string, KeySet> {
  const sets = new Map<string, KeySet>();
  for (let last = 0; ; ) {
    const rows = connection.all<{ id: number; kind: number; day: number; keys: Uint8Array }>(
      `SELECT id, kind, day, keys FROM seen WHERE id > ? ORDER BY id LIMIT ${LOAD_CHUNK}`,
      last,
    );
    for (const { id, kind, day, keys } of rows) {
      const name = `${kind} ${day}`;
      const set = sets.get(name) ?? createKeySet();
      set.addAll(keys);
      sets.set(name, set);
      last = id;
    }
    if (rows.length < LOAD_CHUNK) return sets;
  }
}
