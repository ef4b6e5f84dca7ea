import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { FileConnection } from "../../../../../server/store/sqlite/database/connection.ts";
import { migrate } from "../../../../../server/store/sqlite/database/migrate.ts";
import { dropLeftRows, findUnlikeRows, isLeftRow } from "../../../../../server/store/sqlite/transfer/carried-rows.ts";
import { temporaryFolder } from "../../file-store.ts";

test("a transfer leaves out exactly sessions, links, counted requests and facts about the place", () => {
  const database = new Database(join(temporaryFolder(), "octavo.db"));
  onTestFinished(() => void database.close());
  migrate(database);
  database.exec(`
    INSERT INTO owner_session VALUES ('aaaaaaaaaaaa', zeroblob(32), zeroblob(32), 'Phone', 'link', 1, 1, 1, 9, NULL, '[]');
    INSERT INTO owner_link VALUES (zeroblob(32), 'invite', NULL, 9, NULL);
    INSERT INTO owner_key VALUES ('aaaaaaaaaaaa', zeroblob(32), 'laptop', '[]', 1, 2, NULL);
    INSERT INTO engagement_inbox VALUES (1, 2, 1, 1, '{}'), (-1, 1, 1, 1, '{}');
    INSERT INTO meta VALUES ('secrets', 'one'), ('incidents', '{}'), ('first-key', 'aaaaaaaaaaaa'), ('erasure-list', '1')`);
  dropLeftRows(new FileConnection(() => database));
  const all = (sql: string): unknown[] => database.prepare(sql).pluck().all();
  expect(all("SELECT id FROM owner_session UNION ALL SELECT hash FROM owner_link")).toEqual([]);
  expect(all("SELECT slot FROM engagement_inbox")).toEqual([-1]);
  expect(all("SELECT name FROM meta ORDER BY name")).toEqual(["erasure-list", "secrets"]);
  expect(all("SELECT id FROM owner_key")).toEqual(["aaaaaaaaaaaa"]);
});

/** Facts that apply wherever the database is. */
const CARRIED_FACTS = ["digest", "erasure-list", "erasure-loss-accepted", "events-from", "last-erasure", "secrets"];

test("each fact in meta is either left out or also valid at another place", () => {
  const sources = globSync("server/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const names = sources.flatMap((text) => [
    ...text.matchAll(
      /\bmeta WHERE name = '([^']+)'|(?:writeMetaText|create(?:Text|Object)Mark(?:<[^(]*>)?)\(\w+, "([^"]+)"|INTO meta \(name, value\) VALUES \('([^']+)'/g,
    ),
  ]);
  const facts = new Set(names.flatMap(([, ...found]) => found.filter((name) => name !== undefined)));
  expect([...facts].filter((name) => !isLeftRow("meta", name)).sort()).toEqual(CARRIED_FACTS);
});

test("a comparison finds rows of joined tables that differ, are missing, or belong to neither side", () => {
  const facts = [
    ["digest", "1"],
    ["secrets", "one"],
  ];
  expect(findUnlikeRows("meta", facts, [...facts, ["first-key", "aaaaaaaaaaaa"], ["rows-today", "1 2"]])).toEqual([]);
  expect(
    findUnlikeRows("meta", facts, [
      ["secrets", "two"],
      ["last-erasure", "9"],
    ]),
  ).toEqual(["digest", "secrets", "last-erasure"]);
  const used = [
    ["aaaaaaaaaaaa", null],
    ["bbbbbbbbbbbb", "5"],
    ["cccccccccccc", "5"],
  ];
  const there = [
    ["aaaaaaaaaaaa", "1"],
    ["bbbbbbbbbbbb", "7"],
    ["cccccccccccc", null],
    ["dddddddddddd", "1"],
  ];
  expect(findUnlikeRows("access_history", used, there)).toEqual(["cccccccccccc"]);
});
