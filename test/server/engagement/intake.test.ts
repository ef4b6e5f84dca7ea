import { describe, expect, test } from "vitest";
import { EngagementRecord } from "../../../contract/schemas/request-engagement.ts";
import { createEngagementIntake } from "../../../server/engagement/intake.ts";
import type { Visitor } from "../../../server/engagement/visitor-key.ts";
import type { PublishedContent } from "../../../server/published-content.ts";

const NOW = Date.UTC(2026, 0, 31, 9, 30);
const CONTENT: PublishedContent = {
  buildId: "b",
  baseUrl: "https://www.ines.example/api/v1",
  problemBaseUrl: "https://www.ines.example/api/v1",
  frame: null,
  timeZone: "Asia/Tokyo",
  findPost: (slug) => (slug === "tides" ? { slug, commentsOpen: true, listed: true } : null),
  has: () => false,
  isPage: () => false,
  hasServiceId: () => false,
  hasOwn: () => false,
  countsCampaigns: false,
};
const VIEW = EngagementRecord.parse({ type: "post_view", slug: "tides", referrer: "https://ines.example/" });
const UNKNOWN = EngagementRecord.parse({ type: "post_view", slug: "unknown" });
const AGENT = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

function prepare(headers: Record<string, string>, records: readonly EngagementRecord[] = [VIEW], address = "192.0.2.1") {
  const visitors: Visitor[] = [];
  const keyFor = (visitor: Visitor): Uint8Array => {
    visitors.push(visitor);
    return new Uint8Array(32);
  };
  const intake = createEngagementIntake({ clock: () => NOW, visitorKeys: { keyFor } });
  return { ...intake.prepare({ records, headers: new Headers(headers), address, content: CONTENT }), visitors };
}

describe("prepare", () => {
  test("stores a person's records with the server's time, and does not count the site as a referrer", () => {
    const { events, dropped } = prepare(AGENT);
    expect(events).toMatchObject([{ type: "post_view", slug: "tides", at: NOW, referrer: null }]);
    expect(dropped).toEqual([]);
  });

  test("distinguishes visitors by address prefix, browser and site", () => {
    expect(prepare(AGENT).visitors).toEqual([{ addressPrefix: "192.0.2.1", userAgent: AGENT["User-Agent"], site: "www.ines.example" }]);
    expect(prepare(AGENT, [VIEW], "2001:db8:1:2:3:4:5:6").visitors[0]?.addressPrefix).toBe("2001:db8:1:2::/64");
  });

  test.each([{ "Sec-GPC": "1" }, { DNT: "1" }])("with %j counts without a key, and creates none", (signal) => {
    const { events, visitors } = prepare({ ...AGENT, ...signal });
    expect(events.map(({ visitor }) => visitor)).toEqual([null]);
    expect(visitors).toEqual([]);
  });

  test.each([{ "Sec-GPC": "0" }, { DNT: "0" }, { DNT: "unspecified" }])("with %j counts as usual", (signal) => {
    expect(prepare({ ...AGENT, ...signal }).visitors).toHaveLength(1);
  });

  test("drops all records from a program, each with the reason", () => {
    expect(prepare({ "User-Agent": "curl/8" }, [VIEW, UNKNOWN])).toMatchObject({ events: [], dropped: ["bot", "bot"], visitors: [] });
    expect(prepare({})).toMatchObject({ events: [], dropped: ["empty-agent"] });
    expect(prepare({ ...AGENT, Cookie: "own-visit=1" }).dropped).toEqual(["own-visit"]);
    expect(prepare({ ...AGENT, "Sec-Purpose": "prefetch;prerender" }).dropped).toEqual(["prefetch"]);
  });

  test("drops records about unpublished posts and stores the others", () => {
    const { events, dropped } = prepare(AGENT, [VIEW, UNKNOWN, VIEW]);
    expect(events).toHaveLength(2);
    expect(dropped).toEqual(["unknown-slug"]);
  });
});
