import { SendFailure } from "./owner-message.ts";

/** The pause before the second attempt, and the longest pause, in ms. */
const RETRY_FIRST_MS = 30_000;
const RETRY_MAX_MS = 6 * 3_600_000;
/**
 * Number of attempts, over a day and a half. After the last one, the server gives up on a message.
 */
const ATTEMPTS_MAX = 14;
/** Maximum number of characters of an error to store. */
const ERROR_MAX = 300;

/**
 * How long to wait after a failed attempt, in ms; null after the last one. Half of the pause is
 * random, so that messages that failed together are not retried together.
 * @param attempts so far
 * @param chance 0 ≤ x < 1
 */
export function retryPause(attempts: number, failure: unknown, chance: number): number | null {
  if (attempts >= ATTEMPTS_MAX) return null;
  const pause = Math.min(RETRY_FIRST_MS * 2 ** (attempts - 1), RETRY_MAX_MS);
  const retryAfterMs = failure instanceof SendFailure ? (failure.retryAfterMs ?? 0) : 0;
  return Math.max(Math.round(pause * (0.5 + chance / 2)), retryAfterMs);
}

/** The message with its cause, because fetch gives the reason only there. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`;
}

/** The error on one line, without secrets. */
export function redact(error: unknown, secrets: readonly string[]): string {
  // The longest first, because it may contain others. A single character would hide ordinary text.
  const hidden = secrets.filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
  const clean = hidden.reduce((text, secret) => text.replaceAll(secret, "…"), describe(error));
  return clean.replace(/\p{Cc}+/gu, " ").slice(0, ERROR_MAX);
}
