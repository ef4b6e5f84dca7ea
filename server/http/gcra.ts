/**
 * The generic cell rate algorithm (ITU-T I.371; as in Brandur Leach's "Rate Limiting, Cells, and GCRA"): a leaky bucket whose whole state is one number,
 * the theoretical arrival time (TAT). Pure.
 */

export interface Rate {
  /** How many at once. */
  readonly quota: number;
  /** In what time as many come back, ms. */
  readonly windowMs: number;
}

export interface RateVerdict {
  readonly allowed: boolean;
  /** To be kept if it is allowed, ms. */
  readonly tat: number;
  /** How many more would be allowed now. */
  readonly remaining: number;
  /** Until the whole quota is there again, ms. */
  readonly resetMs: number;
  /** 0 if allowed. A cost over the quota is never allowed, and waiting does not help: the window. ms */
  readonly retryAfterMs: number;
}

/**
 * @param tat what was kept; undefined: nothing yet
 * @param now of a clock that never goes back, ms
 */
export function decide(rate: Rate, tat: number | undefined, now: number, cost: number): RateVerdict {
  const interval = rate.windowMs / rate.quota;
  const since = Math.max(tat ?? now, now);
  const next = since + cost * interval;
  const over = next - now - rate.windowMs;
  const allowed = over <= ROUNDING_MS;
  const nextSince = allowed ? next : since;
  return {
    allowed,
    tat: nextSince,
    remaining: Math.max(0, Math.floor((rate.windowMs - (nextSince - now) + ROUNDING_MS) / interval)),
    resetMs: nextSince - now,
    retryAfterMs: allowed ? 0 : Math.min(over, rate.windowMs),
  };
}

/** Intervals may be fractions of a millisecond; sums of them must not refuse the last of a quota. */
const ROUNDING_MS = 1e-6;
