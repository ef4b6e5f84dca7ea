import type { ClientKeys } from "../address/ip.ts";
import { Failure } from "../http-failure.ts";
import { toSeconds } from "../http-problems.ts";
import { decide, type Rate, type RateVerdict } from "./gcra.ts";
import { createMemoryStates, type RateStates } from "./rate-states.ts";

/** `repeats` limits requests whose `Idempotency-Key` was admitted before. */
export const RATE_KINDS = ["comments", "comment-edits", "inquiries", "likes", "engagement", "repeats"] as const;
export type RateKind = (typeof RATE_KINDS)[number];

export interface KindLimits {
  /** For one client. */
  readonly client: Rate;
  /** For all clients together. Each kind has its own limit, so that one cannot block another. */
  readonly all: Rate;
}
export type RateLimits<Kind extends string = RateKind> = Readonly<Record<Kind, KindLimits>>;

/** An IPv6 /48 may use this many times the rate of one /64. */
export const WIDE_FACTOR = 5;
/**
 * Maximum number of clients to remember, about 100 bytes each. The one that has been idle longest
 * is forgotten first.
 */
const CLIENTS_MAX = 100_000;

export interface RateLimiterOptions<Kind extends string = RateKind> {
  /** null disables all limits (load tests). */
  readonly limits: RateLimits<Kind> | null;
  /**
   * In milliseconds: a monotonic clock, or, with `statesOf`, one that outlives the process. If it
   * is set back by more than a window, all limits start again.
   */
  readonly monotonic: () => number;
  readonly capacity?: number;
  /** Where the states of a kind are kept; null for memory, which is the default for all kinds. */
  readonly statesOf?: (kind: Kind) => RateStates | null;
}

export interface Charge {
  /** Headers for the answer, whether the request succeeds or fails. */
  readonly headers: Readonly<Record<string, string>>;
  /** Refunds the charge, for a replay or a failed write. */
  refund(): void;
  /** Makes the charge outlive the process, if the kind's states are kept. */
  keep(): void;
}

export interface RateLimiter<Kind extends string = RateKind> {
  /**
   * Charges `cost` to the client, its wider network and all clients together: to all three or to
   * none.
   * @throws Failure 429
   */
  charge(kind: Kind, client: ClientKeys, cost?: number): Charge;
}

interface Bucket {
  /** The name in `RateLimit` and `RateLimit-Policy`. */
  readonly name: string;
  readonly rate: Rate;
  readonly states: RateStates;
  readonly key: string;
}

const FREE: Charge = { headers: {}, refund: () => {}, keep: () => {} };

export function createRateLimiter<Kind extends string = RateKind>({
  limits,
  monotonic,
  capacity = CLIENTS_MAX,
  statesOf = () => null,
}: RateLimiterOptions<Kind>): RateLimiter<Kind> {
  if (limits === null) return { charge: () => FREE };
  // Strangers choose how many clients there are, so totals are stored separately.
  const memory = { clients: createMemoryStates(capacity), totals: createMemoryStates(capacity) };

  const bucketsOf = (kind: Kind, { narrow, wide }: ClientKeys): Bucket[] => {
    const { client, all } = limits[kind];
    const stored = statesOf(kind);
    const { clients, totals } = stored === null ? memory : { clients: stored, totals: stored };
    const widened = { quota: client.quota * WIDE_FACTOR, windowMs: client.windowMs };
    return [
      { name: kind, rate: client, states: clients, key: `${kind} ${narrow}` },
      ...(wide === null ? [] : [{ name: `${kind}-network`, rate: widened, states: clients, key: `${kind} ${wide}` }]),
      { name: `${kind}-all`, rate: all, states: totals, key: kind },
    ];
  };

  return {
    charge(kind, client, cost = 1) {
      const now = monotonic();
      const buckets = bucketsOf(kind, client);
      const verdicts = buckets.map(({ rate, states, key }) => decide(rate, states.get(key), now, cost));
      const headers = toHeaders(buckets, verdicts, cost);
      if (verdicts.some(({ allowed }) => !allowed)) throw tooMany(headers, longestWait(verdicts));
      for (const [index, { states, key }] of buckets.entries()) states.set(key, verdicts[index]?.tat ?? now);
      const refund = (): void => {
        for (const { rate, states, key } of buckets) {
          const tat = states.get(key);
          if (tat !== undefined) states.set(key, tat - (cost * rate.windowMs) / rate.quota);
        }
      };
      const keep = (): void => {
        for (const { states, key } of buckets) states.keep(key);
      };
      return { headers, refund, keep };
    },
  };
}

function longestWait(verdicts: readonly RateVerdict[]): number {
  return Math.max(...verdicts.map(({ retryAfterMs }) => retryAfterMs));
}

function tooMany(headers: Readonly<Record<string, string>>, waitMs: number): Failure {
  const seconds = toSeconds(waitMs);
  return new Failure("quota-exceeded", {
    detail: `Too many requests; try again in ${seconds} s.`,
    headers: { ...headers, "Retry-After": seconds },
  });
}

/**
 * Headers as in draft-ietf-httpapi-ratelimit-headers-10: the client's limits, and any other limit
 * that refuses the request.
 */
function toHeaders(buckets: readonly Bucket[], verdicts: readonly RateVerdict[], cost: number): Record<string, string> {
  const refused = verdicts.some(({ allowed }) => !allowed);
  const shown = buckets.flatMap(({ name, rate }, index) => {
    const verdict = verdicts[index];
    return verdict !== undefined && (index === 0 || !verdict.allowed) ? [{ name, rate, verdict }] : [];
  });
  return {
    "RateLimit-Policy": shown.map(({ name, rate }) => policyItem(name, rate)).join(", "),
    RateLimit: shown
      .map(({ name, verdict: { allowed, remaining, resetMs, retryAfterMs } }) => {
        // If another bucket refused the request, this one was not charged and keeps its cost.
        return allowed ? limitItem(name, remaining + (refused ? cost : 0), resetMs) : limitItem(name, 0, retryAfterMs);
      })
      .join(", "),
  };
}

/** Formats `"comments";q=5;w=600`. The names are ours and need no escaping. */
export function policyItem(name: string, { quota, windowMs }: Rate): string {
  return `"${name}";q=${quota};w=${toSeconds(windowMs)}`;
}

/** Formats `"comments";r=4;t=120`. */
export function limitItem(name: string, remaining: number, resetMs: number): string {
  return `"${name}";r=${remaining};t=${Math.max(0, Math.ceil(resetMs / 1_000))}`;
}
