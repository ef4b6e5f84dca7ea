import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import type { ObjectConnection } from "../../../../server/store/object/object-connection.ts";
import { migrateObject } from "../../../../server/store/object/object-schema.ts";
import { createObjectTransfer, type ObjectTransfer } from "../../../../server/store/object/object-transfer.ts";
import { createConnection } from "../../../../server/store/sqlite/database/connection.ts";
import type { SqlValue } from "../../../../server/store/sqlite/store-context.ts";
import { temporaryFolder } from "../file-store.ts";
import { seededRandom } from "../helpers.ts";

/** The tables of an object in a file, which has the same SQL. test/hosts/ uses an object. */
interface Moved {
  readonly connection: ObjectConnection;
  readonly clock: { now: number };
  readonly transfer: ObjectTransfer;
  /** As an object that was evicted starts again. */
  startAgain(): ObjectTransfer;
}

const SECONDS = 1_000;
const SPAM_WORDS = { table: "spam_word", after: null } as const;
const ID = "a".repeat(64);

function open(): Moved {
  const database = new Database(join(temporaryFolder(), "octavo.db"));
  onTestFinished(() => void database.close());
  const connection = toObjectConnection(database);
  migrateObject(connection);
  const clock = { now: 0 };
  const startAgain = (): ObjectTransfer => createObjectTransfer(connection, { clock: () => clock.now, random: seededRandom() });
  return { connection, clock, transfer: startAgain(), startAgain };
}

/** With the transactions of an object, which nest, and its scripts of several statements. */
function toObjectConnection(database: Database.Database): ObjectConnection {
  const inner = createConnection(() => database);
  const isScript = (sql: string): boolean => /;\s*\S/.test(sql);
  return {
    rowsWritten: 0,
    close: () => inner.close(),
    savepoint: inner.savepoint.bind(inner),
    snapshot: inner.snapshot.bind(inner),
    get: inner.get.bind(inner),
    all: inner.all.bind(inner),
    rows: inner.rows.bind(inner),
    insert: inner.insert.bind(inner),
    run: (sql: string, ...values: SqlValue[]) => {
      if (!isScript(sql)) return inner.run(sql, ...values);
      database.exec(sql);
      return 0;
    },
    transaction: <T>(work: () => T) => (database.inTransaction ? inner.savepoint(work) : inner.transaction(work)),
  };
}

async function hold(transfer: ObjectTransfer): Promise<string> {
  const held = await transfer.hold();
  if (held === null) throw new Error("it is held already");
  return held.lease;
}

test("a lease refuses writes for ten seconds, and each page renews it", async () => {
  const { transfer, clock } = open();
  expect(transfer.refuseWrite()).toBeNull();
  const lease = await hold(transfer);
  expect(transfer.refuseWrite()).toMatchObject({ reason: "copying", retryAfterMs: 10 * SECONDS });
  for (const now of [9, 18, 27]) {
    clock.now = now * SECONDS;
    expect(transfer.page({ lease, ...SPAM_WORDS })).toEqual({ rows: [], next: null });
  }
  clock.now = 36 * SECONDS;
  expect(transfer.sum({ lease, ...SPAM_WORDS, limit: 10 })).toMatchObject({ rows: 0 });
  clock.now = 46 * SECONDS;
  expect(transfer.refuseWrite()).toBeNull();
});

test("a lease that has ended gives no page, although no write came between", async () => {
  const { transfer, clock, startAgain } = open();
  const lease = await hold(transfer);
  clock.now = 10 * SECONDS;
  expect(transfer.page({ lease, ...SPAM_WORDS })).toBeNull();
  const next = await hold(transfer);
  expect(transfer.page({ lease, ...SPAM_WORDS })).toBeNull();
  expect(transfer.page({ lease: next, ...SPAM_WORDS })).not.toBeNull();
  expect(startAgain().page({ lease: next, ...SPAM_WORDS }), "the object has lost the moment").toBeNull();
});

