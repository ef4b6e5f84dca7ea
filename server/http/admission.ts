import type { ClientKeys } from "./address/ip.ts";
import type { Charge, RateKind, RateLimiter } from "./rate-limit.ts";

/** A key is remembered as long as the longest window of a rate limit; later its repeat has room of its own. ms */
const REMEMBER_MS = 3_600_000;
const KEYS_MAX = 10_000;

export interface AdmissionRequest {
  readonly kind: RateKind;
  readonly client: ClientKeys;
  /** Scope and key of an `Idempotency-Key` as one text; null without one. */
  readonly repeatKey?: string | null;
  readonly cost?: number;
}

export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  /** It was a repeat: it costs nothing. */
  replayed(): void;
  /** It was refused for a reason of its own. */
  refused(): void;
  /** It was refused for what its sender could hardly know: it counts as a repeat instead, of which there are many, but not without end. */
  mistaken(): void;
  /** It could not be done: it costs nothing. */
  failed(): void;
}

export interface Admissions {
  /** @throws Failure 429 */
  admit(request: AdmissionRequest): Admission;
}

export interface AdmissionOptions {
  readonly limiter: RateLimiter;
  /** ms since some moment, by a clock that nobody sets. */
  readonly monotonic: () => number;
}

/**
 * Rates stand before the store, but the store alone knows whether a request repeats one that was accepted, which must cost nothing, even when the
 * client's quota is used up. So keys that were let in are remembered here, for as long as the quota that they used up, and their repeats are let through to
 * the store. They have a generous rate of their own (`repeats`): a known key must not be a way around all limits.
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
      // From now on, so that a repeat that comes while the first is under way waits for it in the store.
      if (repeatKey !== null && !isRepeat) remember(repeatKey);
      const forget = (): void => {
        if (repeatKey !== null && !isRepeat) seen.delete(repeatKey);
      };
      return {
        headers: isRepeat ? {} : charge.headers,
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
            // None of those is left: it costs what it has cost.
            return;
          }
          charge.refund();
        },
        failed: () => {
          forget();
          charge.refund();
        },
      };
    },
  };
}
