import { expect, it } from "vitest";
import type { Comment } from "../../contract/schemas/comment.ts";
import { toThreadsAnswer } from "../../threads/comment-answers.ts";
import type { PublicComment } from "../../threads/public-comments.ts";

const comment = (id: string, createdAt: number, replies: PublicComment[] = []): PublicComment => ({
  ...{ id, parentId: null, depth: 0, authorName: "Ada", authorUrl: null, isAuthor: false, body: id, bodyHtml: id },
  ...{ createdAt, editedAt: null, deleted: false, replyCount: 4, replies, repliesTruncated: false },
});

/** Replies at depths 1, 2, 3 and 4; the one at 3 answers the one at 1. */
const thread = (): PublicComment => comment("top", 0, [comment("one", 1, [comment("three", 3)]), comment("two", 2), comment("four", 4)]);

function repliesWith(repliesLimit: number): { readonly ids: readonly string[]; readonly truncated: boolean } {
  const page = { items: [thread()], totalItems: 1, totalComments: 5 };
  const [top] = toThreadsAnswer(page, { commentsPage: 1, commentsPageSize: 20, repliesLimit }, "https://fjord.example/c", []).value.items;
  const idsOf = ({ id, replies }: Comment): string[] => [id, ...replies.flatMap(idsOf)];
  return { ids: top === undefined ? [] : idsOf(top).slice(1), truncated: top?.repliesTruncated ?? false };
}

it.each([
  [0, [], true],
  [1, ["one"], true],
  [2, ["one", "two"], true],
  [3, ["one", "three", "two"], true],
  [4, ["one", "three", "two", "four"], false],
  [200, ["one", "three", "two", "four"], false],
])("a thread carries its oldest %i replies", (limit, ids, truncated) => {
  expect(repliesWith(limit)).toEqual({ ids, truncated });
});
