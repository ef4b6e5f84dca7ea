/** Why the store could not do what was asked although the request was right. `database-version` and `foreign-file` stop the program. */
export type UnavailableReason = "queue-full" | "locked" | "disk-full" | "io-error" | "database-error" | "database-lost" | "closed";

/**
 * The write (or read) did not happen for reasons that pass: answer 503 `temporary-reduced-capacity`. Nothing of the record is in the file,
 * except after `io-error` on commit, where nobody can know; then a retry with the same idempotency key is safe.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly reason: UnavailableReason;
  /** How long a client should wait before it tries again, milliseconds. */
  readonly retryAfterMs: number;

  constructor(reason: UnavailableReason, message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.retryAfterMs = options.retryAfterMs ?? 5_000;
  }
}

/** The file cannot be used by this program: of another program, newer than it, or damaged. `hint` says what to do. */
export class StoreFileError extends Error {
  override readonly name = "StoreFileError";
  readonly hint: string;

  constructor(message: string, hint: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = hint;
  }
}
