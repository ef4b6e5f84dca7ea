import { RETRY_AFTER_SECONDS } from "../contract/limits.ts";
import { CACHE_CONTROL } from "../contract/paths.ts";
import { createProblem, PROBLEM_TYPES } from "../contract/problem-types.ts";
import { PROBLEM_CONTENT_TYPE, type ProblemCode } from "../contract/problems.ts";

/** A problem that a web server answers itself, with the same text for every path. */
export interface ConstantProblem {
  readonly status: number;
  /** The problem as JSON. */
  readonly body: string;
  /** Without cross-origin headers, which depend on the path. */
  readonly headers: Readonly<Record<string, string>>;
}

const RETRIED: readonly ProblemCode[] = ["temporary-reduced-capacity", "index-unavailable"];

/** @param detail replaces the type's own text */
export function constantProblem(baseUrl: string, code: ProblemCode, detail?: string): ConstantProblem {
  return {
    status: PROBLEM_TYPES[code].status[0],
    body: JSON.stringify(createProblem(baseUrl, code, detail === undefined ? {} : { detail })),
    headers: {
      "Content-Type": PROBLEM_CONTENT_TYPE,
      "Cache-Control": CACHE_CONTROL[code === "not-found" ? "missing" : "none"],
      "X-Content-Type-Options": "nosniff",
      ...(RETRIED.includes(code) ? { "Retry-After": String(RETRY_AFTER_SECONDS) } : {}),
    },
  };
}
