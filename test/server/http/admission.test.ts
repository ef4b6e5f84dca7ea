import { describe, expect, it } from "vitest";
import { toClientKeys } from "../../../server/http/address/ip.ts";
import { createAdmissions } from "../../../server/http/admission.ts";
import { createRateLimiter } from "../../../server/http/rates/rate-limit.ts";
import { DEFAULT_LIMITS } from "../../../server/server-config.ts";

const ADA = toClientKeys("192.0.2.1");

function setUp() {
  const clock = { now: 0 };
  const limiter = createRateLimiter({ limits: DEFAULT_LIMITS.rates, monotonic: () => clock.now });
  const admissions = createAdmissions({ limiter, monotonic: () => clock.now });
  const admit = (repeatKey: string | null = null) => admissions.admit({ kind: "inquiries", client: ADA, repeatKey });
  return { clock, admit };
}

describe("admission", () => {
  it("admits only repeats once the quota is used up", () => {
    const { admit } = setUp();
    admit("path key-1");
    admit();
    admit();
    expect(() => admit()).toThrow();
    expect(() => admit("path key-2")).toThrow();
    expect(() => admit("path key-1").replayed()).not.toThrow();
    expect(() => admit("other key-1")).toThrow();
  });

  it("does not count the first repeat of a key that it does not remember, for example after a restart", () => {
    const { admit } = setUp();
    for (let count = 0; count < 20; count += 1) admit(`path key-${count}`).replayed();
    expect(() => admit()).not.toThrow();
  });

  it("forgets the key of a refused request", () => {
    const { admit } = setUp();
    admit("path key-1").refused();
    admit();
    admit();
    expect(() => admit("path key-1")).toThrow();
  });

  it("uses up no quota if the store fails", async () => {
    const { admit } = setUp();
    const keys = [...Array.from({ length: 20 }, (_, count) => `path key-${count}`), ...Array.from({ length: 20 }, () => null)];
    for (const key of keys) await expect(admit(key).during(() => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");
    expect(() => admit()).not.toThrow();
  });

  it("counts a mistake as a repeat while repeats are left", () => {
    const { clock, admit } = setUp();
    for (let count = 0; count < 60; count += 1) admit(count % 2 === 0 ? `path key-${count}` : null).mistaken();
    for (let count = 0; count < 3; count += 1) admit().mistaken();
    expect(() => admit()).toThrow();
    expect(() => admit("path key-0")).toThrow();
    clock.now += 3_600_000;
    const repeated = admit("path key-1");
    admit("path key-1").mistaken();
    repeated.refused();
    admit();
    admit();
    expect(() => admit()).toThrow();
  });

  it("does not let a known key bypass all limits", () => {
    const { admit } = setUp();
    const tries = Array.from({ length: 100 }, () => {
      try {
        admit("path key-1").refused();
        return true;
      } catch {
        return false;
      }
    });
    // Each refusal forgets the key, so a repeat costs as much as any other request.
    expect(tries.filter(Boolean)).toHaveLength(3);
    const other = setUp();
    other.admit("path key-1");
    const repeats = Array.from({ length: 100 }, () => {
      try {
        other.admit("path key-1").refused();
        return true;
      } catch {
        return false;
      }
    });
    expect(repeats.filter(Boolean)).toHaveLength(60);
  });

  it("remembers a key for an hour", () => {
    const { clock, admit } = setUp();
    admit("path key-1");
    clock.now = 3_600_000;
    admit();
    admit();
    admit();
    expect(() => admit("path key-1")).toThrow();
  });
});
