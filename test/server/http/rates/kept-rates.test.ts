import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { toClientKeys } from "../../../../server/http/address/ip.ts";
import { Failure } from "../../../../server/http/http-failure.ts";
import { findRateStates } from "../../../../server/http/rates/kept-rates.ts";
import { createRateLimiter, RATE_KINDS, type RateKind, type RateLimiter } from "../../../../server/http/rates/rate-limit.ts";
import { DEFAULT_LIMITS } from "../../../../server/server-config.ts";
import { createFixture } from "../../api-fixture.ts";
import { createTestStore, type TestStore } from "../../store/file-store.ts";
import { DAY, MINUTE, NOON } from "../../store/helpers.ts";

const ADA = toClientKeys("192.0.2.1");
const BEN = toClientKeys("2001:db8:1:2::3");
const keys = { hash: (...parts: readonly string[]) => createHash("sha256").update(parts.join("\0")).digest() };

/** A limiter of a new process: its memory is empty. */
function openLimiter({ store, clock }: TestStore, keepsRates = true): RateLimiter {
  const statesOf = findRateStates({ store, keys, keepsRates });
  return createRateLimiter({ limits: DEFAULT_LIMITS.rates, monotonic: () => clock.now, statesOf });
}

/** Charges a request that is stored. Returns the headers, with a mark for a refusal. */
function charge(limiter: RateLimiter, kind: RateKind, client = ADA, cost = 1): unknown {
  try {
    const { headers, keep } = limiter.charge(kind, client, cost);
    keep();
    return headers;
  } catch (error) {
    if (error instanceof Failure) return { refused: error.options.headers };
    throw error;
  }
}

function countAllowed(limiter: RateLimiter, kind: RateKind): number {
  for (let count = 0; count < 100; count += 1) if (JSON.stringify(charge(limiter, kind)).includes("refused")) return count;
  return 100;
}

/** A reproducible number in [0, 1). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

describe("rates kept in the store", () => {
  it("behave like rates in memory, even if each process ends after one request", () => {
    const made = createTestStore({ fast: true });
    const memory = openLimiter(made, false);
    const random = createRandom(30);
    let refused = 0;
    for (let turn = 0; turn < 600; turn += 1) {
      made.clock.now += Math.floor(random() * 20_000);
      const kind = (["comments", "comment-edits", "inquiries"] as const)[Math.floor(random() * 3)] ?? "comments";
      const [client, cost] = [random() < 0.5 ? ADA : BEN, random() < 0.1 ? 3 : 1];
      const expected = charge(memory, kind, client, cost);
      expect(charge(openLimiter(made), kind, client, cost)).toEqual(expected);
      if (JSON.stringify(expected).includes("refused")) refused += 1;
    }
    expect(refused).toBeGreaterThan(20);
  });

  it("are the ones that protect the owner, while likes, engagement and repeats stay in memory", () => {
    const made = createTestStore({ fast: true });
    for (const kind of RATE_KINDS) charge(openLimiter(made), kind);
    const rows = made.database().prepare("SELECT key, tat FROM rate_state").all() as { key: Uint8Array; tat: number }[];
    // One client and the total, for three kinds.
    expect(rows).toHaveLength(6);
    expect(rows.every(({ key }) => key.length === 32)).toBe(true);
    expect(rows.every(({ tat }) => tat > NOON && tat <= NOON + DAY)).toBe(true);
  });

  it("are not written for a request that is not stored, although it counts until the process ends", () => {
    const made = createTestStore({ fast: true });
    const limiter = openLimiter(made);
    for (let count = 0; count < 4; count += 1) limiter.charge("comments", ADA);
    expect(made.database().prepare("SELECT count(*) FROM rate_state").pluck().get()).toBe(0);
    expect(countAllowed(limiter, "comments")).toBe(1);
    // Storing the request also stores the others.
    expect(countAllowed(openLimiter(made), "comments")).toBe(0);
  });

  it("restore refunded uses", () => {
    const made = createTestStore({ fast: true });
    for (let count = 0; count < 20; count += 1) openLimiter(made).charge("comments", ADA).refund();
    expect(countAllowed(openLimiter(made), "comments")).toBe(5);
    expect(countAllowed(openLimiter(made), "comments")).toBe(0);
  });

  it("are deleted once they have passed", async () => {
    const made = createTestStore({ fast: true });
    expect(countAllowed(openLimiter(made), "comments")).toBe(5);
    const count = () => made.database().prepare("SELECT count(*) FROM rate_state").pluck().get();
    await made.store.maintenance.run();
    expect(count()).toBe(2);
    expect(countAllowed(openLimiter(made), "comments")).toBe(0);
    made.clock.now += 10 * MINUTE;
    await made.store.maintenance.run();
    expect(count()).toBe(0);
    expect(countAllowed(openLimiter(made), "comments")).toBe(5);
  });

  it("cause no refusals if the clock was set back", () => {
    const made = createTestStore({ fast: true });
    expect(countAllowed(openLimiter(made), "comments")).toBe(5);
    made.clock.now -= 30 * DAY;
    expect(countAllowed(openLimiter(made), "comments")).toBe(5);
  });

  it("survive the replacement of the server's process between two comments", async () => {
    const config = { limits: DEFAULT_LIMITS };
    const first = createFixture({ config, keepsRates: true });
    const submit = async (fixture: typeof first, n: number): Promise<number> =>
      (await fixture.post("/posts/tides/comments", { authorName: "Ada", body: `Comment ${n}` })).status;
    for (let n = 1; n <= 3; n += 1) expect(await submit(first, n)).toBe(202);
    const second = createFixture({ config, keepsRates: true, store: () => first.store, keys: first.keys });
    expect([await submit(second, 4), await submit(second, 5), await submit(second, 6)]).toEqual([202, 202, 429]);
    const forgetful = createFixture({ config, store: () => first.store, keys: first.keys });
    expect(await submit(forgetful, 7)).toBe(202);
  });
});
