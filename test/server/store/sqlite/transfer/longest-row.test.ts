import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { FileConnection } from "../../../../../server/store/sqlite/database/connection.ts";
import { migrate } from "../../../../../server/store/sqlite/database/migrate.ts";
import { findLongestRow } from "../../../../../server/store/sqlite/transfer/longest-row.ts";
import { readLayouts } from "../../../../../server/store/sqlite/transfer/table-layout.ts";
import { temporaryFolder } from "../../file-store.ts";

test("findLongestRow returns the table and place of the longest row, measured in bytes, not characters", () => {
  const database = new Database(join(temporaryFolder(), "octavo.db"));
  onTestFinished(() => void database.close());
  migrate(database);
  const connection = new FileConnection(() => database);
  const layouts = readLayouts(connection);
  const add = "INSERT INTO inquiry (id, public_id, state, email, message, created_at) VALUES (?, ?, 'new', 'a@b.example', ?, 1)";
  connection.run(add, 7, "a".repeat(24), "ü".repeat(600));
  connection.run(add, 8, "b".repeat(24), "a".repeat(1_000));
  connection.run("INSERT INTO spam_word (word) VALUES ('casino')");
  expect(findLongestRow(connection, layouts)).toMatchObject({ table: "inquiry", place: `id 7, public_id '${"a".repeat(24)}'` });
  expect(findLongestRow(connection, layouts)?.bytes).toBeGreaterThan(1_200);
  connection.run("INSERT INTO spam_word (word) VALUES (?)", "casino".repeat(1_000));
  expect(findLongestRow(connection, layouts)).toMatchObject({ table: "spam_word", place: expect.stringMatching(/^word 'casino/) });
  expect(findLongestRow(connection, [])).toBeNull();
});
