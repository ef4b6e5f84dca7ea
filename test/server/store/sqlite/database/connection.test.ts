import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { FileConnection } from "../../../../../server/store/sqlite/database/connection.ts";
import type { Connection, SqlValue } from "../../../../../server/store/sqlite/store-context.ts";
import { StoreUnavailable } from "../../../../../server/store/store-errors.ts";
import { describeConnection } from "../../contract/connection-contract.ts";

function openConnection(): { readonly connection: Connection; readonly words: () => string[]; readonly handle: Database.Database } {
  const handle = new Database(":memory:");
  handle.exec("CREATE TABLE word (text TEXT PRIMARY KEY)");
  const connection = new FileConnection(() => handle);
  onTestFinished(() => connection.close());
  return {
    connection,
    handle,
    words: () => connection.all<{ text: string }>("SELECT text FROM word ORDER BY text").map(({ text }) => text),
  };
}

const add = (connection: Connection, text: SqlValue): number => connection.run("INSERT INTO word (text) VALUES (?)", text);

describe("a connection to a file", () => describeConnection(() => openConnection().connection));

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

test("a statement on a failing database throws a typed error, even while rows are read", () => {
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
