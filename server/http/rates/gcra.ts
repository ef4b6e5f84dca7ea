/**
 * The generic cell rate algorithm (ITU-T I.371; see Brandur Leach's "Rate Limiting, Cells, and
 * GCRA"). It is a leaky bucket whose whole state is one number, the theoretical arrival time (TAT).
 * Pure.
 */

export interface Rate {
  /** How many requests may come at once. */
  readonly quota: number;
  /** How long the whole quota takes to refill, in ms. */
  readonly windowMs: number;
}

export interface RateVerdict {
  readonly allowed: boolean;
  /** The new state to store if the request is allowed, in ms. */
  readonly tat: number;
  /** How many more requests would be allowed now. */
  readonly remaining: number;
  /** Time until the whole quota is available again, in ms. */
  readonly resetMs: number;
  /**
   * Time to wait, in ms; 0 if allowed. A cost above the quota is never allowed, however long the
   * client waits; the value is then the window.
   */
  readonly retryAfterMs: number;
}

/**
 * @param tat the stored state; undefined at first
 * @param now in ms; the clock may be set back
 */
export function decide(rate: Rate, tat: number | undefined, now: number, cost: number): RateVerdict {
  const interval = rate.windowMs / rate.quota;
  // A state is more than a window ahead only if the clock was set back. In that case it is ignored.
  const isAhead = tat !== undefined && tat > now + rate.windowMs + ROUNDING_MS;
  const since = isAhead ? now : Math.max(tat ?? now, now);
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

/**
 * Intervals may be fractions of a millisecond. Their rounding errors must not refuse the last
 * request of a quota.
 */
const ROUNDING_MS = 1e-6;
