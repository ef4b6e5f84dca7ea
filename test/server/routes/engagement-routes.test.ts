import { describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "../../../server/server-config.ts";
import type { Store } from "../../../server/store/store.ts";
import { json, problemOf } from "../answers.ts";
import { createFixture } from "../api-fixture.ts";
import { listEvents } from "../store/helpers.ts";

const PATH = "/engagement";
const VIEW = { type: "post_view", slug: "hello" };

/** Counts the calls that reach the store. */
function setUp(config = {}) {
  const recorded: string[][] = [];
  const fixture = createFixture({
    config,
    store: (real): Store => ({
      ...real,
      engagement: {
        ...real.engagement,
        record: (batch) => {
          recorded.push(batch.events.map(({ type }) => type));
          return real.engagement.record(batch);
        },
      },
    }),
  });
  return { ...fixture, recorded };
}

describe("engagement", () => {
  it("accepts a single record as application/json and as text/plain", async () => {
    const { send, recorded } = setUp();
    for (const type of ["application/json", "text/plain;charset=UTF-8", "text/plain"]) {
      const response = await send("POST", PATH, { headers: { "Content-Type": type }, body: JSON.stringify(VIEW) });
      expect(response.status).toBe(202);
      expect(await json(response)).toEqual({ accepted: 1, rejected: [] });
    }
    expect(recorded).toEqual([["post_view"], ["post_view"], ["post_view"]]);
  });

  it("cuts a long path and referrer, and treats null as omitted", async () => {
    const { post, store } = setUp();
    const event = { type: "page_view", path: `/${"a".repeat(5_000)}`, referrer: `https://from.example/${"b".repeat(9_000)}` };
    const nothing = { type: "search", resultCount: 1, id: null, path: null, referrer: null, ageMs: null };
    const click = { type: "outbound_click", url: "https://tides.example/a", slug: null };
    expect(await json(await post(PATH, { events: [event, nothing, click] }))).toEqual({ accepted: 3, rejected: [] });
    expect(await json(await post(PATH, event))).toEqual({ accepted: 1, rejected: [] });
    const [first, ...others] = (await listEvents(store.engagement.events())).filter(({ type }) => type === "page_view");
    expect([first?.path, first?.referrer, others.length]).toEqual([`/${"a".repeat(511)}`, "from.example", 1]);
  });

  it("stores a campaign only if the site counts campaigns, and accepts the record either way", async () => {
    const { post, store, site, published } = setUp();
    const targets: unknown[] = [];
    for (const setting of [{}, { campaigns: false }, { campaigns: true }]) {
      site.published = { ...site.published, ...setting };
      await published.refresh();
      const answer = await post(PATH, { ...VIEW, campaign: { source: "newsletter", name: "spring" } });
      expect([answer.status, await json(answer)]).toEqual([202, { accepted: 1, rejected: [] }]);
      targets.push((await listEvents(store.engagement.events())).map(({ target }) => target));
    }
    expect(targets).toEqual([[null], [null, null], [null, null, "newsletter / - / spring"]]);
  });

  it("accepts every type of record", async () => {
    const { post, recorded } = setUp();
    const events = [
      VIEW,
      { type: "page_view", path: "/about" },
      { type: "outbound_click", url: "https://tides.example/a", slug: "hello" },
      { type: "read_progress", slug: "hello", percent: 50.5, activeMs: 1_000 },
      { type: "share", slug: "hello", channel: "mastodon" },
      { type: "project_click", slug: "loom" },
      { type: "book_click", slug: "dune" },
      { type: "photo_view", slug: "pier" },
      { type: "service_view", slug: "weaving" },
      { type: "search", resultCount: 0 },
      {
        type: "cta_click",
        name: "hire-me",
        id: "5f0c7a52-6a37-4a7e-9d0b-8c3a2b1d4e5f",
        path: "/",
        referrer: "https://a.example/x?y",
        ageMs: 300_000,
      },
    ];
    expect(await json(await post(PATH, { events }))).toEqual({ accepted: 11, rejected: [] });
    expect(recorded).toEqual([events.map(({ type }) => type)]);
  });

  it("stores the valid records of a batch, and lists the others by index", async () => {
    const { post, recorded } = setUp();
    const events = [VIEW, { type: "post_view" }, { type: "nonsense" }, { type: "search", resultCount: -1, extra: 1 }, null, VIEW];
    const response = await post(PATH, { events });
    expect(response.status).toBe(202);
    const answer = await json(response);
    expect(answer).toMatchObject({ accepted: 2 });
    expect((answer.rejected as { index: number; code: string }[]).map(({ index, code }) => [index, code])).toEqual([
      [1, "required"],
      [2, "invalid_value"],
      [3, "too_small"],
      [4, "invalid_type"],
    ]);
    expect(JSON.stringify(answer.rejected)).toContain("/extra");
    expect(recorded).toEqual([["post_view", "post_view"]]);
  });

  it("returns 422 with pointers if no record is valid", async () => {
    const { post, recorded } = setUp();
    const batch = await problemOf(await post(PATH, { events: [{ type: "post_view" }, 3] }));
    expect(batch).toMatchObject({ status: 422, code: "validation-error" });
    expect(batch.errors.map(({ pointer }) => pointer)).toEqual(["/events/0/slug", "/events/1"]);
    expect((await problemOf(await post(PATH, { type: "post_view" }))).errors).toMatchObject([{ pointer: "/slug", code: "required" }]);
    expect((await problemOf(await post(PATH, {}))).errors).toMatchObject([{ pointer: "/type", code: "required" }]);
    expect((await problemOf(await post(PATH, { events: [] }))).errors).toMatchObject([{ pointer: "/events", code: "too_small" }]);
    expect((await problemOf(await post(PATH, { events: new Array(21).fill(VIEW) }))).errors).toMatchObject([
      { pointer: "/events", code: "too_big" },
    ]);
    expect((await problemOf(await post(PATH, { events: [VIEW], more: 1 }))).errors).toMatchObject([
      { pointer: "/more", code: "unrecognized" },
    ]);
    expect((await problemOf(await post(PATH, { events: "x" }))).errors).toMatchObject([{ pointer: "/events", code: "invalid_type" }]);
    expect(recorded).toEqual([]);
  });

  it("returns 415 for any other or no media type", async () => {
    const { send } = setUp();
    for (const type of ["application/x-www-form-urlencoded", "text/html", ""]) {
      const response = await send("POST", PATH, { headers: { "Content-Type": type }, body: JSON.stringify(VIEW) });
      expect(await problemOf(response)).toMatchObject({ status: 415 });
      expect(response.headers.get("Accept")).toBe("application/json, text/plain");
    }
  });

  it("is charged per record: 60 at once, then one per second", async () => {
    const { post, clock } = setUp({ limits: DEFAULT_LIMITS });
    const batch = { events: new Array(20).fill(VIEW) };
    const first = await post(PATH, batch);
    expect([first.headers.get("RateLimit"), first.headers.get("RateLimit-Policy")]).toEqual([
      '"engagement";r=40;t=20',
      '"engagement";q=60;w=60',
    ]);
    expect((await post(PATH, batch)).status).toBe(202);
    expect((await post(PATH, batch)).status).toBe(202);
    const refused = await post(PATH, batch);
    expect(await problemOf(refused)).toMatchObject({ status: 429 });
    expect(refused.headers.get("Retry-After")).toBe("20");
    clock.now += 1_000;
    expect((await post(PATH, VIEW)).status).toBe(202);
    expect((await post(PATH, VIEW)).status).toBe(429);
  });

  it("counts views of a post that was just published, and drops views of unknown posts", async () => {
    const { post, recorded, site, store } = setUp();
    await post(PATH, VIEW);
    site.published = { ...site.published, slugs: { ...site.published.slugs, posts: ["fresh", "hello"] } };
    const events = [{ type: "post_view", slug: "fresh" }, VIEW, { type: "post_view", slug: "never" }];
    expect(await json(await post(PATH, { events }))).toEqual({ accepted: 3, rejected: [] });
    expect(recorded).toEqual([["post_view"], ["post_view", "post_view"]]);
    expect((await store.engagement.summary({ fromDay: "2026-01-31", toDay: "2026-01-31" })).dropped).toEqual([
      { reason: "unknown-slug", count: 1 },
    ]);
  });

  it("passes headers, address and published content to the intake, and dropped records to the store", async () => {
    const record = vi.fn(async () => ({ kind: "recorded" as const, stored: 0, repeated: 0 }));
    const { post } = createFixture({
      store: (real) => ({
        ...real,
        engagement: { ...real.engagement, record },
      }),
      engagement: {
        prepare: ({ records, headers, address, content }) => {
          expect([records.length, headers.get("Sec-GPC"), address, content.has("posts", "hello")]).toEqual([1, "1", "192.0.2.1", true]);
          return { events: [], dropped: ["bot"] };
        },
      },
    });
    expect(await json(await post(PATH, VIEW, { "Sec-GPC": "1" }))).toEqual({ accepted: 1, rejected: [] });
    expect(record).toHaveBeenCalledWith({ events: [], dropped: ["bot"], quota: null });
  });

  it("can be sent from any page without a preflight", async () => {
    const { send } = setUp();
    const headers = { "Content-Type": "text/plain;charset=UTF-8", Origin: "https://other.example", "Sec-Fetch-Site": "cross-site" };
    const response = await send("POST", PATH, { headers, body: JSON.stringify(VIEW) });
    expect([response.status, response.headers.get("Access-Control-Allow-Origin")]).toEqual([202, "*"]);
  });
});
