import { expect, it } from "vitest";
import { createComposer } from "../../../server/notices/compose-notice.ts";
import { composeDigest, type DigestSite, findDigestDay } from "../../../server/notices/daily-digest.ts";
import { createNotifier } from "../../../server/notices/notifier.ts";
import type { OwnerMessage } from "../../../server/notices/owner-message.ts";
import { createFixture, type Fixture } from "../api-fixture.ts";
import { createTestStore } from "../store/file-store.ts";
import { DAY, HOUR, submit } from "../store/helpers.ts";
import { newInquiry } from "../store/inputs.ts";

const SITE: DigestSite = { name: "Marsh", desk: null, findTitle: async (slug) => `Post ${slug}`, findIncidents: async () => [] };

it.each([
  ["2026-03-02T06:59:59Z", "UTC", 7, "2026-03-01"],
  ["2026-03-02T07:00:00Z", "UTC", 7, "2026-03-02"],
  ["2026-03-02T00:00:00Z", "UTC", 0, "2026-03-02"],
  ["2026-03-01T18:00:00Z", "Pacific/Auckland", 7, "2026-03-02"],
  ["2026-03-01T17:59:00Z", "Pacific/Auckland", 7, "2026-03-01"],
  // 02:00 does not exist on that day in Berlin, where 03:00 follows 01:59.
  ["2026-03-29T00:59:59Z", "Europe/Berlin", 2, "2026-03-28"],
  ["2026-03-29T01:00:00Z", "Europe/Berlin", 2, "2026-03-29"],
])("at %s in %s, the most recent digest of %i o'clock is the one of %s", (now, timeZone, hour, day) => {
  expect(findDigestDay(Date.parse(now), timeZone, hour)).toBe(day);
});

it("the digest lists new and pending comments, new and due inquiries, and incidents", async () => {
  const { store, clock } = createTestStore();
  await submit(store, { body: "Old news" });
  clock.now += HOUR;
  const since = clock.now;
  clock.now += HOUR;
  await submit(store, { slug: "tides", authorName: "Ada", body: "A fine\ntable" });
  await submit(store, { verdict: { state: "spam", reason: "links" } });
  const inquiry = await store.inquiries.submit(newInquiry());
  await store.inquiries.schedule(inquiry.kind === "accepted" ? inquiry.id : "", "2026-03-01");
  const period = { day: "2026-03-02", since, until: clock.now + 1 };
  const incident = { message: "/var/octavo is full", publicMessage: "the disk is full" };
  const digest = await composeDigest(store, period, { ...SITE, findIncidents: async () => [incident] });
  expect(digest?.title).toBe("Marsh: 2 waiting, 1 new inquiry, 1 due, 1 problem");
  expect(digest?.text).toMatch(
    /^1 comment new, 2 waiting in all\n {2}Ada on "Post tides": A fine table\n\n1 comment marked as spam\n\n1 new inquiry\n {2}[^\n]+ \(octavo inquiries show \w+\)\n\n1 inquiry due by 2026-03-02\n {2}2026-03-01: [^\n]+\n\nProblems\n {2}the disk is full\n\noctavo desk shows all of it\.\n$/,
  );
  expect([digest?.text.includes("/var/octavo"), digest?.privateText.includes("/var/octavo")]).toEqual([false, true]);
  expect(digest?.data).toMatchObject({ newComments: 1, waiting: 2, spam: 1, newInquiries: 1, due: 1, incidents: ["the disk is full"] });
});

it("the digest of a site without a server of its own names the command for pending comments, if there are any", async () => {
  const { store, clock } = createTestStore();
  const period = { day: "2026-03-02", since: clock.now, until: clock.now + HOUR };
  const incident = { message: "the disk is full", publicMessage: "the disk is full" };
  const site = { ...SITE, commandSite: "https://ines.example", findIncidents: async () => [incident] };
  expect((await composeDigest(store, period, site))?.text).not.toContain("comments moderate");
  await submit(store);
  expect((await composeDigest(store, period, site))?.text).toContain("octavo comments moderate --site https://ines.example walks");
});

it("the digest reports a comment that is pending again because its author changed it", async () => {
  const { store, clock } = createTestStore();
  const id = await submit(store);
  await store.comments.decide({ id, revision: 1, decision: "approve" });
  clock.now += 60_000;
  const since = clock.now;
  const text = { body: "Changed", bodyHtml: "<p>Changed</p>", sanitizerVersion: 1 };
  clock.now += 60_000;
  await store.comments.edit({ slug: "hello", id, text, verdict: { state: "pending" } });
  const digest = await composeDigest(store, { day: "2026-03-02", since, until: clock.now + 1 }, SITE);
  expect(digest?.text).toContain("1 comment new or changed, 1 waiting in all\n");
});

