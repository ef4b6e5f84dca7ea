import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { FileConnection } from "../../../../../server/store/sqlite/database/connection.ts";
import { openDatabase } from "../../../../../server/store/sqlite/database/open-database.ts";
import { createSeenKeys, joinSeenRows, type SeenKeys, seenBefore } from "../../../../../server/store/sqlite/engagement/seen-keys.ts";
import { temporaryFolder } from "../../file-store.ts";

const DAY = 20_513;
const BOUNDS = { visitsMax: 5, retryGeneration: 4 };

function createBench() {
  const file = join(temporaryFolder(), "octavo.sqlite");
  const connection = new FileConnection(() => openDatabase(file));
  onTestFinished(() => connection.close());
  const open = () => createSeenKeys(connection, BOUNDS);
  /** Runs a transaction that adds keys. */
  const commit = (seen: SeenKeys, add: () => void): void => {
    connection.run("BEGIN IMMEDIATE");
    add();
    seen.flush();
    connection.run("COMMIT");
    seen.keep();
  };
  return { connection, open, commit };
}

const ids = (seen: SeenKeys, from: number, to: number): boolean[] =>
  Array.from({ length: to - from }, (_, n) => seen.has("retry-id", DAY, from + n, 1));

describe("keys", () => {
  test("are known only on their day and for their kind, even after a restart", () => {
    const { open, commit } = createBench();
    const seen = open();
    commit(seen, () => {
      expect(seen.add("visit", DAY, 1, 2)).toBe("added");
      expect(seen.add("visit", DAY, 1, 2)).toBe("seen");
      expect(seen.add("visit", DAY + 1, 1, 2)).toBe("added");
    });
    for (const one of [seen, open()]) {
      expect(one.has("visit", DAY, 1, 2)).toBe(true);
      expect(one.has("visit", DAY + 1, 1, 2)).toBe(true);
      expect(one.has("visit", DAY - 1, 1, 2)).toBe(false);
      expect(one.has("retry-id", DAY, 1, 2)).toBe(false);
    }
  });

  test("of one transaction are one row for each kind and day", () => {
    const { connection, open, commit } = createBench();
    const seen = open();
    commit(seen, () => {
      for (let n = 0; n < 3; n += 1) seen.add("visit", DAY, n, n);
      seen.add("retry-id", DAY, 7, 7);
    });
    expect(connection.all("SELECT kind, day, length(keys) AS bytes FROM seen ORDER BY id")).toEqual([
      { kind: 0, day: DAY, bytes: 24 },
      { kind: 1, day: DAY, bytes: 8 },
    ]);
  });

  test("of a failed record or transaction are not remembered", () => {
    const { connection, open, commit } = createBench();
    const seen = open();
    commit(seen, () => {
      seen.add("visit", DAY, 1, 1);
      const { pending } = seen;
      seen.add("visit", DAY, 2, 2);
      seen.add("retry-id", DAY, 2, 2);
      seen.revert(pending);
    });
    connection.run("BEGIN IMMEDIATE");
    seen.add("visit", DAY, 3, 3);
    seen.flush();
    connection.run("ROLLBACK");
    seen.revert(0);
    for (const one of [seen, open()]) {
      expect([1, 2, 3].map((n) => one.has("visit", DAY, n, n))).toEqual([true, false, false]);
      expect(one.has("retry-id", DAY, 2, 2)).toBe(false);
    }
  });

  test("match the file after it is opened again, without those of an unfinished transaction", () => {
    const { connection, open, commit } = createBench();
    const [seen, other] = [open(), open()];
    commit(seen, () => seen.add("visit", DAY, 1, 1));
    commit(other, () => other.add("visit", DAY, 2, 2));
    connection.run("BEGIN IMMEDIATE");
    seen.add("visit", DAY, 3, 3);
    connection.run("ROLLBACK");
    seen.forget();
    expect(seen.pending).toBe(0);
    expect([1, 2, 3].map((n) => seen.has("visit", DAY, n, n))).toEqual([true, true, false]);
    commit(seen, () => expect(seen.add("visit", DAY, 3, 3)).toBe("added"));
    expect(open().has("visit", DAY, 3, 3)).toBe(true);
  });

  test("of past days are forgotten, and their rows are selected for deletion", () => {
    const { connection, open, commit } = createBench();
    const seen = open();
    commit(seen, () => {
      seen.add("visit", DAY - 1, 1, 1);
      seen.add("visit", DAY, 1, 1);
      seen.add("retry-id", DAY - 1, 1, 1);
    });
    seen.forgetBefore("visit", DAY);
    const { from, values } = seenBefore("visit", DAY);
    connection.run(`DELETE FROM ${from}`, ...values);
    for (const one of [seen, open()]) {
      expect(one.has("visit", DAY - 1, 1, 1)).toBe(false);
      expect(one.has("visit", DAY, 1, 1)).toBe(true);
      expect(one.has("retry-id", DAY - 1, 1, 1)).toBe(true);
    }
  });
});

test("keys of a quiet day are joined into fewer rows, and each key and the order of retry ids are kept", () => {
  const { connection, open, commit } = createBench();
  const seen = open();
  for (let n = 0; n < 120; n += 1) {
    commit(seen, () => {
      seen.add("retry-id", DAY, n, 1);
      seen.add("visit", DAY + (n % 30), n, 1);
    });
  }
  const known = (one: SeenKeys) => [ids(one, 0, 120), Array.from({ length: 120 }, (_, n) => one.has("visit", DAY + (n % 30), n, 1))];
  const before = known(seen);
  let joins = 0;
  while (joinSeenRows(connection)) joins += 1;
  expect(joins).toBe(1);
  expect(connection.get("SELECT count(*) AS n FROM seen WHERE kind = 1")).toEqual({ n: 1 });
  expect(connection.get("SELECT count(*) AS n FROM seen WHERE kind = 0")).toEqual({ n: 120 });
  // After a restart, retry ids are looked up by row: all in the joined one.
  expect(known(open())[1]).toEqual(before[1]);
  expect(ids(open(), 112, 120)).toEqual(new Array(8).fill(true));
});

describe("memory use under strangers' control", () => {
  test("does not grow with visits beyond the daily limit, which are neither new nor stored", () => {
    const { connection, open, commit } = createBench();
    const seen = open();
    commit(seen, () =>
      expect([1, 2, 3, 4, 5, 6, 7].map((n) => seen.add("visit", DAY, n, n))).toEqual([...new Array(5).fill("added"), "full", "full"]),
    );
    expect(connection.get("SELECT length(keys) AS bytes FROM seen")).toEqual({ bytes: 40 });
    const again = open();
    commit(again, () => expect(again.add("visit", DAY, 8, 8)).toBe("full"));
    commit(again, () => expect(again.add("visit", DAY + 1, 8, 8)).toBe("added"));
  });

  test("is limited to the last retry ids, even after a restart", () => {
    const { open, commit } = createBench();
    const seen = open();
    for (let n = 0; n < 10; n += 1) commit(seen, () => expect(seen.add("retry-id", DAY, n, 1)).toBe("added"));
    for (const one of [seen, open()]) {
      expect(ids(one, 0, 4)).toEqual([false, false, false, false]);
      expect(ids(one, 4, 10)).toEqual(new Array(6).fill(true));
      expect(one.add("retry-id", DAY, 5, 1)).toBe("seen");
    }
  });
});
