import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { FileConnection } from "../../../../../server/store/sqlite/database/connection.ts";
import { openDatabase, openFile } from "../../../../../server/store/sqlite/database/open-database.ts";
import { WriteQueue, type WriteQueueOptions } from "../../../../../server/store/sqlite/database/write-queue.ts";
import type { Connection } from "../../../../../server/store/sqlite/store-context.ts";
import { StoreUnavailable } from "../../../../../server/store/store-errors.ts";
import { createTestStore, temporaryFolder } from "../../file-store.ts";
import { manualTimers, newComment, publish, submit } from "../../helpers.ts";
import { newInquiry } from "../../inputs.ts";

type Handle = Database.Database;

interface Bench {
  file: string;
  connection: Connection;
  queue: WriteQueue;
  timers: ReturnType<typeof manualTimers>;
  /** Handles in the order of opening. */
  handles: Handle[];
  /** Adds a word; words are unique in their table. */
  add: (word: string) => Promise<number>;
  /** Words that another connection finds in the file. */
  words: () => string[];
}

function createBench(options: Partial<WriteQueueOptions> & { wrap?: (handle: Handle, number: number) => Handle } = {}): Bench {
  const file = join(temporaryFolder(), "octavo.sqlite");
  const handles: Handle[] = [];
  const connection = new FileConnection(() =>
    openDatabase(file, (name) => {
      const handle = openFile(name);
      handles.push(handle);
      return options.wrap?.(handle, handles.length) ?? handle;
    }),
  );
  onTestFinished(() => connection.close());
  const timers = manualTimers();
  const queue = new WriteQueue(connection, { timers, ...options });
  return {
    file,
    connection,
    queue,
    timers,
    handles,
    add: (word) => queue.write(() => connection.run("INSERT INTO spam_word (word) VALUES (?)", word)),
    words: () => readWords(file),
  };
}

function readWords(file: string): string[] {
  const other = new Database(file);
  try {
    return other
      .prepare<[], { word: string }>("SELECT word FROM spam_word ORDER BY word")
      .all()
      .map((row) => row.word);
  } finally {
    other.close();
  }
}

/** Makes a statement with this text fail as in SQLite, a given number of times. */
function failAt(handle: Handle, sql: string, code: string, { times = 1, after = 0, rollback = false } = {}): Handle {
  const prepare = handle.prepare.bind(handle);
  let calls = 0;
  const failing = (source: string): Database.Statement => {
    const statement = prepare(source);
    if (!source.startsWith(sql)) return statement;
    const run = statement.run.bind(statement);
    statement.run = (...values: unknown[]) => {
      calls += 1;
      if (calls <= after || calls > after + times) return run(...values);
      if (rollback) prepare("ROLLBACK").run();
      throw new Database.SqliteError(`${code} of the test`, code);
    };
    return statement;
  };
  handle.prepare = failing as typeof handle.prepare;
  return handle;
}

function countCommits(handle: Handle, counted: { commits: number }): Handle {
  const prepare = handle.prepare.bind(handle);
  handle.prepare = ((source: string) => {
    const statement = prepare(source);
    if (source !== "COMMIT") return statement;
    const run = statement.run.bind(statement);
    statement.run = (...values: unknown[]) => {
      counted.commits += 1;
      return run(...values);
    };
    return statement;
  }) as typeof handle.prepare;
  return handle;
}

/** The result of each promise: its value, or its reason. */
async function outcomes(promises: Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((one) => {
    if (one.status === "fulfilled") return one.value;
    return one.reason instanceof StoreUnavailable ? one.reason.reason : ((one.reason as { code?: string }).code ?? String(one.reason));
  });
}

