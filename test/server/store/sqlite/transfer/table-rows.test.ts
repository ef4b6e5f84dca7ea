import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { FileConnection } from "../../../../../server/store/sqlite/database/connection.ts";
import { migrate } from "../../../../../server/store/sqlite/database/migrate.ts";
import type { Connection, SqlValue } from "../../../../../server/store/sqlite/store-context.ts";
import { readSequences, writeSequences } from "../../../../../server/store/sqlite/transfer/sequences.ts";
import { quoteName, readLayouts, type TableLayout } from "../../../../../server/store/sqlite/transfer/table-layout.ts";
import {
  PAGE_MAX_BYTES,
  type RowKey,
  readLastKey,
  readTablePage,
  sumRows,
  type TablePage,
  writeRows,
} from "../../../../../server/store/sqlite/transfer/table-rows.ts";
import { temporaryFolder } from "../../file-store.ts";

const ROWS = 30;
/**
 * Values that a copy could get wrong. Integers are bound as text, which SQLite converts exactly.
 */
const VALUES: Readonly<Record<string, readonly SqlValue[]>> = {
  INTEGER: ["9223372036854775807", "-9223372036854775808", "9007199254740993", "0", "-1"],
  REAL: [0.1 + 0.2, 1.7976931348623157e308, -5e-324, 3, 1e21],
  TEXT: ["", "a\0b", "Æ 🌊 中", '"quoted"\n\\', "NULL"],
  BLOB: [new Uint8Array(0), Uint8Array.of(0), Uint8Array.of(255, 0, 254), new Uint8Array(300).fill(7), Buffer.from("text")],
};

interface Opened {
  readonly connection: Connection;
  readonly database: Database.Database;
}

/** A database whose tables accept any value of a column's type. */
function openLoose(): Opened {
  const database = new Database(join(temporaryFolder(), "octavo.db"));
  onTestFinished(() => void database.close());
  migrate(database);
  database.pragma("foreign_keys = OFF");
  database.pragma("ignore_check_constraints = ON");
  return { database, connection: new FileConnection(() => database) };
}

function clear({ connection }: Opened, layouts: readonly TableLayout[]): void {
  for (const { name } of layouts) connection.run(`DELETE FROM ${quoteName(name)}`);
}

/** Rows of a table in which each column's values differ as much as possible. */
function fill({ connection }: Opened, { name, columns, key }: TableLayout): void {
  for (let at = 0; at < ROWS; at += 1) {
    const values = columns.map(({ name: column, type }, place): SqlValue => {
      if (key.some((one) => one.name === column) || at >= ROWS / 2) return unique(type, at);
      return (at + place) % 6 === 5 ? null : (VALUES[type]?.[(at + place) % 6] ?? null);
    });
    const placeholders = columns.map(({ type }) => (type === "INTEGER" ? "CAST(? AS INTEGER)" : "?")).join(", ");
    const names = columns.map((column) => quoteName(column.name)).join(", ");
    // Rows that would not be unique, or lack a value, are left out.
    connection.run(`INSERT OR IGNORE INTO ${quoteName(name)} (${names}) VALUES (${placeholders})`, ...values);
  }
}

function unique(type: string, at: number): SqlValue {
  if (type === "BLOB") return Uint8Array.of(at, 0, 255 - at);
  return type === "INTEGER" ? String(9_223_372_036_854_775_807n - BigInt(at)) : type === "REAL" ? at / 3 : `${at}é\0`;
}

function copy(from: Opened, to: Opened, layout: TableLayout): number {
  let after: RowKey | null = null;
  let pages = 0;
  do {
    // After a round trip through JSON.
    const page = JSON.parse(JSON.stringify(readTablePage(from.connection, layout, after))) as TablePage;
    writeRows(to.connection, layout, page.rows);
    after = page.next;
    pages += 1;
  } while (after !== null);
  return pages;
}

function readExactly({ database }: Opened, { name, key }: TableLayout): unknown[] {
  const order = key.map((column) => quoteName(column.name)).join(", ");
  return database
    .prepare(`SELECT * FROM ${quoteName(name)} ORDER BY ${order}`)
    .safeIntegers()
    .all();
}

test("every table arrives with unchanged values: NULL, BLOB, 64-bit integers, texts with NUL", () => {
  const [from, to] = [openLoose(), openLoose()];
  const layouts = readLayouts(from.connection);
  clear(from, layouts);
  clear(to, layouts);
  expect(layouts.length).toBeGreaterThan(30);
  for (const layout of layouts) {
    fill(from, layout);
    copy(from, to, layout);
    const rows = readExactly(from, layout);
    expect(rows.length, layout.name).toBeGreaterThan(0);
    expect(readExactly(to, layout), layout.name).toEqual(rows);
    expect(sumRows(to.connection, layout, null, 1_000), layout.name).toEqual(sumRows(from.connection, layout, null, 1_000));
  }
});

