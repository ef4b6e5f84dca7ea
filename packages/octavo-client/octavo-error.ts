import type { ApiProblem, ProblemItem } from "./generated/api-types.ts";
import type { OperationRow } from "./generated/operation-table.ts";

/** Why there is no response from the API, in the form of its problems. */
export interface FailureOf<Code extends string> {
  code: Code;
  type: "about:blank";
  title: string;
  /** The status of the response; 0 if there was none. */
  status: number;
  detail: string;
  errors: ProblemItem[];
}

/** The request got no response: no network, no such host, or refused by CORS. */
export type NetworkFailure = FailureOf<"network-error">;
/** The response did not arrive in time. */
export type TimeoutFailure = FailureOf<"timeout">;
/**
 * The response is not the API's, for example a proxy's page, or a front end's own page if `baseUrl`
 * is wrong.
 */
export type UnexpectedAnswer = FailureOf<"unexpected-answer">;

/**
 * Why a request failed, given by `code`. The API may add codes within v1, so a `switch` needs a
 * `default`.
 */
export type ClientProblem = ApiProblem | NetworkFailure | TimeoutFailure | UnexpectedAnswer;

export interface OctavoErrorOptions {
  readonly cause?: unknown;
  readonly method: string;
  readonly url: string;
  readonly retryAfter?: number | null;
}

/**
 * The error of every method. If its signal was aborted, the method rejects with the signal's reason
 * instead.
 */
export class OctavoError extends Error {
  override readonly name = "OctavoError";
  /** The problem in the API's form. */
  declare readonly problem: ClientProblem;
  declare readonly method: string;
  declare readonly url: string;
  /** When the API accepts the request again, in seconds after the response; null if not stated. */
  declare readonly retryAfter: number | null;

  constructor(problem: ClientProblem, { method, url, retryAfter = null, ...options }: OctavoErrorOptions) {
    const items = problem.errors.map(({ pointer, parameter, header, detail }) => `; ${pointer ?? parameter ?? header}: ${detail}`);
    super(`${method} ${url}: ${problem.code}: ${problem.detail}${items.join("")}`, options);
    this.problem = problem;
    this.method = method;
    this.url = url;
    this.retryAfter = retryAfter;
  }
}

export type FailureCode = (NetworkFailure | TimeoutFailure | UnexpectedAnswer)["code"];

/** Facts about a failure that the client itself detects. */
export interface FailureFacts {
  readonly row: OperationRow;
  readonly url: string;
  /** Milliseconds waited. */
  readonly timeout: number;
  /** null if there was none. */
  readonly response: Response | null;
}

/** Title and detail of such a failure. */
export type DescribeFailure = (code: FailureCode, facts: FailureFacts) => readonly [title: string, detail: string];
