import { expect, test } from "vitest";
import type { Connection, SqlValue } from "../../../../server/store/sqlite/store-context.ts";
import { StoreUnavailable } from "../../../../server/store/store-errors.ts";

/** @param open opens a connection to a separate database for the test */
export function describeConnection(open: () => Connection): void {
  const openTable = (): { connection: Connection; names: () => string[] } => {
    const connection = open();
    connection.run("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, data BLOB) STRICT");
    return { connection, names: () => connection.all<{ name: string }>("SELECT name FROM thing ORDER BY id").map(({ name }) => name) };
  };
  const insert = (connection: Connection, name: string): number => connection.insert("INSERT INTO thing (name) VALUES (?)", name);

  test("a transaction keeps all or none of its work", () => {
    const { connection, names } = openTable();
    expect(connection.transaction(() => [insert(connection, "a"), insert(connection, "b")])).toEqual([1, 2]);
    const failing = (): never => {
      insert(connection, "c");
      throw new RangeError("no");
    };
    expect(() => connection.transaction(failing)).toThrow(RangeError);
    expect(names()).toEqual(["a", "b"]);
  });

  test("a failed savepoint undoes only its own work, even inside another one", () => {
    const { connection, names } = openTable();
    connection.transaction(() => {
      insert(connection, "a");
      expect(() => connection.savepoint(() => [insert(connection, "b"), insert(connection, "a")])).toThrow("UNIQUE");
      connection.savepoint(() => {
        insert(connection, "c");
        expect(() => connection.savepoint(() => insert(connection, "a"))).toThrow("UNIQUE");
        insert(connection, "d");
      });
    });
    expect(names()).toEqual(["a", "c", "d"]);
  });

  test("a violated constraint is the record's fault, not the engine's", () => {
    const { connection } = openTable();
    insert(connection, "a");
    let failure: unknown = null;
    try {
      insert(connection, "a");
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(StoreUnavailable);
  });

  test.for([undefined, true, false])("%s is refused as a value of a statement", (value) => {
    const { connection, names } = openTable();
    expect(() => connection.run("INSERT INTO thing (name) VALUES (?)", value as unknown as SqlValue)).toThrow(TypeError);
    expect(names()).toEqual([]);
  });

  test("numbers up to 2^53 and bytes come back unchanged, and counts belong to the statement", () => {
    const { connection } = openTable();
    const bytes = Uint8Array.of(0, 255, 7);
    connection.run("INSERT INTO thing (id, name, data) VALUES (?, ?, ?)", Number.MAX_SAFE_INTEGER, "a", bytes);
    const row = connection.get<{ id: number; data: Uint8Array }>("SELECT id, data FROM thing");
    expect([row?.id, Buffer.isBuffer(row?.data), [...(row?.data ?? [])]]).toEqual([Number.MAX_SAFE_INTEGER, true, [...bytes]]);
    expect(connection.run("UPDATE thing SET name = 'b'")).toBe(1);
    expect(connection.run("UPDATE thing SET name = 'c' WHERE name = 'a'")).toBe(0);
    expect([...connection.rows("SELECT id FROM thing")]).toEqual([[Number.MAX_SAFE_INTEGER]]);
  });
}
