import { describe, expect, it } from "vitest";
import { isListed } from "../../server/http/address/ip.ts";
import { ConfigError, DEFAULT_LIMITS, readServerConfig } from "../../server/server-config.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";

const read = (env: Record<string, string>, host = "127.0.0.1", trustProxy: string | null = null) =>
  readServerConfig({ env, host, trustProxy });

describe("readServerConfig", () => {
  it("needs nothing on a loopback address", () => {
    expect(read({})).toEqual(DEFAULT_CONFIG);
    expect(read({ OCTAVO_ORIGINS: "", OCTAVO_RATE_LIMITS: " ", OCTAVO_PUBLIC_URL: "" })).toEqual(read({}));
  });

  it("uses the documented values by default", () => {
    const { rates, daily, dailyAll } = DEFAULT_LIMITS;
    expect(rates.comments.client).toEqual({ quota: 5, windowMs: 600_000 });
    expect(rates.inquiries.client).toEqual({ quota: 3, windowMs: 3_600_000 });
    expect(rates.likes.client).toEqual({ quota: 30, windowMs: 60_000 });
    expect(rates.engagement.client).toEqual({ quota: 60, windowMs: 60_000 });
    expect(daily).toEqual({ comments: 20, inquiries: 10, likes: 200 });
    for (const kind of ["comments", "inquiries", "likes"] as const) expect(dailyAll[kind]).toBeGreaterThanOrEqual(100 * daily[kind]);
    for (const { client, all } of Object.values(rates))
      expect(all.quota / all.windowMs).toBeGreaterThan((20 * client.quota) / client.windowMs);
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "example.com", ""])("does not start on %j unless it knows which proxies to trust", (host) => {
    expect(() => read({}, host)).toThrow(ConfigError);
    expect(read({}, host, "none").trustProxy).toEqual({ kind: "none" });
    expect(read({ OCTAVO_TRUST_PROXY: "none" }, host).trustProxy).toEqual({ kind: "none" });
  });

  it("does not remove all limits if others can reach it", () => {
    expect(read({ OCTAVO_RATE_LIMITS: "off" }).limits).toBeNull();
    expect(() => read({ OCTAVO_RATE_LIMITS: "off" }, "0.0.0.0", "none")).toThrow(/OCTAVO_RATE_LIMITS=off/);
  });

  it("reads the addresses of proxies, with the command line before the environment", () => {
    const { trustProxy } = read({ OCTAVO_TRUST_PROXY: "none" }, "0.0.0.0", "10.0.0.0/8, 2001:db8::7");
    if (trustProxy.kind !== "addresses") throw new Error(trustProxy.kind);
    expect(["10.1.1.1", "2001:db8:0:0:0:0:0:7", "11.0.0.1"].map((address) => isListed(trustProxy.addresses, address))).toEqual([
      true,
      true,
      false,
    ]);
    expect(() => read({}, "0.0.0.0", "10.0.0.0/99")).toThrow(/10\.0\.0\.0\/99/);
    expect(() => read({}, "0.0.0.0", "yes")).toThrow(expect.objectContaining({ hint: expect.stringContaining("secret") }));
  });

  it.each([
    "0.0.0.0/0",
    "::/0",
    "10.0.0.0/8,::/00",
    "203.0.113.7/0",
    "::ffff:0:0/96",
    "0.0.0.0/1 128.0.0.0/1",
  ])("does not trust everybody: %s", (text) => {
    for (const host of ["0.0.0.0", "127.0.0.1"]) expect(() => read({}, host, text)).toThrow(/trusts every address/);
    expect(() => read({ OCTAVO_TRUST_PROXY: text }, "::")).toThrow(/trusts every address/);
  });

  it("accepts only a secret that cannot be guessed", () => {
    expect(read({ OCTAVO_PROXY_SECRET: "s".repeat(32) }, "0.0.0.0", "secret").trustProxy).toEqual({
      kind: "secret",
      secret: "s".repeat(32),
    });
    expect(() => read({ OCTAVO_PROXY_SECRET: "s".repeat(31) }, "0.0.0.0", "secret")).toThrow(/at least 32/);
    expect(() => read({}, "0.0.0.0", "secret")).toThrow(expect.not.stringContaining("sss"));
  });

  it("reads limits by name", () => {
    const { limits } = read({ OCTAVO_RATE_LIMITS: "comments=10/60, engagement-all=999/1 comments-day=7 likes-day=8 engagement-all-day=5" });
    expect(limits?.rates.comments).toEqual({ client: { quota: 10, windowMs: 60_000 }, all: DEFAULT_LIMITS.rates.comments.all });
    expect(limits?.rates.engagement).toEqual({ client: DEFAULT_LIMITS.rates.engagement.client, all: { quota: 999, windowMs: 1_000 } });
    expect(limits?.daily).toEqual({ comments: 7, inquiries: 10, likes: 8 });
    expect(limits?.dailyAll).toEqual({ ...DEFAULT_LIMITS.dailyAll, engagement: 5 });
    expect(DEFAULT_LIMITS.rates.comments.client.quota).toBe(5);
  });

  it.each([
    "comments",
    "comments=5",
    "comments=0/60",
    "comments=5/60/1",
    "comment=5/60",
    "comments-day=0",
    "engagement-day=5",
    "repeats-all-day=5",
    "comments-all-day=5/60",
    "on",
    "comments=1e1/60",
  ])("reports the limit %j that it cannot read", (entry) => {
    expect(() => read({ OCTAVO_RATE_LIMITS: `likes=1/1 ${entry}` })).toThrow(JSON.stringify(entry));
  });

  it("reads origins as browsers send them", () => {
    const { likeOrigins, writeOrigins } = read({
      OCTAVO_ORIGINS: "https://blog.example/ http://localhost:5173",
      OCTAVO_WRITE_ORIGINS: "https://A.example",
    });
    expect(likeOrigins).toEqual(["https://blog.example", "http://localhost:5173"]);
    expect(writeOrigins).toEqual(["https://a.example"]);
  });

  it.each([
    "*",
    "null",
    "blog.example",
    "https://blog.example/path",
    "https://*.example.com/x",
    "ftp://a.example",
    "https://u@a.example",
    "https://a.example:443",
  ])("recognizes that %j is not an origin", (entry) => {
    expect(() => read({ OCTAVO_ORIGINS: `https://a.example ${entry}` })).toThrow(JSON.stringify(entry));
  });

  it("publishes views only on request", () => {
    expect(read({}).publicViews).toBe(false);
    expect([" 1", "on", "TRUE"].map((text) => read({ OCTAVO_PUBLIC_VIEWS: text }).publicViews)).toEqual([true, true, true]);
    expect(["", "0", "no"].map((text) => read({ OCTAVO_PUBLIC_VIEWS: text }).publicViews)).toEqual([false, false, false]);
    expect(() => read({ OCTAVO_PUBLIC_VIEWS: "posts" })).toThrow('OCTAVO_PUBLIC_VIEWS is "posts"');
  });

  it("reads the public base", () => {
    expect(read({ OCTAVO_PUBLIC_URL: "https://ines.example/api/v1/" }).baseUrl).toBe("https://ines.example/api/v1");
    for (const wrong of ["ines.example", "ftp://ines.example", "https://ines.example/?a", "https://u:p@ines.example/"]) {
      expect(() => read({ OCTAVO_PUBLIC_URL: wrong })).toThrow(ConfigError);
    }
  });
});