describe("a batch", () => {
  test("runs all waiting writes in one transaction", async () => {
    const counted = { commits: 0 };
    const bench = createBench({ wrap: (handle) => countCommits(handle, counted) });
    const writes = ["a", "b", "c", "d"].map(bench.add);
    bench.timers.run();
    expect(await outcomes(writes)).toEqual([1, 1, 1, 1]);
    expect(counted.commits).toBe(1);
    expect(bench.words()).toEqual(["a", "b", "c", "d"]);
  });

  test("resolves no write before its commit has returned", async () => {
    const answered: string[] = [];
    const seen: { answered: string[]; words: string[] }[] = [];
    const file = { name: "" };
    const bench = createBench({ beforeCommit: () => seen.push({ answered: [...answered], words: readWords(file.name) }) });
    file.name = bench.file;
    const write = bench.add("a").then(() => answered.push("a"));
    await Promise.resolve();
    expect(bench.words()).toEqual([]);
    bench.timers.run();
    await write;
    expect(seen).toEqual([{ answered: [], words: [] }]);
    expect(answered).toEqual(["a"]);
  });

  test("runs its records in order of arrival", async () => {
    const order: number[] = [];
    const bench = createBench({ batchRecords: 2 });
    const writes = [1, 2, 3, 4, 5].map((n) => bench.queue.write(() => order.push(n)));
    bench.timers.run();
    await Promise.all(writes);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  test("has a limited number of records", async () => {
    const counted = { commits: 0 };
    const bench = createBench({ batchRecords: 2, wrap: (handle) => countCommits(handle, counted) });
    const writes = ["a", "b", "c", "d", "e"].map(bench.add);
    bench.timers.run();
    await Promise.all(writes);
    expect(counted.commits).toBe(3);
  });

  test("waits for further writes while each turn of the event loop brings some, but at most 5 ms", async () => {
    const counted = { commits: 0 };
    const bench = createBench({ wrap: (handle) => countCommits(handle, counted) });
    const turn = (): void => void bench.timers.waiting.shift()?.run();
    const writes = [bench.add("a")];
    turn();
    writes.push(bench.add("b"));
    turn();
    expect(counted.commits).toBe(0);
    turn();
    expect(await outcomes(writes)).toEqual([1, 1]);
    expect(counted.commits).toBe(1);

    const endless = ["c", "d", "e"].map((word) => {
      const write = bench.add(word);
      turn();
      bench.timers.at += 2.5;
      return write;
    });
    expect(await outcomes(endless)).toEqual([1, 1, 1]);
    expect(counted.commits).toBe(2);
  });

  test("has a limited duration", async () => {
    const counted = { commits: 0 };
    const bench = createBench({ batchMs: 5, wrap: (handle) => countCommits(handle, counted) });
    const slow = (word: string): Promise<number> =>
      bench.queue.write(() => {
        bench.timers.at += 3;
        return bench.connection.run("INSERT INTO spam_word (word) VALUES (?)", word);
      });
    const writes = ["a", "b", "c", "d", "e"].map(slow);
    bench.timers.run();
    await Promise.all(writes);
    expect(counted.commits).toBe(3);
    expect(bench.words()).toEqual(["a", "b", "c", "d", "e"]);
  });
});

const failing = (): never => {
  throw new TypeError("a mistake");
};

describe("a record that fails", () => {
  test("because of a constraint fails alone: its own writes are undone, and the others are in the file", async () => {
    const bench = createBench();
    const writes = [
      bench.add("a"),
      bench.queue.write(() => {
        bench.connection.run("INSERT INTO spam_word (word) VALUES (?)", "half");
        bench.connection.run("INSERT INTO spam_word (word) VALUES (?)", "a");
      }),
      bench.add("b"),
    ];
    bench.timers.run();
    expect(await outcomes(writes)).toEqual([1, "SQLITE_CONSTRAINT_PRIMARYKEY", 1]);
    expect(bench.words()).toEqual(["a", "b"]);
  });

  test("because of a program error fails alone", async () => {
    const bench = createBench();
    const writes = [
      bench.add("a"),
      bench.queue.write(() => {
        bench.connection.run("INSERT INTO spam_word (word) VALUES (?)", "half");
        throw new TypeError("a mistake");
      }),
      bench.add("b"),
    ];
    bench.timers.run();
    expect(await outcomes(writes)).toEqual([1, "TypeError: a mistake", 1]);
    expect(bench.words()).toEqual(["a", "b"]);
    expect(bench.queue.failure).toBe(null);
  });

  test("makes its batch run again with savepoints, which the next batches use as well, so that not all run twice", async () => {
    const counted = { commits: 0 };
    const bench = createBench({ wrap: (handle) => countCommits(handle, counted) });
    let runs = 0;
    const batch = async (number: number): Promise<unknown[]> => {
      const word = bench.queue.write(() => {
        runs += 1;
        return bench.connection.run("INSERT INTO spam_word (word) VALUES (?)", `word ${number}`);
      });
      const writes = [word, bench.queue.write(failing)];
      bench.timers.run();
      return await outcomes(writes);
    };
    for (let number = 0; number < 100; number += 1) expect(await batch(number)).toEqual([1, "TypeError: a mistake"]);
    expect(bench.words()).toHaveLength(100);
    expect(counted.commits).toBe(100);
    // Once each, and once more for the first batch and every 33rd after it.
    expect(runs).toBe(104);
  });

  test("and ends the transaction fails the whole batch, so that no later write commits alone", async () => {
    const bench = createBench({
      wrap: (handle, number) =>
        number === 1 ? failAt(handle, "INSERT INTO spam_word", "SQLITE_FULL", { after: 2, rollback: true }) : handle,
    });
    const writes = ["a", "b", "c", "d"].map(bench.add);
    bench.timers.run();
    expect(await outcomes(writes)).toEqual(["disk-full", "disk-full", "disk-full", 1]);
    expect(bench.words()).toEqual(["d"]);
  });
});

describe("a full database", () => {
  test("refuses the whole batch, leaves nothing of it in the file, continues to read, and recovers", async () => {
    const bench = createBench();
    const first = bench.add("first");
    bench.timers.run();
    await first;
    const handle = bench.handles[0];
    if (handle === undefined) throw new Error("nothing was opened");
    handle.pragma(`max_page_count = ${Number(handle.pragma("page_count", { simple: true })) + 1}`);

    const writes = [bench.add("small"), bench.add("x".repeat(100_000))];
    bench.timers.run();
    expect(await outcomes(writes)).toEqual(["disk-full", "disk-full"]);
    expect(bench.queue.failure?.reason).toBe("disk-full");
    expect(bench.words()).toEqual(["first"]);
    expect(bench.connection.snapshot(() => bench.connection.all("SELECT word FROM spam_word"))).toEqual([{ word: "first" }]);

    handle.pragma("max_page_count = 1000000");
    const again = bench.add("again");
    bench.timers.run();
    expect(await again).toBe(1);
    expect(bench.queue.failure).toBe(null);
    expect(bench.words()).toEqual(["again", "first"]);
  });
});

describe("a failing disk", () => {
  test.for([
    "INSERT INTO spam_word",
    "COMMIT",
    "BEGIN IMMEDIATE",
    "SAVEPOINT",
  ])("in %s refuses the whole batch, reopens the database, and the next write succeeds", async (where) => {
    const bench = createBench({ wrap: (handle, number) => (number === 1 ? failAt(handle, where, "SQLITE_IOERR_FSYNC") : handle) });
    const writes = [bench.add("a"), bench.add("b")];
    // Savepoints are used once a record has failed.
    if (where === "SAVEPOINT") writes.push(bench.queue.write(failing));
    bench.timers.run();
    const ended = await outcomes(writes);
    expect(ended[0]).toBe("io-error");
    expect(bench.handles[0]?.open).toBe(false);

    const later = bench.add("later");
    bench.timers.run();
    expect(await later).toBe(1);
    expect(bench.handles).toHaveLength(2);
    // Every acknowledged word is in the file, and no refused one is.
    expect(bench.words()).toEqual(["a", "b"].filter((_, index) => ended[index] === 1).concat("later"));
  });

  /** A database whose file can be opened unless `disk.broken` is set. */
  function createBreakable() {
    const disk = { broken: false };
    const file = join(temporaryFolder(), "octavo.sqlite");
    const connection = new FileConnection(() =>
      openDatabase(file, (name) => {
        if (disk.broken) throw new Database.SqliteError("unable to open database file", "SQLITE_CANTOPEN");
        return openFile(name);
      }),
    );
    onTestFinished(() => connection.close());
    const timers = manualTimers();
    const queue = new WriteQueue(connection, { timers });
    const add = async (word: string): Promise<unknown> => {
      const write = queue.write(() => connection.run("INSERT INTO spam_word (word) VALUES (?)", word));
      timers.run();
      return (await outcomes([write]))[0];
    };
    return { disk, file, connection, add };
  }

  test("whose file cannot be opened again keeps using its handle", async () => {
    const { disk, file, connection, add } = createBreakable();
    disk.broken = true;
    connection.reset();
    expect(connection.snapshot(() => connection.get("SELECT 1 AS one"))).toEqual({ one: 1 });
    expect(await add("a")).toBe(1);
    disk.broken = false;
    connection.reset();
    expect(await add("b")).toBe(1);
    expect(readWords(file)).toEqual(["a", "b"]);
  });

  test("that fails during a transaction, and cannot be opened again, refuses writes and reads until it can", async () => {
    const { disk, file, connection, add } = createBreakable();
    connection.run("BEGIN IMMEDIATE");
    connection.run("INSERT INTO spam_word (word) VALUES ('lost')");
    disk.broken = true;
    connection.reset();
    expect(await add("a")).toBe("io-error");
    expect(() => connection.snapshot(() => connection.get("SELECT 1"))).toThrow(StoreUnavailable);
    disk.broken = false;
    expect(await add("b")).toBe(1);
    expect(readWords(file)).toEqual(["b"]);
  });
});

describe("another process's lock", () => {
  function lock(file: string, how = "IMMEDIATE"): Handle {
    const other = new Database(file);
    onTestFinished(() => void other.close());
    other.exec(`BEGIN ${how}`);
    return other;
  }

  test.for(["IMMEDIATE", "EXCLUSIVE"])("(%s) makes writes wait until it is released, while reads continue", async (how) => {
    const bench = createBench();
    const other = lock(bench.file, how);
    const writes = [bench.add("a"), bench.add("b")];
    bench.timers.advance(1_500);
    expect(bench.queue.size).toBe(2);
    expect(bench.connection.snapshot(() => bench.connection.all("SELECT word FROM spam_word"))).toEqual([]);
    other.exec("COMMIT");
    bench.timers.advance(50);
    expect(await outcomes(writes)).toEqual([1, 1]);
    expect(bench.words()).toEqual(["a", "b"]);
  });

  test("refuses each write after 2 s, and leaves nothing of it to be written later", async () => {
    const bench = createBench();
    const other = lock(bench.file);
    const early = bench.add("early");
    bench.timers.advance(1_000);
    const late = bench.add("late");
    bench.timers.advance(1_000);
    expect(await outcomes([early])).toEqual(["locked"]);
    expect(bench.queue.size).toBe(1);
    other.exec("COMMIT");
    bench.timers.advance(50);
    expect(await late).toBe(1);
    expect(bench.words()).toEqual(["late"]);
  });

  test("makes writes wait up to 30 s during a compaction, and as long as any other lock afterwards", async () => {
    let compacting = true;
    const bench = createBench({ isCompacting: () => compacting });
    const other = lock(bench.file);
    const early = bench.add("early");
    bench.timers.advance(20_000);
    const late = bench.add("late");
    expect([bench.queue.size, bench.queue.failure]).toEqual([2, null]);
    bench.timers.advance(10_000);
    expect(await outcomes([early])).toEqual(["locked"]);
    // A record that has waited for a long time is not refused because of a later lock.
    compacting = false;
    bench.timers.advance(1_900);
    expect(bench.queue.size).toBe(1);
    other.exec("COMMIT");
    bench.timers.advance(50);
    expect(await late).toBe(1);
    const after = lock(bench.file);
    const refused = bench.add("refused");
    bench.timers.advance(2_000);
    expect(await outcomes([refused])).toEqual(["locked"]);
    after.exec("COMMIT");
  });

  test("is reported with the first refused write, and once it is released, with the number of refused writes", async () => {
    const told: unknown[] = [];
    const bench = createBench({
      onRefusal: ({ reason, message }) => void told.push([reason, message]),
      onRecovery: (refused) => void told.push(refused),
    });
    const refusal = ["locked", "another process has locked the database for 2000 ms"];
    for (const words of [["a", "b"], ["c"]]) {
      told.length = 0;
      const other = lock(bench.file);
      const early = words.map(bench.add);
      bench.timers.advance(1_999);
      expect(told).toEqual([]);
      bench.timers.advance(1);
      const late = bench.add("late");
      bench.timers.advance(2_000);
      expect(await outcomes([...early, late])).toEqual([...words, "late"].map(() => "locked"));
      expect(told).toEqual([refusal]);
      other.exec("COMMIT");
      other.close();
      const again = bench.add(`${words[0]}2`);
      bench.timers.run();
      expect(await again).toBe(1);
      expect(told).toEqual([refusal, words.length + 1]);
    }
  });

  test("met during a commit makes the batch run again", async () => {
    const bench = createBench({ wrap: (handle) => failAt(handle, "COMMIT", "SQLITE_BUSY", { times: 2 }) });
    const writes = [bench.add("a"), bench.add("b")];
    bench.timers.advance(100);
    expect(await outcomes(writes)).toEqual([1, 1]);
    expect(bench.words()).toEqual(["a", "b"]);
  });
});

describe("the queue", () => {
  test("refuses writes beyond its capacity immediately, reports that once, and accepts more when it has drained", async () => {
    const told: unknown[] = [];
    const bench = createBench({
      capacity: 3,
      onRefusal: ({ reason }) => told.push(reason),
      onRecovery: (refused) => told.push(refused),
    });
    const writes = ["a", "b", "c", "d", "f"].map(bench.add);
    expect(await outcomes(writes.slice(3))).toEqual(["queue-full", "queue-full"]);
    expect(told).toEqual(["queue-full"]);
    bench.timers.run();
    expect(await outcomes(writes.slice(0, 3))).toEqual([1, 1, 1]);
    expect(told).toEqual(["queue-full", 2]);
    const more = bench.add("e");
    bench.timers.run();
    expect(await more).toBe(1);
    expect(bench.words()).toEqual(["a", "b", "c", "e"]);
  });

  test("while draining, finishes waiting writes and refuses new ones", async () => {
    const bench = createBench({ batchRecords: 1 });
    const writes = ["a", "b"].map(bench.add);
    let drained = false;
    const drain = bench.queue.drain().then(() => {
      drained = true;
    });
    expect(await outcomes([bench.add("c")])).toEqual(["closed"]);
    expect(drained).toBe(false);
    bench.timers.run();
    await drain;
    expect(await outcomes(writes)).toEqual([1, 1]);
    expect(bench.words()).toEqual(["a", "b"]);
  });

  test("drains even when waiting writes are refused because of a lock", async () => {
    const bench = createBench();
    const other = new Database(bench.file);
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE");
    const write = bench.add("a");
    const drain = bench.queue.drain();
    bench.timers.advance(2_500);
    expect(await outcomes([write])).toEqual(["locked"]);
    await drain;
  });
});

describe("the store", () => {
  test("acknowledges exactly the writes that are in the file after reopening, whichever of them failed", async () => {
    const { store, reopen } = createTestStore();
    const parent = await publish(store);
    const results = await Promise.all([
      store.comments.submit(newComment({ parentId: parent, body: "one" })),
      store.comments.submit(newComment({ parentId: "nobody".padEnd(24, "x") })),
      store.inquiries.submit(newInquiry({ message: "two" })),
      store.inquiries.submit(newInquiry({ message: "" })).catch((error: { code: string }) => error.code),
      store.comments.submit(newComment({ body: "three" })),
    ]);
    expect(results.map((result) => (typeof result === "string" ? result : result.kind))).toEqual([
      "accepted",
      "unknown-parent",
      "accepted",
      "SQLITE_CONSTRAINT_CHECK",
      "accepted",
    ]);
    const again = await reopen();
    expect((await again.comments.list({ states: ["pending"] })).map((comment) => comment.body)).toEqual(["one", "three"]);
    expect((await again.inquiries.list()).map((inquiry) => inquiry.message)).toEqual(["two"]);
  });

  test("finishes waiting writes when it closes, empties the log, and refuses more", async () => {
    const { store, file, reopen } = createTestStore();
    const id = await submit(store);
    const waiting = store.comments.submit(newComment({ body: "waiting" }));
    const closing = store.close();
    await expect(store.comments.submit(newComment())).rejects.toMatchObject({ name: "StoreUnavailable", reason: "closed" });
    await closing;
    expect((await waiting).kind).toBe("accepted");
    expect(existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0).toBe(false);
    await expect(store.comments.get(id)).rejects.toThrow(StoreUnavailable);
    await store.close();
    const again = await reopen();
    expect((await again.comments.list()).map((comment) => comment.body)).toContain("waiting");
  });

  test("states in its health why writes fail", async () => {
    const { store, database } = createTestStore();
    expect(await store.health()).toEqual({ ok: true, writes: null, queued: 0 });
    database().pragma(`max_page_count = ${Number(database().pragma("page_count", { simple: true }))}`);
    const fill = store.inquiries.submit(newInquiry({ message: "x".repeat(50_000) }));
    expect((await store.health()).queued).toBe(1);
    await expect(fill).rejects.toMatchObject({ reason: "disk-full" });
    expect(await store.health()).toEqual({ ok: true, writes: "disk-full", queued: 0 });
    await store.close();
    expect((await store.health()).ok).toBe(false);
  });
});
