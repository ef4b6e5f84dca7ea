import { EXAMPLE_ID } from "../../contract/example-id.ts";
import { API_PREFIX } from "../../contract/paths.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import { toPageAddress } from "../shared/site-addresses.ts";
import { createContentExamples, onePage } from "./examples-content.ts";
import type { OwnNames } from "./own-names.ts";
import { createProblemType } from "./problem-answers.ts";

/** Sample responses and bodies, by operationId, for sites without suitable content of their own. */
export interface Examples {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly bodies: Readonly<Record<string, unknown>>;
}

/** Only the beginning of a feed. */
const FEED =
  '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Comments</title><updated>2026-01-31T09:30:00.000Z</updated></feed>';
/** @param url address of the post's page */
const toMarkdown = (url: string): string =>
  `---\ntitle: Reading tide tables\ndate: 2026-01-31T09:30:00.000Z\nurl: ${url}\nlanguage: en\ntags:\n  - sea\n---\n\nThe table says *when*, not how high.\n`;
const CREATED = "2026-01-31T09:30:00.000Z";

const SUBMITTED = {
  id: EXAMPLE_ID,
  status: "pending",
  createdAt: CREATED,
  parentId: null,
  authorName: "Ada",
  authorUrl: "https://ada.example/",
  body: "A *fine* table.",
  bodyHtml: "<p>A <em>fine</em> table.</p>",
  editableUntil: "2026-01-31T09:45:00.000Z",
} as const;

export interface ExamplesOptions {
  /** The API's public base. */
  readonly baseUrl: string;
  /** Base of problem types. */
  readonly problemBaseUrl: string;
  readonly own: OwnNames;
}

export function createExamples({ baseUrl, problemBaseUrl, own }: ExamplesOptions): Examples {
  const site = baseUrl.endsWith(API_PREFIX) ? baseUrl.slice(0, -API_PREFIX.length) : baseUrl;
  const like = { slug: own.post, liked: true, likeCount: 12 };
  return {
    answers: {
      ...createContentExamples(site),
      ...createCommentExamples(site, own),
      getPostMarkdown: toMarkdown(putBelow(site, `/posts/${own.post}`)),
      getLike: { ...like, liked: false },
      likePost: like,
      unlikePost: { ...like, liked: false, likeCount: 11 },
      createInquiry: { id: "h3yq6kd2nx7bw4tjzcrfm5ap", status: "received", createdAt: CREATED },
      recordEngagement: { accepted: 1, rejected: [{ index: 1, code: "required", detail: "/slug: this member is required" }] },
      getCounts: { posts: { [own.post]: { likeCount: 12, commentCount: 2, viewCount: null } } },
      getApi: {
        ...{ name: "Ines Aalto", language: "en", buildId: "5f3c1a0b9d2e4f67", format: 2 },
        links: {
          ...{
            site: putBelow(site, "/"),
            openapi: putBelow(baseUrl, "/openapi.json"),
            kinds: putBelow(baseUrl, "/kinds"),
            search: putBelow(baseUrl, "/search"),
          },
          ...{ rss: putBelow(site, "/feed.xml"), json: putBelow(site, "/feed.json") },
        },
      },
      getOpenApi: { openapi: "3.1.1", info: { title: "Content API", version: "1.0.0" }, paths: {} },
      getProblemType: createProblemType(problemBaseUrl, "not-found"),
    },
    bodies: createBodies(own),
  };
}

function createCommentExamples(site: string, own: OwnNames): Record<string, unknown> {
  const recent = {
    id: "r5vju2x7hcm4gq6dzatkpe3w",
    parentId: EXAMPLE_ID,
    depth: 1,
    authorName: "Ines",
    authorUrl: putBelow(site, "/"),
    isAuthor: true,
    body: "Thank you!",
    bodyHtml: "<p>Thank you!</p>",
    createdAt: "2026-01-31T10:00:00.000Z",
    editedAt: null,
  };
  const reply = { ...recent, deleted: false, replyCount: 0, replies: [], repliesTruncated: false };
  const { id, createdAt, authorName, authorUrl, body, bodyHtml } = SUBMITTED;
  const comment = {
    ...{ ...reply, id, parentId: null, depth: 0, authorName, authorUrl, isAuthor: false, body, bodyHtml, createdAt },
    ...{ replyCount: 1, replies: [reply] },
  };
  const post = { slug: own.post, title: "How to read a tide table", ...toPageAddress(site, `/posts/${own.post}`) };
  return {
    listComments: { items: [comment], pagination: onePage(1, 20), totalComments: 2 },
    getComment: {
      ...{ comment: reply, threadId: EXAMPLE_ID },
      ...{ commentsPage: 1, commentsPageSize: 20, commentsSort: "oldest", beyondReplies: false },
    },
    listRecentComments: { items: [{ ...recent, post }] },
    getRecentCommentsFeed: FEED,
    getPostCommentsFeed: FEED,
    createComment: { ...SUBMITTED, editToken: "dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgdG9rZW4" },
    editComment: SUBMITTED,
  };
}

function createBodies(own: OwnNames): Record<string, unknown> {
  const { authorName, body } = SUBMITTED;
  return {
    createComment: { authorName, body, authorEmail: "ada@ada.example", authorUrl: "https://ada.example/", parentId: null },
    editComment: { body: "A *very fine* table." },
    createInquiry: {
      email: "ada@ada.example",
      message: "Could you weave two metres of this?",
      telegram: "@ada_lovelace",
      name: "Ada",
      ...(own.serviceId === null ? {} : { serviceId: own.serviceId }),
    },
    recordEngagement: {
      events: [
        { type: "post_view", slug: own.post, ageMs: 1200 },
        { type: "read_progress", slug: own.post, percent: 75, activeMs: 94000 },
      ],
    },
  };
}