test("one copy is made at a time, and writes are taken as soon as it is released", async () => {
  const { transfer } = open();
  const lease = await hold(transfer);
  expect(await transfer.hold()).toBeNull();
  transfer.release("another");
  expect(transfer.refuseWrite()).not.toBeNull();
  transfer.release(lease);
  expect(transfer.refuseWrite()).toBeNull();
  expect(await transfer.hold()).not.toBeNull();
});

test("a new database is empty, and one with visitors' rows is not", () => {
  const { transfer, connection } = open();
  connection.run("INSERT INTO meta (name, value) VALUES ('secrets', 'one')");
  connection.run("INSERT INTO owner_key VALUES ('abcdefghijkl', zeroblob(32), 'first', '[]', 1, 2, NULL)");
  expect(transfer.occupied()).toEqual([]);
  connection.run("INSERT INTO spam_word (word) VALUES ('casino')");
  connection.run("INSERT INTO label (text) VALUES ('/about')");
  expect(transfer.occupied()).toEqual([
    { name: "label", rows: 2 },
    { name: "spam_word", rows: 1 },
  ]);
});

test("a fill keeps keys, refuses writes even after a new start, goes on with the same id, and serves when it ends", () => {
  const { transfer, connection, startAgain } = open();
  connection.run("INSERT INTO owner_key VALUES ('abcdefghijkl', zeroblob(32), 'first', '[]', 1, 2, NULL)");
  connection.run("INSERT INTO spam_word (word) VALUES ('casino')");
  const begun = transfer.beginFill({ id: ID, sequences: [{ table: "ban", last: "7" }] });
  expect(begun.tables.filter(({ rows }) => rows > 0)).toEqual([{ name: "owner_key", rows: 1, last: null }]);
  transfer.fill({ id: ID, table: "spam_word", rows: [["pills"], ["poker"]] });
  const again = startAgain();
  expect([again.isFilling(), again.refuseWrite()?.reason]).toEqual([true, "filling"]);
  expect(again.beginFill({ id: ID, sequences: [] }).tables.find(({ name }) => name === "spam_word")).toEqual({
    ...{ name: "spam_word", rows: 2 },
    last: ["poker"],
  });
  expect(again.fill({ id: "b".repeat(64), table: "spam_word", rows: [["x"]] })).toBeNull();
  expect(again.sum({ lease: ID, ...SPAM_WORDS, limit: 10 })).toMatchObject({ rows: 2 });
  expect(again.finishFill("b".repeat(64))).toBeNull();
  expect(again.finishFill(ID)).toEqual([]);
  // A store that was open before has caches of the other database.
  expect([again.isFilling(), again.refuseWrite()?.reason, again.isReplaced()]).toEqual([false, "filling", true]);
  expect(startAgain().refuseWrite()).toBeNull();
  const insert = "INSERT INTO ban (kind, hash, created_at, expires_at) VALUES ('email', x'01', 1, 2)";
  expect(connection.insert(insert)).toBe(8);
});

test("another file begins with an empty database", () => {
  const { transfer } = open();
  transfer.beginFill({ id: ID, sequences: [] });
  transfer.fill({ id: ID, table: "spam_word", rows: [["pills"]] });
  const { tables } = transfer.beginFill({ id: "b".repeat(64), sequences: [] });
  expect(tables.every(({ rows }) => rows === 0)).toBe(true);
});

test("a fill with a reference to nothing does not end, and serves nothing", () => {
  const { transfer, connection } = open();
  transfer.beginFill({ id: ID, sequences: [] });
  expect(() => transfer.fill({ id: ID, table: "post_like", rows: [["1", Buffer.alloc(32).toString("base64"), "1", "1"]] })).toThrow(
    "FOREIGN KEY",
  );
  connection.run("PRAGMA foreign_keys = OFF");
  connection.run("INSERT INTO post_like (post_id, visitor, liked, at) VALUES (1, zeroblob(32), 1, 1)");
  expect(transfer.finishFill(ID)).toEqual(["a row of post_like refers to a missing row of post"]);
  expect(transfer.refuseWrite()).not.toBeNull();
});
