/**
 * The problem types of the API (RFC 9457). `type` of an answer is `{base_url}/problems/{code}`, which resolves
 * to the text kept here.
 */

/** RFC 9457, which defines no charset: JSON is UTF-8. */
export const PROBLEM_CONTENT_TYPE = "application/problem+json";

interface ProblemType {
  readonly status: readonly [number, ...number[]];
  readonly title: string;
  /** What it means and what a client can do; shown at `/problems/{code}`. */
  readonly description: string;
}

export const PROBLEM_TYPES = {
  "malformed-json": {
    status: [400],
    title: "The request body is not a JSON object",
    description: "The body could not be read as a JSON object in UTF-8. Send one object, encoded with JSON.stringify or the like.",
  },
  "validation-error": {
    status: [400, 422],
    title: "The request has invalid values",
    description:
      "One or more values are wrong. `errors` lists all of them, each with the parameter, header or JSON pointer it belongs to. 400 for the query and headers, 422 for a body.",
  },
  "unknown-reference": {
    status: [422],
    title: "The request refers to something that cannot be used",
    description: "`parentId` must be an approved comment of the same post, `serviceId` the id of a published service offering.",
  },
  "idempotency-key-reused": {
    status: [422],
    title: "The idempotency key was used with another body",
    description: "A key belongs to one request. Repeat the very same body, or choose a new key.",
  },
  "not-found": {
    status: [404],
    title: "Nothing is here",
    description: "There is no such path, slug, series or resource. Drafts and posts of the future look the same.",
  },
  "method-not-allowed": {
    status: [405],
    title: "The method is not allowed here",
    description: "The `Allow` header lists the methods of this path.",
  },
  "comments-closed": {
    status: [403],
    title: "Comments are closed",
    description: "This post takes no comments. Those that were approved can still be read.",
  },
  "origin-not-allowed": {
    status: [403],
    title: "This origin is not allowed",
    description: "The request came from a site that the owner has not listed.",
  },
  "edit-token-invalid": {
    status: [403],
    title: "The edit token is wrong or too old",
    description: "A comment can be changed for 15 minutes, with the token that its submission answered, in `X-Edit-Token`.",
  },
  "revision-conflict": {
    status: [409],
    title: "The comment was edited since",
    description: "A decision names the revision it saw, and the comment has a newer one. Read it again and decide anew.",
  },
  "duplicate-comment": {
    status: [409],
    title: "The comment was already received",
    description: "The same text for the same post arrived from the same address within a day. It is not needed twice.",
  },
  "content-too-large": {
    status: [413],
    title: "The request body is too large",
    description: "A body may have 32 KiB.",
  },
  "uri-too-long": {
    status: [414],
    title: "The address is too long",
    description: "Path and query together may have 8 KiB.",
  },
  "unsupported-media-type": {
    status: [415],
    title: "The media type is not supported",
    description: "Send `Content-Type: application/json` (engagement takes `text/plain` too).",
  },
  "quota-exceeded": {
    status: [429],
    title: "Too many requests",
    description: "`Retry-After` says in how many seconds to try again; `RateLimit-Policy` states the quota.",
  },
  "query-not-supported": {
    status: [501],
    title: "This host cannot answer queries",
    description: "A plain file host answers paths without a query. Use the service worker, or a host that runs the read handler.",
  },
  "internal-error": {
    status: [500],
    title: "Something went wrong here",
    description: "The fault is on our side. `requestId`, where it is given, finds it in the logs.",
  },
  "index-unavailable": {
    status: [503],
    title: "The content index is not available",
    description: "The read handler finds no index that it understands: the site is being deployed, or was built by another version.",
  },
  "temporary-reduced-capacity": {
    status: [503],
    title: "This part is not available right now",
    description: "Reading goes on; what needs the write server does not. Try again after `Retry-After` seconds.",
  },
} as const satisfies Record<string, ProblemType>;

export type ProblemCode = keyof typeof PROBLEM_TYPES;

/** Machine-readable reasons of one wrong value. */
export const PROBLEM_ITEM_CODES = [
  "required",
  "invalid_type",
  "invalid_format",
  "invalid_value",
  "too_small",
  "too_big",
  "unrecognized",
  "repeated",
] as const;
export type ProblemItemCode = (typeof PROBLEM_ITEM_CODES)[number];

/** One wrong value: exactly one of `pointer` (RFC 6901, into the body), `parameter` (query) and `header`. */
export interface ProblemItem {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly code: ProblemItemCode;
  readonly detail: string;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly errors: readonly ProblemItem[];
  readonly instance?: string;
  readonly requestId?: string;
}

export interface ProblemOptions {
  /** Needed where a code has two statuses (validation-error). Default: the first. */
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: readonly ProblemItem[];
  readonly instance?: string;
  readonly requestId?: string;
}

/** `detail` of a query with wrong parameters, whoever answers. */
export function wrongQueryDetail(errors: readonly ProblemItem[]): string {
  return `Wrong in the query: ${[...new Set(errors.map(({ parameter }) => parameter))].join(", ")}.`;
}

/** `detail` of a method that a path does not have, whoever answers. @param allow as in the header of that name */
export function methodDetail(allow: string): string {
  return `This path takes ${allow}.`;
}

/**
 * The body of a problem answer, members in their fixed order. Without a detail of its own it has the type's description: what several programs answer, web
 * servers among them, has no other.
 * @param baseUrl the API's public base, `/api/v1` included, without a slash at the end
 */
export function createProblem(baseUrl: string, code: ProblemCode, options: ProblemOptions = {}): Problem {
  const type: ProblemType = PROBLEM_TYPES[code];
  return {
    type: `${baseUrl}/problems/${code}`,
    title: type.title,
    status: options.status ?? type.status[0],
    detail: options.detail ?? type.description,
    code,
    errors: options.errors ?? [],
    ...(options.instance === undefined ? {} : { instance: options.instance }),
    ...(options.requestId === undefined ? {} : { requestId: options.requestId }),
  };
}
