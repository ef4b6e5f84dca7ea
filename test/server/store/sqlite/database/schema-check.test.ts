import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { MIGRATIONS, SCHEMA_VERSION } from "../../../../../server/store/engine/migrations.ts";
import { migrate } from "../../../../../server/store/sqlite/database/migrate.ts";
import { checkSchema } from "../../../../../server/store/sqlite/database/schema-check.ts";

function create(version = SCHEMA_VERSION): Database.Database {
  const database = new Database(":memory:");
  onTestFinished(() => void database.close());
  migrate(database, MIGRATIONS.slice(0, version));
  return database;
}

test("the migrated schema is correct at each version, and after ANALYZE and VACUUM", () => {
  for (let version = 0; version <= SCHEMA_VERSION; version += 1) expect(checkSchema(create(version), version)).toEqual([]);
  const database = create();
  // As Litestream creates them.
  database.exec("CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);");
  database.exec("CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);");
  database.exec("INSERT INTO spam_word VALUES ('casino'); ANALYZE; VACUUM");
  expect(checkSchema(database, SCHEMA_VERSION)).toEqual([]);
});

test.for([
  [
    "CREATE TRIGGER publish AFTER INSERT ON comment BEGIN UPDATE comment SET state = 'approved'; END",
    "trigger publish is not part of octavo's schema",
  ],
  ["CREATE VIEW shown AS SELECT 1", "view shown is not part of octavo's schema"],
  ["CREATE TABLE other (a)", "table other is not part of octavo's schema"],
  [
    "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER DEFAULT (1))",
    "table _litestream_seq is not part of octavo's schema",
  ],
  ["CREATE TABLE _litestream_more (id INTEGER)", "table _litestream_more is not part of octavo's schema"],
  ["CREATE INDEX mine ON comment (body)", "index mine is not part of octavo's schema"],
  ["DROP INDEX comment_by_time", "index comment_by_time is missing"],
  ["DROP TABLE spam_word", "table spam_word is missing"],
  ["ALTER TABLE ban ADD COLUMN more TEXT", "table ban differs from octavo's schema"],
  ["DROP TABLE spam_word; CREATE VIEW spam_word AS SELECT '' AS word", "view spam_word is not part of octavo's schema"],
])("%s is found", ([sql, said]) => {
  const database = create();
  database.exec(sql ?? "");
  expect(checkSchema(database, SCHEMA_VERSION)).toContain(said);
});

test("a trigger under the name of SQLite's own statistics is found", () => {
  const database = create();
  database.unsafeMode();
  database.pragma("writable_schema = ON");
  database.exec(
    `INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_stat1', 'comment', 0, 'CREATE TRIGGER sqlite_stat1 AFTER INSERT ON comment BEGIN SELECT 1; END')`,
  );
  expect(checkSchema(database, SCHEMA_VERSION)).toEqual(["trigger sqlite_stat1 is not part of octavo's schema"]);
});
