import {
  HOST_PROBLEM_TYPES,
  type Problem,
  type ProblemCode,
  type ProblemOptions,
  type ProblemTexts,
  READ_PROBLEM_TYPES,
  toProblem,
} from "./problems.ts";

/** All problem types of the API, including those of the write server. */
export const PROBLEM_TYPES = {
  "malformed-json": {
    status: [400],
    title: "The request body is not a JSON object",
    description: "The body could not be read as a JSON object in UTF-8. Send one object, encoded with JSON.stringify or the like.",
  },
  "validation-error": READ_PROBLEM_TYPES["validation-error"],
  "unknown-reference": {
    status: [422],
    title: "The request refers to something that cannot be used",
    description: "`parentId` must be an approved comment of the same post, `serviceId` the id of a published service offering.",
  },
  "idempotency-key-reused": {
    status: [422],
    title: "The idempotency key was used with another body",
    description: "A key belongs to one request. Repeat exactly the same body, or choose a new key.",
  },
  "not-found": READ_PROBLEM_TYPES["not-found"],
  "method-not-allowed": READ_PROBLEM_TYPES["method-not-allowed"],
  "comments-closed": {
    status: [403],
    title: "Comments are closed",
    description: "This post accepts no new comments. Approved ones can still be read.",
  },
  "origin-not-allowed": HOST_PROBLEM_TYPES["origin-not-allowed"],
  "edit-token-invalid": {
    status: [403],
    title: "The edit token is wrong or too old",
    description: "A comment can be changed for 15 minutes, with the token from its submission in `X-Edit-Token`.",
  },
  "revision-conflict": {
    status: [409],
    title: "The comment was edited in the meantime",
    description: "The decision names an older revision of the comment. Read the comment again and decide again.",
  },
  "duplicate-comment": {
    status: [409],
    title: "The comment was already received",
    description: "The same text for the same post arrived from the same address within a day, and is stored already.",
  },
  "content-too-large": HOST_PROBLEM_TYPES["content-too-large"],
  "uri-too-long": READ_PROBLEM_TYPES["uri-too-long"],
  "unsupported-media-type": {
    status: [415],
    title: "The media type is not supported",
    description: "Send `Content-Type: application/json` (engagement also accepts `text/plain`).",
  },
  "quota-exceeded": {
    status: [429],
    title: "Too many requests",
    description: "`Retry-After` is the number of seconds to wait; `RateLimit-Policy` states the quota.",
  },
  "query-not-supported": {
    status: [501],
    title: "This host cannot answer queries",
    description: "A plain file host answers paths without a query. Use the service worker, or a host that runs the read handler.",
  },
  "internal-error": READ_PROBLEM_TYPES["internal-error"],
  "index-unavailable": READ_PROBLEM_TYPES["index-unavailable"],
  "temporary-reduced-capacity": READ_PROBLEM_TYPES["temporary-reduced-capacity"],
} as const satisfies Record<ProblemCode, ProblemTexts>;

/**
 * The body of a problem response.
 * @param baseUrl the API's public base with `/api/v1`, without a final slash
 */
export function createProblem(baseUrl: string, code: ProblemCode, options: ProblemOptions = {}): Problem {
  return toProblem(baseUrl, code, PROBLEM_TYPES[code], options);
}
