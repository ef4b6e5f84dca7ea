import { describe, expect, it } from "vitest";
import { createContentExamples } from "../../build/openapi/examples-content.ts";
import { createProblem, PROBLEM_TYPES } from "../../contract/problem-types.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { Comment, CommentThreads } from "../../contract/schemas/comment.ts";
import { PostSummary } from "../../contract/schemas/post.ts";
import { ProblemItemSchema, ProblemSchema } from "../../contract/schemas/problem.ts";

describe("Problem", () => {
  it.each(Object.keys(PROBLEM_TYPES))("is what createProblem returns for %s", (code) => {
    const problem = createProblem("https://ines.example/api/v1", code as ProblemCode, { instance: "/x", requestId: "r" });
    expect(ProblemSchema.parse(problem)).toEqual(problem);
  });

  it("allows no other code and no other member", () => {
    const problem = createProblem("https://ines.example/api/v1", "not-found");
    expect(ProblemSchema.safeParse({ ...problem, code: "gone" }).success).toBe(false);
    expect(ProblemSchema.safeParse({ ...problem, stack: "Error" }).success).toBe(false);
  });

  it("names exactly one place for a wrong value", () => {
    const item = { code: "required", detail: "missing" };
    expect(ProblemItemSchema.safeParse({ ...item, parameter: "q" }).success).toBe(true);
    expect(ProblemItemSchema.safeParse(item).success).toBe(false);
    expect(ProblemItemSchema.safeParse({ ...item, parameter: "q", header: "x" }).success).toBe(false);
  });
});

describe("PostSummary", () => {
  const post = createContentExamples("https://ines.example").listPosts as { readonly items: readonly [object] };
  const [summary] = post.items;
  const image = {
    ...{ url: "https://ines.example/a.png", width: 4, height: 3, alt: "", mimeType: null },
    thumbhash: null,
    dominantColor: null,
  };
  const video = { ...{ provider: "file", url: "https://ines.example/a.mp4", embedUrl: null }, durationSeconds: null, poster: null };

  it.each([
    ["a text", {}, true],
    ["a video", { type: "VIDEO", video }, true],
    ["a video without one", { type: "VIDEO" }, false],
    ["pictures", { type: "IMAGE", images: [{ ...image, variants: [] }] }, true],
    ["pictures without one", { type: "IMAGE" }, false],
    ["another type", { type: "AUDIO" }, false],
  ])("of %s, with %o, is valid: %s", (_, members, isValid) => {
    expect(PostSummary.safeParse({ ...summary, ...members }).success).toBe(isValid);
  });
});

describe("Comment", () => {
  const comment = {
    id: "c1",
    parentId: null,
    depth: 0,
    authorName: "Ada",
    authorUrl: null,
    isAuthor: false,
    body: "Fine.",
    bodyHtml: "<p>Fine.</p>",
    createdAt: "2026-01-31T09:30:00.000Z",
    editedAt: null,
    deleted: false,
    replyCount: 1,
    replies: [] as unknown[],
    repliesTruncated: false,
  };
  const pagination = { page: 1, pageSize: 20, totalItems: 1, totalPages: 1, hasNextPage: false, hasPreviousPage: false };

  it("contains comments, and is checked against its shape at every depth", () => {
    const thread = (reply: unknown) => ({ items: [{ ...comment, replies: [reply] }], pagination, totalComments: 2 });
    const reply = { ...comment, id: "c2", parentId: "c1", depth: 1 };
    expect(CommentThreads.safeParse(thread(reply)).success).toBe(true);
    expect(CommentThreads.safeParse(thread({ ...reply, authorEmail: "ada@ada.example" })).success).toBe(false);
    expect(Comment.safeParse({ ...comment, depth: 6 }).success).toBe(false);
  });

  it("may be a tombstone, without name and text", () => {
    const tombstone = { ...comment, authorName: null, body: null, bodyHtml: null, deleted: true };
    expect(Comment.safeParse(tombstone).success).toBe(true);
    expect(Comment.safeParse({ ...tombstone, authorName: "Ada" }).success).toBe(false);
    expect(Comment.safeParse({ ...tombstone, deleted: false }).success).toBe(false);
  });
});
