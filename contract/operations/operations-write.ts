import { CommentEdited, CommentSubmitted, EngagementAccepted, InquiryReceived, Like } from "../schemas/comment.ts";
import { CommentEdit, CommentSubmission, InquirySubmission } from "../schemas/request.ts";
import { EngagementRequest } from "../schemas/request-engagement.ts";
import type { Operation, ProblemAnswer } from "./operation.ts";
import { ANYWHERE, BAD_REQUEST, NOT_FOUND, REDUCED } from "./read-operation.ts";

const JSON_ONLY = ["application/json"];

const ORIGIN: ProblemAnswer = { status: 403, code: "origin-not-allowed" };
const QUOTA: ProblemAnswer = { status: 429, code: "quota-exceeded" };
/** Problems that any request body can cause. */
const BODY: readonly ProblemAnswer[] = [
  { status: 400, code: "malformed-json" },
  { status: 413, code: "content-too-large" },
  { status: 415, code: "unsupported-media-type" },
  { status: 422, code: "validation-error" },
];
const IDEMPOTENT: readonly ProblemAnswer[] = [BAD_REQUEST, { status: 422, code: "idempotency-key-reused" }];
const REFERENCE: ProblemAnswer = { status: 422, code: "unknown-reference" };
const TOKEN: ProblemAnswer = { status: 403, code: "edit-token-invalid" };

const base = { body: null, requestHeaders: [], conditional: false, paged: false, setsCookie: false, hasSnapshot: false } as const;
const idempotencyKey = [{ name: "Idempotency-Key", required: false }] as const;
const editToken = [{ name: "X-Edit-Token", required: true }] as const;

const idempotency =
  "With an `Idempotency-Key`, a repeated request within 24 hours gets the first response again and does not count against the limits; the same key with another body gets 422.";

export const WRITE_OPERATIONS: readonly Operation[] = [
  {
    ...base,
    id: "createComment",
    name: "comments.submit",
    route: "comments",
    method: "POST",
    tag: "Comments",
    summary: "Write a comment",
    description: `The comment waits for the owner's approval. Its \`editToken\` lets the author change or withdraw it for 15 minutes. ${idempotency}`,
    body: { schema: CommentSubmission, mediaTypes: JSON_ONLY },
    requestHeaders: idempotencyKey,
    success: { status: 202, description: "Received, and waiting for approval.", schema: CommentSubmitted },
    problems: [
      ...BODY,
      ...IDEMPOTENT,
      { status: 403, code: "comments-closed" },
      ORIGIN,
      NOT_FOUND,
      { status: 409, code: "duplicate-comment" },
      REFERENCE,
      QUOTA,
      ...ANYWHERE,
      REDUCED,
    ],
  },
  {
    ...base,
    id: "editComment",
    name: "comments.edit",
    route: "comment",
    method: "PATCH",
    tag: "Comments",
    summary: "Change a comment",
    description:
      "Within 15 minutes, with the token from its submission. Absent members stay unchanged. A null (RFC 7396) or empty `authorUrl` removes it; any other null member counts as absent. An approved comment waits for approval again.",
    body: { schema: CommentEdit, mediaTypes: JSON_ONLY },
    requestHeaders: editToken,
    success: { status: 200, description: "The changed comment, waiting for approval.", schema: CommentEdited },
    problems: [...BODY, BAD_REQUEST, TOKEN, ORIGIN, NOT_FOUND, QUOTA, ...ANYWHERE, REDUCED],
  },
  {
    ...base,
    id: "withdrawComment",
    name: "comments.withdraw",
    route: "comment",
    method: "DELETE",
    tag: "Comments",
    summary: "Withdraw a comment",
    description: "Within 15 minutes, with the token from its submission. This cannot be undone.",
    requestHeaders: editToken,
    success: { status: 204, description: "Withdrawn.", schema: null },
    problems: [BAD_REQUEST, TOKEN, ORIGIN, NOT_FOUND, QUOTA, ...ANYWHERE, REDUCED],
  },
  {
    ...base,
    id: "likePost",
    name: "likes.add",
    route: "like",
    method: "POST",
    tag: "Likes",
    summary: "Like a post",
    description:
      "Counts once per visitor, however often it is sent. Sets the visitor's cookie if there is none. Without a cookie, an `Idempotency-Key` shows that two requests are from one visitor: the same key sets the same cookie, so a first like that is sent twice (a double click, a retry) counts once. A body is ignored.",
    requestHeaders: idempotencyKey,
    success: { status: 200, description: "The post is liked.", schema: Like },
    setsCookie: true,
    problems: [BAD_REQUEST, ORIGIN, NOT_FOUND, QUOTA, ...ANYWHERE, REDUCED],
  },
  {
    ...base,
    id: "unlikePost",
    name: "likes.remove",
    route: "like",
    method: "DELETE",
    tag: "Likes",
    summary: "Withdraw a like",
    description: "If there was no like, nothing changes.",
    success: { status: 200, description: "The post is not liked.", schema: Like },
    problems: [ORIGIN, NOT_FOUND, QUOTA, ...ANYWHERE, REDUCED],
  },
  {
    ...base,
    id: "createInquiry",
    name: "inquiries.submit",
    route: "inquiries",
    method: "POST",
    tag: "Services",
    summary: "Ask about a service",
    description: `The inquiry goes to the owner and is never published. ${idempotency}`,
    body: { schema: InquirySubmission, mediaTypes: JSON_ONLY },
    requestHeaders: idempotencyKey,
    success: { status: 201, description: "Received.", schema: InquiryReceived },
    problems: [...BODY, ...IDEMPOTENT, ORIGIN, REFERENCE, QUOTA, ...ANYWHERE, REDUCED],
  },
  {
    ...base,
    id: "recordEngagement",
    name: "engagement.send",
    route: "engagement",
    method: "POST",
    tag: "Engagement",
    summary: "Report engagement",
    description:
      "One record, or up to 20. `text/plain` is read as JSON. Pass a string to `navigator.sendBeacon`, because browsers silently drop `application/json` to another origin. Valid records of a batch are accepted, and the others are listed; 422 only if none is valid. With `Sec-GPC: 1` or `DNT: 1`, records are counted without a visitor key.",
    body: { schema: EngagementRequest, mediaTypes: ["application/json", "text/plain"] },
    success: { status: 202, description: "Accepted.", schema: EngagementAccepted },
    problems: [...BODY, ORIGIN, QUOTA, ...ANYWHERE, REDUCED],
  },
];
