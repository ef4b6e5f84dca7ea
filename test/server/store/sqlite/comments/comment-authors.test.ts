import { expect, test } from "vitest";
import { OTHERS_MAX } from "../../../../../server/store/comment-types.ts";
import { createTestStore } from "../../file-store.ts";
import { key, submit } from "../../helpers.ts";

const from = (address: string) => ({ banKeys: [{ kind: "address" as const, hash: key(address) }] });

test("an author's other comments are counted among the pending ones, up to a limit", async () => {
  const { store } = createTestStore({ fast: true });
  const first = await submit(store, from("a"));
  expect(await store.comments.countOthers(first)).toBe(0);
  const second = await submit(store, from("a"));
  const spam = await submit(store, from("a"));
  await store.comments.decide({ id: spam, revision: 1, decision: "spam" });
  const stranger = await submit(store, from("b"));
  expect(await Promise.all([first, second, spam, stranger].map((id) => store.comments.countOthers(id)))).toEqual([1, 1, 2, 0]);
  for (let number = 0; number < 2 * OTHERS_MAX; number += 1) await submit(store, from("a"));
  expect(await Promise.all([first, spam, stranger].map((id) => store.comments.countOthers(id)))).toEqual([OTHERS_MAX, OTHERS_MAX, 0]);
});

test("other comments by an author of few comments are found without reading all pending ones", async () => {
  const { store, database } = createTestStore({ fast: true });
  const id = await submit(store, from("a"));
  const sources: string[] = [];
  const prepare = database().prepare.bind(database());
  database().prepare = ((source: string) => {
    sources.push(source);
    return prepare(source);
  }) as typeof prepare;
  await store.comments.countOthers(id);
  const plan = sources
    .filter((source) => source.includes("'pending'"))
    .flatMap((source) => prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source.replaceAll("?", "1")}`).all())
    .map(({ detail }) => detail);
  expect(plan).toContain("SEARCH comment USING INTEGER PRIMARY KEY (rowid=?)");
  expect(plan.join()).not.toContain("comment_by_state");
});
