import { API_PREFIX } from "../../contract/paths.ts";
import { createContentExamples } from "./examples-content.ts";
import { createProblemType } from "./problems.ts";

/** Made-up answers and bodies, by operationId, for what a site has no content of its own to show. */
export interface Examples {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly bodies: Readonly<Record<string, unknown>>;
}

const CREATED = "2026-01-31T09:30:00.000Z";
const COMMENT_ID = "0197a8f2-7c1e-7000-8000-5b2d1c3e4f60";

const SUBMITTED = {
  id: COMMENT_ID,
  status: "pending",
  createdAt: CREATED,
  parentId: null,
  authorName: "Ada",
  authorUrl: "https://ada.example/",
  body: "A *fine* table.",
  bodyHtml: "<p>A <em>fine</em> table.</p>",
  editableUntil: "2026-01-31T09:45:00.000Z",
} as const;

/** @param baseUrl the API's public base @param problemBaseUrl the base that problem types are below */
export function createExamples(baseUrl: string, problemBaseUrl: string): Examples {
  const site = baseUrl.endsWith(API_PREFIX) ? baseUrl.slice(0, -API_PREFIX.length) : baseUrl;
  const like = { slug: "tide-tables", liked: true, likeCount: 12 };
  const reply = {
    id: "0197a8f3-11aa-7000-8000-9c4e5d6f7a80",
    parentId: COMMENT_ID,
    depth: 1,
    authorName: "Ines",
    authorUrl: `${site}/`,
    body: "Thank you!",
    bodyHtml: "<p>Thank you!</p>",
    createdAt: "2026-01-31T10:00:00.000Z",
    editedAt: null,
    deleted: false,
    replyCount: 0,
    replies: [],
    repliesTruncated: false,
  };
  const { id, createdAt, authorName, authorUrl, body, bodyHtml } = SUBMITTED;
  const comment = {
    ...reply,
    id,
    parentId: null,
    depth: 0,
    authorName,
    authorUrl,
    body,
    bodyHtml,
    createdAt,
    replyCount: 1,
    replies: [reply],
  };
  return {
    answers: {
      ...createContentExamples(site),
      listComments: {
        items: [comment],
        pagination: { page: 1, pageSize: 20, totalItems: 1, totalPages: 1, hasNextPage: false, hasPreviousPage: false },
        totalComments: 2,
      },
      createComment: { ...SUBMITTED, editToken: "dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgdG9rZW4" },
      editComment: SUBMITTED,
      getLike: { ...like, liked: false },
      likePost: like,
      unlikePost: { ...like, liked: false, likeCount: 11 },
      createInquiry: { id: "0197a8f5-2bd0-7000-8000-1a2b3c4d5e6f", status: "received", createdAt: CREATED },
      recordEngagement: { accepted: 1, rejected: [{ index: 1, code: "required", detail: "/slug: this member is required" }] },
      getCounts: { posts: { "tide-tables": { likeCount: 12, commentCount: 2 } } },
      getOpenApi: { openapi: "3.1.1", info: { title: "Content API", version: "1.0.0" }, paths: {} },
      getProblemType: createProblemType(problemBaseUrl, "not-found"),
    },
    bodies: {
      createComment: { authorName, body, authorEmail: "ada@ada.example", authorUrl: "https://ada.example/", parentId: null },
      editComment: { body: "A *very fine* table." },
      createInquiry: { email: "ada@ada.example", message: "Could you weave two metres of this?", telegram: "@ada_lovelace", name: "Ada" },
      recordEngagement: {
        events: [
          { type: "post_view", slug: "tide-tables", ageMs: 1200 },
          { type: "read_progress", slug: "tide-tables", percent: 75, activeMs: 94000 },
        ],
      },
    },
  };
}