it("the digest counts all comments that were changed, and shows ten", async () => {
  const { store, clock } = createTestStore();
  const ids: string[] = [];
  for (let number = 0; number < 14; number += 1) ids.push(await submit(store));
  clock.now += 60_000;
  const since = clock.now;
  const text = { body: "Changed", bodyHtml: "<p>Changed</p>", sanitizerVersion: 1 };
  clock.now += 60_000;
  for (const id of ids) await store.comments.edit({ slug: "hello", id, text, verdict: { state: "pending" } });
  const digest = await composeDigest(store, { day: "2026-03-02", since, until: clock.now + 1 }, SITE);
  expect(digest?.text).toContain("14 comments new or changed, 14 waiting in all\n");
  expect(digest?.text.match(/Changed/g)).toHaveLength(10);
  expect(digest?.data).toMatchObject({ newComments: 14 });
});

it("the digest is not sent if nothing happened, even if something is pending", async () => {
  const { store, clock } = createTestStore();
  await submit(store);
  const period = { day: "2026-03-02", since: clock.now + 1, until: clock.now + DAY };
  expect(await composeDigest(store, period, SITE)).toBeNull();
});

/** A server's notifier. A second one represents the server after a restart. */
function start({ store, clock, published, log }: Fixture, messages: OwnerMessage[], isOnly = false) {
  return createNotifier({
    store,
    senders: ["mail", "telegram"].map((channel) => ({
      channel,
      secrets: [],
      send: async (message: OwnerMessage) => void messages.push(message),
    })),
    compose: createComposer({ store, published }),
    clock: () => clock.now,
    chance: () => 1,
    log,
    digest: { isOnly, dueDay: async () => findDigestDay(clock.now, "UTC", 7) },
  });
}

const comment = (fixture: Fixture, body: string) => fixture.post("/posts/tides/comments", { authorName: "Ada", body });

it("the digest is sent once a day on each channel despite restarts, and one digest covers several missed days", async () => {
  const fixture = createFixture();
  const messages: OwnerMessage[] = [];
  fixture.clock.now = Date.parse("2026-03-02T09:00:00Z");
  await start(fixture, messages, true).run();
  await comment(fixture, "First");
  fixture.clock.now = Date.parse("2026-03-03T06:59:00Z");
  const notifier = start(fixture, messages, true);
  await notifier.run();
  expect(messages).toEqual([]);
  fixture.clock.now = Date.parse("2026-03-03T07:00:00Z");
  await notifier.run();
  await start(fixture, messages, true).run();
  expect(messages.map(({ kind, data }) => [kind, data.day])).toEqual([
    ["digest", "2026-03-03"],
    ["digest", "2026-03-03"],
  ]);
  await comment(fixture, "Second");
  // The server was down for three days.
  fixture.clock.now = Date.parse("2026-03-06T12:00:00Z");
  await start(fixture, messages, true).run();
  await start(fixture, messages, true).run();
  expect(messages.slice(2).map(({ data }) => [data.day, data.newComments])).toEqual([
    ["2026-03-06", 1],
    ["2026-03-06", 1],
  ]);
  // Nothing has happened since, so nothing is sent, and nothing stays in the outbox.
  fixture.clock.now += DAY;
  await start(fixture, messages, true).run();
  expect([messages.length, await fixture.store.notices.list(["waiting", "dead"])]).toEqual([4, []]);
});

it("the digest is sent in addition to notices of comments, unless it replaces them", async () => {
  for (const isOnly of [false, true]) {
    const fixture = createFixture();
    const messages: OwnerMessage[] = [];
    fixture.clock.now = Date.parse("2026-03-02T09:00:00Z");
    const notifier = start(fixture, messages, isOnly);
    await notifier.run();
    await comment(fixture, "First");
    fixture.clock.now += HOUR;
    await notifier.run();
    expect(messages.map(({ kind }) => kind)).toEqual(isOnly ? [] : ["comments", "comments"]);
    await fixture.post("/services/inquiries", { email: "ada@ada.example", message: "Could you weave this?" });
    await notifier.run();
    expect(messages.at(-1)?.kind).toBe("inquiries");
  }
});
