import type { ClientKeys } from "./address/ip.ts";
import type { Charge, RateKind, RateLimiter } from "./rates/rate-limit.ts";

/**
 * How long a key is remembered, in ms: as long as the longest window of a rate limit. After that, a
 * repeat is within the limit again.
 */
const REMEMBER_MS = 3_600_000;
const KEYS_MAX = 10_000;

export interface AdmissionRequest {
  readonly kind: RateKind;
  readonly client: ClientKeys;
  /** The scope and key of an `Idempotency-Key` as one text; null without one. */
  readonly repeatKey?: string | null;
  readonly cost?: number;
}

export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Called once the request is stored. If rates outlive the process, the charge is stored only
   * then.
   */
  accepted(): void;
  /** The request was a repeat. It costs nothing. */
  replayed(): void;
  /** The request was refused by rules other than rate limits. */
  refused(): void;
  /**
   * The request was refused for a reason that its sender could hardly know. It counts as a repeat,
   * whose limit is generous.
   */
  mistaken(): void;
  /** Waits for the work. If it fails on the server, the request costs nothing. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export interface Admissions {
  /** @throws Failure 429 */
  admit(request: AdmissionRequest): Admission;
}

export interface AdmissionOptions {
  readonly limiter: RateLimiter;
  /** A monotonic clock in milliseconds. */
  readonly monotonic: () => number;
}

/**
 * Limits requests before they reach the store. Only the store knows whether a request repeats one
 * that it accepted, and a repeat must cost nothing, even if the client's quota is exhausted. So the
 * keys of admitted requests are remembered for as long as the window of the quota that they used,
 * and their repeats may pass. Repeats have a generous rate of their own (`repeats`), so that a
 * known key does not bypass all limits.
 */
export function createAdmissions({ limiter, monotonic }: AdmissionOptions): Admissions {
  const seen = new Map<string, number>();

  const remember = (key: string): void => {
    seen.delete(key);
    seen.set(key, monotonic() + REMEMBER_MS);
    if (seen.size <= KEYS_MAX) return;
    const oldest = seen.keys().next();
    if (!oldest.done) seen.delete(oldest.value);
  };

  return {
    admit({ kind, client, repeatKey = null, cost = 1 }) {
      const isRepeat = repeatKey !== null && (seen.get(repeatKey) ?? Number.NEGATIVE_INFINITY) > monotonic();
      const charge: Charge = limiter.charge(isRepeat ? "repeats" : kind, client, cost);
      // Remember the key now, so that a repeat of a running request waits for it in the store.
      if (repeatKey !== null && !isRepeat) remember(repeatKey);
      const forget = (): void => {
        if (repeatKey !== null && !isRepeat) seen.delete(repeatKey);
      };
      return {
        headers: isRepeat ? {} : charge.headers,
        accepted: charge.keep,
        replayed: () => {
          if (!isRepeat) charge.refund();
        },
        refused: forget,
        mistaken: () => {
          forget();
          if (isRepeat) return;
          try {
            limiter.charge("repeats", client, cost);
          } catch {
            // No repeats are left, so the original charge stays.
            return;
          }
          charge.refund();
        },
        during: (work) =>
          orElse(work, () => {
            forget();
            charge.refund();
          }),
      };
    },
  };
}

async function orElse<T>(work: () => Promise<T>, onError: () => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    onError();
    throw error;
  }
}
