import { RETRY_AFTER_SECONDS } from "../contract/limits.ts";
import type { CacheClass } from "../contract/paths.ts";
import type { ProblemCode, ProblemItem, ReadProblemCode } from "../contract/problems.ts";
import { FilesUnavailable, IndexUnavailable } from "./read-file.ts";

/** Parts of a problem response. */
export interface ReadFailure {
  readonly code: ReadProblemCode;
  readonly detail?: string;
  readonly errors?: readonly ProblemItem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends the handling of a request with a problem. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure) {
    super(failure.detail ?? failure.code);
    this.failure = failure;
  }
}

/**
 * @param detail only for problems from the read handler and the write server; web servers have one
 * text for all paths
 */
export function notFound(detail?: string): ProblemError {
  return new ProblemError({ code: "not-found", ...(detail === undefined ? {} : { detail }) });
}

const RETRY: Readonly<Record<string, string>> = { "Retry-After": String(RETRY_AFTER_SECONDS) };

/**
 * The response to any thrown value. Messages of errors are not shown, because they contain file
 * names.
 */
export function toReadFailure(error: unknown): ReadFailure {
  if (error instanceof ProblemError) return error.failure;
  if (error instanceof IndexUnavailable) return { code: "index-unavailable", headers: RETRY };
  if (error instanceof FilesUnavailable) {
    return { code: "index-unavailable", detail: "The files of the site cannot be read at the moment. Try again shortly.", headers: RETRY };
  }
  return { code: "internal-error" };
}

/** Response of a write server's route on a site without a write server. */
export function serverAbsent(): ProblemError {
  return new ProblemError({ code: "temporary-reduced-capacity", headers: RETRY });
}

export function cacheClassOf(code: ProblemCode): CacheClass {
  return code === "not-found" ? "missing" : "none";
}
