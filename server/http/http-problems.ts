import type { z } from "zod";
import { CACHE_CONTROL } from "../../contract/paths.ts";
import { createProblem } from "../../contract/problem-types.ts";
import { PROBLEM_CONTENT_TYPE } from "../../contract/problems.ts";
import { toProblemItems } from "../../contract/schemas/request-problems.ts";
import { StoreUnavailable } from "../store/store-errors.ts";
import { Failure, invalidBody } from "./http-failure.ts";
import type { RouteAnswer } from "./respond.ts";

export interface ProblemContext {
  /** Public base of the API, including `/api/v1`. */
  readonly baseUrl: string;
  /** The request's path, without the query. */
  readonly instance: string;
  readonly requestId: string;
  /**
   * False if the base comes from the client's own Host because nothing is published. Such an answer
   * must not be shared.
   */
  readonly isShared: boolean;
}

/**
 * Turns an error into one that the client may see. An unavailable store becomes a 503. Any other
 * error is internal and is not described.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof StoreUnavailable) return unavailable(error.retryAfterMs);
  return new Failure("internal-error");
}

/** A 503 that says when to try again. */
export function unavailable(retryAfterMs: number, detail?: string): Failure {
  return new Failure("temporary-reduced-capacity", {
    ...(detail === undefined ? {} : { detail }),
    headers: { "Retry-After": toSeconds(retryAfterMs) },
  });
}

/**
 * Whole seconds, at least one. Rounded up, so that a client that waits as long as stated is not refused
 * again.
 */
export function toSeconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1_000)));
}

/** Formats a failure as an RFC 9457 problem. */
export function toProblemAnswer({ code, options }: Failure, context: ProblemContext): RouteAnswer {
  const problem = createProblem(context.baseUrl, code, {
    ...(options.status === undefined ? {} : { status: options.status }),
    ...(options.detail === undefined ? {} : { detail: options.detail }),
    ...(options.errors === undefined ? {} : { errors: options.errors }),
    instance: context.instance,
    requestId: context.requestId,
  });
  return {
    status: problem.status,
    body: JSON.stringify(problem),
    headers: {
      "Content-Type": PROBLEM_CONTENT_TYPE,
      "Cache-Control": CACHE_CONTROL[code === "not-found" && context.isShared ? "missing" : "none"],
      ...options.headers,
    },
  };
}

/**
 * Validates a body against its schema.
 * @throws Failure 422 with every error
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidBody(toProblemItems(parsed.error, body));
  return parsed.data;
}
