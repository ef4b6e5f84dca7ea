/**
 * The problem types of the API (RFC 9457). `type` in a response is `{base_url}/problems/{code}`,
 * which resolves to the text here. This file has the read handler's problems. problem-types.ts has
 * the write server's, so browsers and edge functions do not load them.
 */

/** RFC 9457 defines no charset for it, because JSON is UTF-8. */
export const PROBLEM_CONTENT_TYPE = "application/problem+json";

/** All codes, in the order of the problem documents. */
export const PROBLEM_CODES = [
  "malformed-json",
  "validation-error",
  "unknown-reference",
  "idempotency-key-reused",
  "not-found",
  "method-not-allowed",
  "comments-closed",
  "origin-not-allowed",
  "edit-token-invalid",
  "revision-conflict",
  "duplicate-comment",
  "content-too-large",
  "uri-too-long",
  "unsupported-media-type",
  "quota-exceeded",
  "query-not-supported",
  "internal-error",
  "index-unavailable",
  "temporary-reduced-capacity",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export interface ProblemTexts {
  readonly status: readonly [number, ...number[]];
  readonly title: string;
  /** The problem's meaning and what a client can do about it, shown at `/problems/{code}`. */
  readonly description: string;
}

export const READ_PROBLEM_TYPES = {
  "validation-error": {
    status: [400, 422],
    title: "The request has invalid values",
    description:
      "One or more values are wrong. `errors` lists all of them, each with its parameter, header or JSON pointer. 400 for the query and headers, 422 for a body.",
  },
  "not-found": {
    status: [404],
    title: "Nothing is here",
    description: "There is no such path, slug, series or resource. Drafts and future posts look the same.",
  },
  "method-not-allowed": {
    status: [405],
    title: "The method is not allowed here",
    description: "The `Allow` header lists the methods of this path.",
  },
  "uri-too-long": {
    status: [414],
    title: "The address is too long",
    description: "The limit is 8 KiB.",
  },
  "internal-error": {
    status: [500],
    title: "Something went wrong here",
    description: "The fault is on our side. `requestId`, if present, identifies it in the logs.",
  },
  "index-unavailable": {
    status: [503],
    title: "The content index is not available",
    description: "The read handler finds no index that it understands: the site is being deployed, or was built by another version.",
  },
  "temporary-reduced-capacity": {
    status: [503],
    title: "This part is not available right now",
    description: "Reads still work. Try again after `Retry-After` seconds.",
  },
} as const satisfies Partial<Record<ProblemCode, ProblemTexts>>;

/** Problems that hosts answer themselves, in addition to the read handler's. */
export const HOST_PROBLEM_TYPES = {
  ...READ_PROBLEM_TYPES,
  "origin-not-allowed": {
    status: [403],
    title: "This origin is not allowed",
    description: "The request came from a site that the owner has not listed.",
  },
  "content-too-large": {
    status: [413],
    title: "The request body is too large",
    description: "The limit is 32 KiB.",
  },
} as const satisfies Partial<Record<ProblemCode, ProblemTexts>>;
export type HostProblemCode = keyof typeof HOST_PROBLEM_TYPES;
export type ReadProblemCode = keyof typeof READ_PROBLEM_TYPES;

/** Machine-readable reasons why a value is wrong. */
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

/**
 * One wrong value. It has exactly one of `pointer` (RFC 6901, into the body), `parameter` (query)
 * and `header`.
 */
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
  /** Needed for a code with two statuses (validation-error). Default: the first. */
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: readonly ProblemItem[];
  readonly instance?: string;
  readonly requestId?: string;
}

/** The `detail` for a query with invalid parameters. */
export function wrongQueryDetail(errors: readonly ProblemItem[]): string {
  return `Wrong in the query: ${[...new Set(errors.map(({ parameter }) => parameter))].join(", ")}.`;
}

/**
 * The `detail` for a method that a path does not support.
 * @param allow value of the `Allow` header
 */
export function methodDetail(allow: string): string {
  return `This path allows ${allow}.`;
}

/**
 * The body of a problem response, with its members in a fixed order. The default `detail` is the
 * type's description. Web servers and other programs that answer with a stored problem always send
 * that one.
 * @param baseUrl the API's public base with `/api/v1`, without a final slash
 */
export function toProblem(baseUrl: string, code: ProblemCode, type: ProblemTexts, options: ProblemOptions = {}): Problem {
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