test("a table comes after the tables that its rows refer to", () => {
  const { connection } = openLoose();
  const names = readLayouts(connection).map(({ name }) => name);
  for (const { name } of readLayouts(connection))
    for (const { table } of connection.all<{ table: string }>(`PRAGMA foreign_key_list(${quoteName(name)})`))
      expect(names.indexOf(table), `${name} refers to ${table}`).toBeLessThanOrEqual(names.indexOf(name));
});

test("a page ends before a megabyte, the next one continues after it, and a longer row is its own page", () => {
  const [from, to] = [openLoose(), openLoose()];
  const layout = readLayouts(from.connection).find(({ name }) => name === "inquiry");
  if (layout === undefined) throw new Error("no table");
  const insert = "INSERT INTO inquiry (id, public_id, state, email, message, created_at) VALUES (?, ?, 'received', 'a@b.example', ?, 1)";
  for (let id = 1; id <= 9; id += 1) from.connection.run(insert, id, `id ${id}`, "ü".repeat(id === 5 ? 700_000 : 150_000));
  const first = readTablePage(from.connection, layout, null);
  expect(Buffer.byteLength(JSON.stringify(first.rows))).toBeLessThan(PAGE_MAX_BYTES);
  expect([first.rows.length, first.next]).toEqual([3, ["3"]]);
  expect(copy(from, to, layout)).toBe(5);
  expect(readExactly(to, layout)).toEqual(readExactly(from, layout));
  expect(readLastKey(to.connection, layout)).toEqual(["9"]);
});

test("a digest of a part continues where the last one ended, and differs for one changed character", () => {
  const one = openLoose();
  const layout = readLayouts(one.connection).find(({ name }) => name === "spam_word");
  if (layout === undefined) throw new Error("no table");
  writeRows(one.connection, layout, [["casino"], ["pills"], ["poker"]]);
  const first = sumRows(one.connection, layout, null, 2);
  expect([first.rows, first.next]).toEqual([2, ["pills"]]);
  expect(sumRows(one.connection, layout, first.next, 2)).toMatchObject({ rows: 1, next: null });
  one.connection.run("UPDATE spam_word SET word = 'Casino' WHERE word = 'casino'");
  expect(sumRows(one.connection, layout, null, 2).digest).not.toBe(first.digest);
});

test("a digest ends after some megabytes, so that long rows do not take longer", () => {
  const { connection } = openLoose();
  const layout = readLayouts(connection).find(({ name }) => name === "spam_word");
  if (layout === undefined) throw new Error("no table");
  for (let at = 0; at < 12; at += 1) writeRows(connection, layout, [[`${String(at).padStart(2, "0")}${"a".repeat(1_900_000)}`]]);
  const first = sumRows(connection, layout, null, 1_000);
  expect(first.rows).toBe(9);
  expect(sumRows(connection, layout, first.next, 1_000)).toMatchObject({ rows: 3, next: null });
});

test("existing rows fail, or stay if they are to be kept, and a page arrives completely or not at all", () => {
  const { connection } = openLoose();
  const layout = readLayouts(connection).find(({ name }) => name === "spam_word");
  if (layout === undefined) throw new Error("no table");
  writeRows(connection, layout, [["casino"]]);
  expect(() => writeRows(connection, layout, [["pills"], ["casino"]])).toThrow("UNIQUE");
  expect(readTablePage(connection, layout, null).rows).toEqual([["casino"]]);
  writeRows(connection, layout, [["pills"], ["casino"]], "ON CONFLICT DO NOTHING");
  expect(readTablePage(connection, layout, null).rows).toEqual([["casino"], ["pills"]]);
  expect(() => writeRows(connection, layout, [["one", "two"]])).toThrow("has 2 values: want 1");
});

test("a text that is not a number is refused where a number is expected", () => {
  const { connection } = openLoose();
  const layout = readLayouts(connection).find(({ name }) => name === "quota");
  if (layout === undefined) throw new Error("no table");
  for (const day of ["1.5", "0x10", "", "99999999999999999999", "1 "])
    expect(() => writeRows(connection, layout, [[day, "key", "1"]]), day).toThrow("want INTEGER");
});

test("numbers of deleted rows are not assigned again", () => {
  const [from, to] = [openLoose(), openLoose()];
  const add = "INSERT INTO ban (kind, hash, created_at, expires_at) VALUES ('email', ?, 1, 2)";
  from.connection.run(add, Uint8Array.of(1));
  from.connection.run(add, Uint8Array.of(2));
  from.connection.run("DELETE FROM ban");
  writeSequences(to.connection, readSequences(from.connection));
  expect(to.connection.insert(add, Uint8Array.of(3))).toBe(3);
});
