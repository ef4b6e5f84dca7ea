import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "../../../../../server/store/sqlite/database/connection.ts";
import type { Connection, SqlValue } from "../../../../../server/store/sqlite/store-context.ts";
import { StoreUnavailable } from "../../../../../server/store/store-errors.ts";

function openConnection(): { readonly connection: Connection; readonly words: () => string[]; readonly handle: Database.Database } {
  const handle = new Database(":memory:");
  handle.exec("CREATE TABLE word (text TEXT PRIMARY KEY)");
  const connection = createConnection(() => handle);
  onTestFinished(() => connection.close());
  return {
    connection,
    handle,
    words: () => connection.all<{ text: string }>("SELECT text FROM word ORDER BY text").map(({ text }) => text),
  };
}

const add = (connection: Connection, text: SqlValue): number => connection.run("INSERT INTO word (text) VALUES (?)", text);

test("a transaction whose work throws leaves nothing, and the next one commits", () => {
  const { connection, words } = openConnection();
  const failing = (): void =>
    connection.transaction(() => {
      add(connection, "a");
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  expect(words()).toEqual([]);
  expect(connection.transaction(() => add(connection, "b"))).toBe(1);
  expect(words()).toEqual(["b"]);
});

test("a savepoint whose work throws undoes that work alone", () => {
  const { connection, words } = openConnection();
  connection.transaction(() => {
    add(connection, "a");
    expect(() =>
      connection.savepoint(() => {
        add(connection, "b");
        add(connection, "a");
      }),
    ).toThrow("UNIQUE");
    connection.savepoint(() => add(connection, "c"));
  });
  expect(words()).toEqual(["a", "c"]);
});

test("a full database inside a savepoint ends the whole transaction with a typed error", () => {
  const { connection, handle, words } = openConnection();
  handle.pragma(`max_page_count = ${Number(handle.pragma("page_count", { simple: true }))}`);
  const fill = (): void =>
    connection.transaction(() => {
      add(connection, "a");
      connection.savepoint(() => add(connection, "x".repeat(100_000)));
    });
  expect(fill).toThrow(expect.objectContaining({ name: "StoreUnavailable", reason: "disk-full" }));
  expect(words()).toEqual([]);
});

test("a statement on a database that fails has a typed error, also while rows are read", () => {
  const { connection, handle } = openConnection();
  const fail = (): never => {
    throw new Database.SqliteError("disk I/O error", "SQLITE_IOERR_READ");
  };
  handle.function("fail_at", (number) => (number === 2 ? fail() : number));
  expect(() => connection.get("SELECT fail_at(2)")).toThrow(StoreUnavailable);
  const rows = connection.rows("SELECT fail_at(column1) FROM (VALUES (1), (2))");
  expect(rows.next().value).toEqual([1]);
  rows.return?.();
  expect(() => [...connection.rows("SELECT fail_at(column1) FROM (VALUES (1), (2))")]).toThrow(StoreUnavailable);
});

test("undefined and booleans cannot be bound", () => {
  const { connection, words } = openConnection();
  expect(() => add(connection, undefined as never)).toThrow(TypeError);
  expect(() => add(connection, true as never)).toThrow(TypeError);
  expect(words()).toEqual([]);
});
