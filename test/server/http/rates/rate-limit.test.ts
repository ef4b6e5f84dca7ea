import { describe, expect, it } from "vitest";
import { toClientKeys } from "../../../../server/http/address/ip.ts";
import { Failure } from "../../../../server/http/http-failure.ts";
import { createRateLimiter, type RateKind, type RateLimiter } from "../../../../server/http/rates/rate-limit.ts";
import { DEFAULT_LIMITS } from "../../../../server/server-config.ts";

const LIMITS = DEFAULT_LIMITS.rates;
const ADA = toClientKeys("192.0.2.1");

/** How many requests in a row are allowed, at most 1,000. */
function countAllowed(limiter: RateLimiter, kind: RateKind, client = ADA): number {
  for (let count = 0; count < 1_000; count += 1) if (refusal(limiter, kind, client) !== null) return count;
  return 1_000;
}

function refusal(limiter: RateLimiter, kind: RateKind, client = ADA, cost = 1): Failure | null {
  try {
    limiter.charge(kind, client, cost);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

describe("the rate limiter", () => {
  it("allows a client as much as the contract states", () => {
    const limiter = createRateLimiter({ limits: LIMITS, monotonic: () => 0 });
    expect(countAllowed(limiter, "comments")).toBe(5);
    expect(countAllowed(limiter, "inquiries")).toBe(3);
    expect(countAllowed(limiter, "likes")).toBe(30);
    expect(countAllowed(limiter, "engagement")).toBe(60);
  });

  it("separates clients and kinds", () => {
    const limiter = createRateLimiter({ limits: LIMITS, monotonic: () => 0 });
    expect(countAllowed(limiter, "comments")).toBe(5);
    expect(countAllowed(limiter, "comments", toClientKeys("192.0.2.2"))).toBe(5);
    expect(refusal(limiter, "inquiries")).toBeNull();
  });

  it("gives an IPv6 /64 one quota, and its /48 five", () => {
    const limiter = createRateLimiter({ limits: LIMITS, monotonic: () => 0 });
    const inNetwork = (net: number, host: number) => toClientKeys(`2001:db8:1:${net}:0:0:0:${host}`);
    expect(countAllowed(limiter, "comments", inNetwork(1, 1))).toBe(5);
    expect(countAllowed(limiter, "comments", inNetwork(1, 2))).toBe(0);
    const others = [2, 3, 4, 5, 6].map((net) => countAllowed(limiter, "comments", inNetwork(net, 1)));
    expect(others).toEqual([5, 5, 5, 5, 0]);
    expect(countAllowed(limiter, "comments", toClientKeys("2001:db8:2:1:0:0:0:1"))).toBe(5);
  });

  it("uses up none of the network's quota if the client itself is refused", () => {
    const limiter = createRateLimiter({ limits: LIMITS, monotonic: () => 0 });
    const first = toClientKeys("2001:db8:1:1:0:0:0:1");
    for (let count = 0; count < 100; count += 1) refusal(limiter, "comments", first);
    expect(countAllowed(limiter, "comments", toClientKeys("2001:db8:1:2:0:0:0:1"))).toBe(5);
  });

  it("caps a kind over all clients, without affecting other kinds", () => {
    const limits = { ...LIMITS, comments: { ...LIMITS.comments, all: { quota: 7, windowMs: 60_000 } } };
    const limiter = createRateLimiter({ limits, monotonic: () => 0 });
    expect(countAllowed(limiter, "comments")).toBe(5);
    expect(countAllowed(limiter, "comments", toClientKeys("192.0.2.2"))).toBe(2);
    expect(refusal(limiter, "comments", toClientKeys("192.0.2.3"))?.options.headers?.["RateLimit-Policy"]).toContain(
      '"comments-all";q=7;w=60',
    );
    expect(countAllowed(limiter, "inquiries", toClientKeys("192.0.2.3"))).toBe(3);
  });

  it("states the policy and the remaining quota in the draft's format", () => {
    let now = 0;
    const limiter = createRateLimiter({ limits: LIMITS, monotonic: () => now });
    expect(limiter.charge("engagement", ADA, 20).headers).toEqual({
      "RateLimit-Policy": '"engagement";q=60;w=60',
      RateLimit: '"engagement";r=40;t=20',
    });
    limiter.charge("engagement", ADA, 40);
    now = 500;
    const refused = refusal(limiter, "engagement", ADA, 2);
    expect(refused?.code).toBe("quota-exceeded");
    expect(refused?.options.headers).toEqual({
      "RateLimit-Policy": '"engagement";q=60;w=60',
      RateLimit: '"engagement";r=0;t=2',
      "Retry-After": "2",
    });
    now = 2_000;
    expect(refusal(limiter, "engagement", ADA, 2)).toBeNull();
  });

  it("restores refunded uses", () => {
    const limiter = createRateLimiter({ limits: LIMITS, monotonic: () => 0 });
    for (let count = 0; count < 50; count += 1) limiter.charge("comments", ADA).refund();
    expect(countAllowed(limiter, "comments")).toBe(5);
  });

  it("remembers a bounded number of clients, the most recent ones", () => {
    const limiter = createRateLimiter({ limits: LIMITS, monotonic: () => 0, capacity: 10 });
    expect(countAllowed(limiter, "inquiries")).toBe(3);
    for (let index = 0; index < 9; index += 1) limiter.charge("inquiries", toClientKeys(`198.51.100.${index}`));
    expect(countAllowed(limiter, "inquiries")).toBe(0);
    limiter.charge("inquiries", toClientKeys("198.51.100.99"));
    expect(countAllowed(limiter, "inquiries")).toBe(3);
  });

  it("allows everything, and sends no headers about limits, if none are configured", () => {
    const limiter = createRateLimiter({ limits: null, monotonic: () => 0 });
    expect(countAllowed(limiter, "comments")).toBe(1_000);
    expect(limiter.charge("comments", ADA).headers).toEqual({});
  });
});
