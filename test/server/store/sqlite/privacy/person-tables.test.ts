import { expect, test } from "vitest";
import { NOBODYS_TABLES, PERSON_TABLES } from "../../../../../server/store/sqlite/privacy/person-tables.ts";
import { createTestStore } from "../../file-store.ts";

test("each table states who owns its rows", () => {
  const { database } = createTestStore();
  const tables = database().prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all();
  const named = [...PERSON_TABLES.map(({ table }) => table), ...Object.keys(NOBODYS_TABLES)];
  expect(named.toSorted()).toEqual((tables as string[]).toSorted());
});

test("the deletion of old addresses reads no unnecessary rows, because it has its own index", () => {
  const { database } = createTestStore();
  const plan = database()
    .prepare("EXPLAIN QUERY PLAN UPDATE comment SET author_email = NULL WHERE author_email IS NOT NULL AND created_at <= ? LIMIT 500")
    .all(0) as { detail: string }[];
  expect(plan.map(({ detail }) => detail).join("\n")).toContain("comment_email_by_time");
});
