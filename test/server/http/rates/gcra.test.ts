import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, type Rate } from "../../../../server/http/rates/gcra.ts";

const FIVE_A_MINUTE: Rate = { quota: 5, windowMs: 60_000 };

/** Makes requests one after the other; returns which ones were allowed. */
function run(rate: Rate, arrivals: readonly (readonly [at: number, cost: number])[]): boolean[] {
  let tat: number | undefined;
  return arrivals.map(([at, cost]) => {
    const verdict = decide(rate, tat, at, cost);
    if (verdict.allowed) tat = verdict.tat;
    return verdict.allowed;
  });
}

describe("decide", () => {
  it("allows the whole quota at once, then as much as has been refilled", () => {
    expect(run(FIVE_A_MINUTE, new Array(6).fill([0, 1]))).toEqual([true, true, true, true, true, false]);
    const spent = new Array<[number, number]>(5).fill([0, 1]);
    expect(run(FIVE_A_MINUTE, [...spent, [11_999, 1], [12_000, 1], [12_000, 1]]).slice(5)).toEqual([false, true, false]);
    expect(run(FIVE_A_MINUTE, [...spent, ...new Array<[number, number]>(6).fill([60_000, 1])]).slice(5)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it("states how much remains, when all of it is available again, and when to retry", () => {
    const first = decide(FIVE_A_MINUTE, undefined, 1_000, 1);
    expect(first).toMatchObject({ allowed: true, remaining: 4, resetMs: 12_000, retryAfterMs: 0 });
    const spent = decide(FIVE_A_MINUTE, undefined, 0, 5);
    expect(spent).toMatchObject({ allowed: true, remaining: 0, resetMs: 60_000 });
    expect(decide(FIVE_A_MINUTE, spent.tat, 2_000, 1)).toMatchObject({ allowed: false, remaining: 0, retryAfterMs: 10_000 });
    expect(decide(FIVE_A_MINUTE, spent.tat, 2_000, 2)).toMatchObject({ allowed: false, retryAfterMs: 22_000 });
  });

  it("never allows a cost over the quota", () => {
    expect(run(FIVE_A_MINUTE, [[0, 6]])).toEqual([false]);
    expect(decide(FIVE_A_MINUTE, undefined, 0, 100).retryAfterMs).toBe(60_000);
  });

  it("allows the last use of a quota whose interval is not a whole number of milliseconds", () => {
    expect(run({ quota: 7, windowMs: 1_000 }, new Array(8).fill([0, 1])).filter(Boolean)).toHaveLength(7);
  });

  it("allows at most the quota plus the refill in any period, and always admits a client that waited as requested", () => {
    const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 3 })), { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 20 }), fc.integer({ min: 100, max: 60_000 }), arrivals, (quota, windowMs, gaps) => {
        const rate = { quota, windowMs };
        const allowed: [at: number, cost: number][] = [];
        let tat: number | undefined;
        let now = 0;
        for (const [gap, cost] of gaps) {
          now += gap;
          const verdict = decide(rate, tat, now, cost);
          if (!verdict.allowed) {
            expect(decide(rate, tat, now + Math.ceil(verdict.retryAfterMs), cost).allowed).toBe(true);
            continue;
          }
          tat = verdict.tat;
          allowed.push([now, cost]);
          for (const [start] of allowed) {
            const used = allowed.filter(([at]) => at >= start).reduce((sum, [, each]) => sum + each, 0);
            expect(used).toBeLessThanOrEqual(quota + ((now - start) * quota) / windowMs + 1e-6);
          }
        }
      }),
    );
  });
});
