import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { checkRenderings, rerenderAll } from "../../../../../server/store/sqlite/comments/renderings.ts";
import { renderComment } from "../../../../../server/text/comment-markdown.ts";
import { createTestStore } from "../../file-store.ts";
import { publish } from "../../helpers.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

async function createComments(count: number): Promise<Database.Database> {
  const { store, file } = createTestStore({ fast: true });
  // Submitted at once, so that many share a transaction.
  const numbers = Array.from({ length: count }, (_, n) => n);
  await Promise.all(numbers.map((n) => publish(store, { body: `*${n}*`, bodyHtml: renderComment(`*${n}*`).html })));
  const gone = await publish(store);
  await store.comments.decide({ id: gone, revision: 1, decision: "delete" });
  await store.close();
  const database = new Database(file);
  onTestFinished(() => void database.close());
  return database;
}

test("HTML that does not match its text is found and rendered again; a deleted comment has no HTML", async () => {
  const database = await createComments(3);
  expect(checkRenderings(database)).toEqual([]);
  database.prepare("UPDATE comment SET body_html = ? WHERE id = 2").run(HOSTILE);
  const id = database.prepare("SELECT public_id FROM comment WHERE id = 2").pluck().get();
  expect(checkRenderings(database)).toEqual([`comment ${id} has HTML that does not match its text`]);
  rerenderAll(database);
  expect(checkRenderings(database)).toEqual([]);
  expect(database.prepare("SELECT body_html FROM comment WHERE id = 2").pluck().get()).toBe("<p><em>1</em></p>");
  expect(database.prepare("SELECT count(*) FROM comment WHERE state = 'deleted' AND body_html IS NULL").pluck().get()).toBe(1);
});

test("HTML is rendered again whatever renderer version it claims", async () => {
  const database = await createComments(1_100);
  database.prepare("UPDATE comment SET body_html = ?, sanitizer_version = id % 3 * 99 - 99 WHERE state <> 'deleted'").run(HOSTILE);
  expect(checkRenderings(database).length).toBe(100);
  rerenderAll(database);
  expect(database.prepare("SELECT count(*) FROM comment WHERE body_html = ? OR sanitizer_version <> 1").pluck().get(HOSTILE)).toBe(0);
  expect(checkRenderings(database)).toEqual([]);
});
