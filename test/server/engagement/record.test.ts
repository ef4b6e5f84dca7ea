import { describe, expect, test } from "vitest";
import { EngagementRecord } from "../../../contract/schemas/request-engagement.ts";
import { type RecordContext, toEngagementEvent } from "../../../server/engagement/record.ts";

/** 2026-03-01T00:02:00Z */
const NOW = Date.UTC(2026, 2, 1, 0, 2);
const KEY = new Uint8Array(32);

const context: RecordContext = {
  now: NOW,
  content: {
    findPost: (slug) => (["tides", "old-tides"].includes(slug) ? { slug: "tides", commentsOpen: false, listed: true } : null),
    has: (kind, slug) => ["projects/loom", "books/dune", "photos/pier", "services/weaving"].includes(`${kind}/${slug}`),
    isPage: (path) => path === "/posts/tides",
    hasOwn: (kind, slug) => `${kind}/${slug}` === "talks/tides",
    countsCampaigns: true,
  },
  ownHosts: ["ines.example"],
  visitorAt: () => KEY,
};

const event = (record: unknown, changes: Partial<RecordContext> = {}) =>
  toEngagementEvent(EngagementRecord.parse(record), { ...context, ...changes });

const NOTHING = {
  retryId: null,
  path: null,
  isPage: false,
  slug: null,
  referrer: null,
  target: null,
  value: null,
  activeMs: null,
  visitor: KEY,
};

describe("toEngagementEvent", () => {
  test("joins the parts of a campaign, and stores nothing if none is visible", () => {
    const view = (campaign: unknown) => event({ type: "page_view", path: "/", campaign })?.target;
    expect(view({ source: " newsletter ", medium: "email", name: "spring" })).toBe("newsletter / email / spring");
    expect(view({ name: "spring" })).toBe("- / - / spring");
    expect([view({}), view({ source: "\u200b" }), view(null), view(undefined)]).toEqual([null, null, null, null]);
    expect(event({ type: "post_view", slug: "tides", campaign: { source: "a" } })?.target).toBe("a / - / -");
    expect(() => view({ source: "x".repeat(121) })).toThrow();
    expect(() => view({ content: "x" })).toThrow();
    expect(() => event({ type: "document_view", kind: "talks", slug: "tides", campaign: { source: "a" } })).toThrow();
  });

  test("drops the campaign if the site counts none, and keeps the view", () => {
    const content = { ...context.content, countsCampaigns: false };
    const view = event({ type: "post_view", slug: "tides", campaign: { source: "newsletter" } }, { content });
    expect(view).toEqual({ ...NOTHING, type: "post_view", at: NOW, slug: "tides" });
  });

  test("recognizes pages of published documents by their path", () => {
    const page = (path: string): boolean | undefined => event({ type: "page_view", path })?.isPage;
    expect([page("/posts/tides"), page("/posts/tides/?utm_source=x"), page("/posts/none"), page("/x/posts/tides")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([
    [{ type: "post_view", slug: "tides" }, { slug: "tides" }],
    [{ type: "page_view", path: "/a/?b#c" }, { path: "/a" }],
    [{ type: "outbound_click", url: "https://a.example/b?c" }, { target: "https://a.example/b" }],
    [
      { type: "outbound_click", url: "https://a.example/", slug: "tides" },
      { target: "https://a.example/", slug: "tides" },
    ],
    [
      { type: "read_progress", slug: "tides", percent: 99.9, activeMs: 1_500 },
      { slug: "tides", value: 99, activeMs: 1_500 },
    ],
    [
      { type: "share", slug: "tides", channel: "mastodon\u202e" },
      { slug: "tides", target: "mastodon" },
    ],
    [{ type: "project_click", slug: "loom" }, { slug: "loom" }],
    [{ type: "book_click", slug: "dune" }, { slug: "dune" }],
    [{ type: "photo_view", slug: "pier" }, { slug: "pier" }],
    [{ type: "service_view", slug: "weaving" }, { slug: "weaving" }],
    [{ type: "document_view", kind: "talks", slug: "tides" }, { slug: "talks/tides" }],
    [{ type: "search", resultCount: 0 }, { value: 0 }],
    [{ type: "cta_click", name: "hire me" }, { target: "hire me" }],
  ])("stores the countable part of %j", (record, kept) => {
    expect(event(record)).toEqual({ ...NOTHING, type: record.type, at: NOW, ...kept });
  });

  test("uses the server's time minus the record's age, even across midnight", () => {
    expect(event({ type: "post_view", slug: "tides", ageMs: 180_000 })?.at).toBe(Date.UTC(2026, 1, 28, 23, 59));
  });

  test("requests the visitor's key for the time of the event", () => {
    const asked: number[] = [];
    const visitorAt = (at: number): null => {
      asked.push(at);
      return null;
    };
    expect(event({ type: "post_view", slug: "tides", ageMs: 1_000 }, { visitorAt })?.visitor).toBeNull();
    expect(asked).toEqual([NOW - 1_000]);
  });

  test("replaces a post's former slug with its current one", () => {
    expect(event({ type: "post_view", slug: "old-tides" })?.slug).toBe("tides");
  });

  test.each([
    { type: "post_view", slug: "loom" },
    { type: "read_progress", slug: "unknown", percent: 1, activeMs: 1 },
    { type: "share", slug: "unknown", channel: "a" },
    { type: "outbound_click", url: "https://a.example/", slug: "unknown" },
    { type: "project_click", slug: "tides" },
    { type: "book_click", slug: "loom" },
    { type: "photo_view", slug: "dune" },
    { type: "service_view", slug: "pier" },
    { type: "document_view", kind: "talks", slug: "dune" },
    { type: "document_view", kind: "posts", slug: "tides" },
    { type: "document_view", kind: "tlaks", slug: "tides" },
  ])("returns null for %j, whose slug is not published", (record) => {
    expect(event(record)).toBeNull();
  });

  test("keeps the page, the referrer's host and the id as 16 bytes", () => {
    const record = {
      type: "post_view",
      slug: "tides",
      path: "/posts/tides?x=1",
      referrer: "https://www.news.example/a?b",
      id: "0f8fad5b-d9cb-469f-a165-70867728950e",
    };
    expect(event(record)).toMatchObject({
      path: "/posts/tides",
      referrer: "news.example",
      retryId: Buffer.from("0f8fad5bd9cb469fa16570867728950e", "hex"),
    });
    expect(event({ ...record, referrer: "https://ines.example/" })?.referrer).toBeNull();
  });
});
