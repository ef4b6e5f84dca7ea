import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { createErasureClient, openErasureObject } from "../../../server/object/erasure-object.ts";
import type { Erasure } from "../../../server/privacy/erasure-record.ts";

/** Size of the largest value in a Durable Object, in bytes. */
const VALUE_MAX_BYTES = 2_000_000;

const erasure = (n: number, at = "2026-03-01T12:00:00.000Z"): Erasure => ({
  kind: "email",
  hash: n.toString(16).padStart(64, "0"),
  banHash: n.toString(16).padStart(64, "f"),
  at,
  secrets: "0123456789abcdef",
});

/** The object with a database that has the restrictions of a Durable Object. */
function open() {
  const database = new Database(":memory:");
  onTestFinished(() => void database.close());
  const statements = new Map<string, Database.Statement<unknown[]>>();
  const exec = (sql: string, ...values: readonly unknown[]) => {
    if (values.some((value) => typeof value === "string" && value.length > VALUE_MAX_BYTES)) throw new Error("SQLITE_TOOBIG");
    const statement = statements.get(sql) ?? database.prepare<unknown[]>(sql);
    statements.set(sql, statement);
    const rows = statement.reader ? statement.all(...values) : [];
    if (!statement.reader) statement.run(...values);
    return { toArray: () => rows as Record<string, unknown>[], raw: () => [], rowsWritten: 0, [Symbol.iterator]: () => [].values() };
  };
  const storage = {
    sql: { exec, databaseSize: 0 },
    transactionSync: <T>(work: () => T): T => database.transaction(work)(),
    getAlarm: async () => null,
    setAlarm: async () => {},
  };
  const start = () => {
    const fetch = openErasureObject({ storage });
    const stub = { fetch: (address: string | Request, init?: RequestInit) => fetch(new Request(address, init)) };
    return createErasureClient({ OCTAVO_ERASURES: { idFromName: () => ({}), get: () => stub } as never });
  };
  return { database, start };
}

it("the object accepts more erasures than a row can hold, and returns all of them, oldest first", async () => {
  const list = open().start();
  expect([await list.read(), await list.text()]).toEqual([null, null]);
  await list.add([]);
  expect(await list.read()).toEqual([]);
  const all = Array.from({ length: 8_000 }, (_, n) => erasure(n, new Date(Date.UTC(2026, 2, 1) + (n % 7) * 1_000).toISOString()));
  await list.add(all.slice(0, 4_000));
  await list.add(all.slice(4_000));
  const read = (await list.read()) ?? [];
  expect(read).toHaveLength(8_000);
  expect(new Set(read.map(({ hash }) => hash)).size).toBe(8_000);
  expect(read.map(({ at }) => at)).toEqual(read.map(({ at }) => at).toSorted());
  expect(JSON.parse((await list.text()) ?? "")).toEqual({ format: 1, erasures: read });
});

it("the object keeps a person's last erasure, whatever the order", async () => {
  const list = open().start();
  await list.add([erasure(1, "2026-03-02T12:00:00.000Z")]);
  await list.add([erasure(1, "2026-03-01T12:00:00.000Z"), erasure(2)]);
  expect(await list.read()).toEqual([erasure(2), erasure(1, "2026-03-02T12:00:00.000Z")]);
});

it("the object migrates the list of an earlier version, which was one row", async () => {
  const { database, start } = open();
  database.exec("CREATE TABLE erasure_list (id INTEGER PRIMARY KEY CHECK (id = 1), list TEXT NOT NULL) STRICT");
  database.prepare("INSERT INTO erasure_list VALUES (1, ?)").run(JSON.stringify({ format: 1, erasures: [erasure(1)] }));
  await start().add([erasure(2)]);
  expect(await start().read()).toEqual([erasure(1), erasure(2)]);
});

it("the object migrates a list without a revision, empty or not", async () => {
  const { database, start } = open();
  database.exec("CREATE TABLE list_begun (id INTEGER PRIMARY KEY CHECK (id = 1)) STRICT");
  expect(await start().read()).toBeNull();
  database.exec("CREATE TABLE list_begun (id INTEGER PRIMARY KEY CHECK (id = 1)) STRICT; INSERT INTO list_begun VALUES (1)");
  expect(await start().read()).toEqual([]);
});

it("the object has a revision that changes with each addition but not at a start", async () => {
  const { start } = open();
  const revisions = [await start().revision()];
  for (const erasures of [[], [erasure(1)], [erasure(2)]]) {
    await start().add(erasures);
    revisions.push(await start().revision());
  }
  expect(revisions[0]).toBeNull();
  expect(new Set(revisions).size).toBe(4);
  expect(await start().revision()).toBe(revisions[3]);
});
