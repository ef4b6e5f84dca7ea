import { expect, test } from "vitest";
import type { CommentCountQuery } from "../../../../../server/store/comment-types.ts";
import { createTestStore } from "../../file-store.ts";
import { publish } from "../../helpers.ts";

/** How SQLite finds the results of an owner's search: one page of them, and the total count. */
async function plansOf(query: CommentCountQuery): Promise<{ readonly page: string; readonly count: string }> {
  const { store, database } = createTestStore({ fast: true });
  await publish(store);
  const prepare = database().prepare.bind(database());
  const explain = async (work: () => Promise<unknown>): Promise<string> => {
    const sources: string[] = [];
    database().prepare = ((source: string) => {
      sources.push(source);
      return prepare(source);
    }) as typeof prepare;
    await work();
    return sources
      .flatMap((source) => prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source.replaceAll("?", "1")}`).all())
      .map(({ detail }) => detail)
      .join("\n");
  };
  return {
    page: await explain(() => store.comments.list({ ...query, order: "oldest", limit: 21 })),
    count: await explain(() => store.selections.count(query)),
  };
}

// No index finds part of a text. A search reads the comments of its state in order: a page ends
// after 21 matches, and the count reads the whole state. bench/README.md states the cost.
test.each([
  ["a text", { words: ["casino"] }],
  ["an author", { author: "rita" }],
  ["a host of a link", { linkHost: "casino.example" }],
  ["an age", { until: 5 }],
] as const)("a search for %s reads one state through its index, in page order", async (_, filter) => {
  const { page, count } = await plansOf({ states: ["pending"], ...filter });
  for (const plan of [page, count]) {
    expect(plan).toMatch(/SEARCH c USING (?:COVERING )?INDEX comment_by_state \(state=\?/);
    expect(plan).not.toMatch(/SCAN (?:c|comment)\b|TEMP B-TREE/);
  }
});

test("a search on one post reads only that post", async () => {
  const { page, count } = await plansOf({ states: ["pending", "approved"], slug: "hello", words: ["casino"] });
  for (const plan of [page, count]) {
    expect(plan).toContain("SEARCH c USING INDEX comment_by_post (post_id=?");
    expect(plan).not.toMatch(/SCAN (?:c|comment)\b|TEMP B-TREE/);
  }
});

test("a search by email address reads only comments with that address", async () => {
  const { count } = await plansOf({ states: ["pending"], authorEmail: "ada@ada.example" });
  expect(count).toMatch(/SEARCH c USING (?:COVERING )?INDEX comment_by_(?:email|state) \((?:author_email|state)=\?/);
});
