import { HintedError } from "../text/hinted-error.ts";

/**
 * Why the store could not serve a valid request. `database-version` and `foreign-file` stop the
 * program.
 */
export type UnavailableReason =
  | "queue-full"
  | "locked"
  | "disk-full"
  | "io-error"
  | "database-error"
  | "database-lost"
  | "copying"
  | "filling"
  | "erasures-open"
  | "closed"
  | "rows-used-up";

export const UNAVAILABLE_MESSAGES: Record<UnavailableReason, string> = {
  "queue-full": "too many writes are waiting",
  locked: "another process has locked the database",
  "disk-full": "the disk or the database is full",
  "io-error": "the disk failed",
  "database-error": "the database cannot be used",
  "database-lost": "the database file was deleted or replaced while it was open",
  copying: "the database is being copied",
  filling: "the database is being filled from a file",
  "erasures-open": "the database may hold erased data: listed erasures cannot be repeated",
  closed: "the store is closed",
  "rows-used-up": "the day's rows are nearly used up: this is accepted again after midnight UTC",
};

/**
 * The write (or read) failed for a temporary reason; the answer is 503
 * `temporary-reduced-capacity`. No part of the record is in the file. The exception is `io-error`
 * on commit, where the outcome is unknown; a retry with the same idempotency key is then safe.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly reason: UnavailableReason;
  /** How long a client should wait before it tries again, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(reason: UnavailableReason, message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.retryAfterMs = options.retryAfterMs ?? 5_000;
  }
}

/**
 * This program cannot use the file, because it belongs to another program, is newer than this
 * program or is damaged. `hint` says what to do.
 */
export class StoreFileError extends HintedError {
  override readonly name = "StoreFileError";
}
