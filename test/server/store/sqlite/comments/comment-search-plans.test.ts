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

// No index can find part of a text. A search reads the comments in the chosen state in order: a
// page ends after 21 matches, and the count reads all of them. bench/README.md states the cost.
test.each([
  ["text", { words: ["casino"] }],
  ["author", { author: "rita" }],
  ["a link's host", { linkHost: "casino.example" }],
  ["age", { until: 5 }],
] as const)("a search by %s reads only comments in one state, through that state's index, in page order", async (_, filter) => {
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

test("counting by email address uses the index by address or by state", async () => {
  const { count } = await plansOf({ states: ["pending"], authorEmail: "ada@ada.example" });
  expect(count).toMatch(/SEARCH c USING (?:COVERING )?INDEX comment_by_(?:email|state) \((?:author_email|state)=\?/);
});
