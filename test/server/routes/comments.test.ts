import { describe, expect, it } from "vitest";
import { createFixture, NOW } from "../api-fixture.ts";

describe("submitting a comment", () => {
  it("is 202 pending, not public, and public once it is approved", async () => {
    const { post, get, store } = createFixture();
    const submitted = await post("/posts/hello/comments", {
      authorName: " Ada ",
      body: "A *fine* table.\r\n",
      authorEmail: "ada@ada.example",
    });
    expect(submitted.status).toBe(202);
    const answer = (await submitted.json()) as Record<string, unknown>;
    expect(answer).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{24}$/),
      status: "pending",
      createdAt: new Date(NOW).toISOString(),
      parentId: null,
      authorName: "Ada",
      body: "A *fine* table.",
      bodyHtml: "<p>A <em>fine</em> table.</p>",
      editToken: expect.any(String),
    });

    const before = await get("/posts/hello/comments");
    expect(await before.json()).toMatchObject({ items: [], totalComments: 0 });

    await store.comments.decide({ id: String(answer.id), revision: 1, decision: "approve" });
    const after = await get("/posts/hello/comments");
    expect(after.status).toBe(200);
    expect(await after.json()).toEqual({
      items: [
        {
          id: answer.id,
          parentId: null,
          depth: 0,
          authorName: "Ada",
          authorUrl: null,
          body: "A *fine* table.",
          bodyHtml: "<p>A <em>fine</em> table.</p>",
          createdAt: new Date(NOW).toISOString(),
          editedAt: null,
          deleted: false,
          replyCount: 0,
          replies: [],
          repliesTruncated: false,
        },
      ],
      pagination: { page: 1, pageSize: 20, totalItems: 1, totalPages: 1, hasNextPage: false, hasPreviousPage: false },
      totalComments: 1,
    });
    expect(await (await get("/counts")).json()).toEqual({ posts: { hello: { likeCount: 0, commentCount: 1 } } });
  });
});
