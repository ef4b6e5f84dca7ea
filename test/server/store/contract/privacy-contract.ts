import { expect, it } from "vitest";
import { DEFAULT_RETENTION } from "../../../../server/store/privacy-types.ts";
import { DAY, decide, HOUR, key, newEvent, type OpenStore, publish, submit } from "../helpers.ts";
import { newInquiry } from "../inputs.ts";

const NEVER = { rejected: null, spam: null, emails: null, events: null, inquiries: null };

export function describePrivacy(open: OpenStore): void {
  it("upkeep deletes data past the owner's retention period, each on its own day, and counts it beforehand", async () => {
    const { store, clock, problems } = open();
    const parent = await publish(store, { authorEmail: "ada@mail.example" });
    const reply = await publish(store, { parentId: parent });
    const spam = await submit(store, { verdict: { state: "spam", reason: "links" }, authorEmail: "spam@mail.example" });
    const waits = await submit(store, { authorEmail: "ben@mail.example" });
    await store.inquiries.submit(newInquiry());
    await store.inquiries.submit(newInquiry({ state: "spam" }));
    await store.engagement.record({ events: [newEvent({ at: clock.now })] });
    clock.now += 10 * DAY;
    await decide(store, parent, "reject");

    const at = async (days: number, retention = DEFAULT_RETENTION) => {
      clock.now += days * DAY;
      const due = await store.maintenance.due(retention);
      const { comments, emails, inquiries, events } = await store.maintenance.run(undefined, retention);
      expect(due).toEqual({ comments, emails, inquiries, events });
      return due;
    };
    const nothing = { comments: 0, emails: 0, inquiries: 0, events: 0 };
    expect(await at(19)).toEqual(nothing);
    expect(await at(1)).toEqual({ ...nothing, comments: 1, inquiries: 1 });
    expect((await store.comments.get(spam))?.state).toBe("deleted");
    expect((await store.comments.get(parent))?.state).toBe("rejected");
    // Ten days after its arrival, counted from its rejection.
    expect(await at(10)).toEqual({ ...nothing, comments: 1 });
    const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 10, sort: "oldest" });
    expect(page?.items).toMatchObject([{ id: parent, deleted: true, body: null, replies: [{ id: reply, deleted: false }] }]);
    expect(await at(60)).toEqual({ ...nothing, events: 1 });
    expect(await at(265)).toEqual({ ...nothing, emails: 1 });
    expect(await store.comments.get(waits)).toMatchObject({ state: "pending", authorEmail: null, authorName: "Ada" });
    expect(await at(3_000)).toEqual(nothing);
    expect(await store.inquiries.list()).toHaveLength(1);
    expect(await at(0, { ...DEFAULT_RETENTION, inquiries: 3_000 })).toEqual({ ...nothing, inquiries: 1 });
    expect(await store.inquiries.list()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it("counts a comment's age from its last edit", async () => {
    const { store, clock } = open();
    const id = await submit(store, { verdict: { state: "spam", reason: "links" } });
    clock.now += HOUR / 6;
    await store.comments.edit({ slug: "hello", id, authorName: "Countess", verdict: { state: "pending" } });
    clock.now += 30 * DAY - 1;
    expect((await store.maintenance.due(DEFAULT_RETENTION)).comments).toBe(0);
    clock.now += 1;
    expect((await store.maintenance.due(DEFAULT_RETENTION)).comments).toBe(1);
  });

  it("keeps data with unlimited retention forever, and deletes data with no retention immediately", async () => {
    const { store, clock } = open();
    await submit(store, { verdict: { state: "spam", reason: "links" }, authorEmail: "spam@mail.example" });
    await store.inquiries.submit(newInquiry());
    await store.inquiries.submit(newInquiry({ state: "spam" }));
    await store.engagement.record({ events: [newEvent({ at: clock.now })] });
    clock.now += 10_000 * DAY;
    expect(await store.maintenance.due(NEVER)).toEqual({ comments: 0, emails: 0, inquiries: 0, events: 0 });
    const atOnce = { rejected: 0, spam: 0, emails: 0, events: 0, inquiries: 0 };
    // The address was deleted with its comment.
    expect(await store.maintenance.run(undefined, atOnce)).toMatchObject({ comments: 1, emails: 0, inquiries: 2, events: 1 });
  });

  it("continues after being stopped, and deletes many rows in batches", async () => {
    const { store, clock } = open({ fast: true });
    for (let n = 0; n < 120; n += 1) await submit(store, { verdict: { state: "spam", reason: "links" } });
    clock.now += 31 * DAY;
    let asked = 0;
    const stops = (): boolean => {
      asked += 1;
      return asked > 14;
    };
    expect((await store.maintenance.run(stops)).comments).toBeLessThan(120);
    await store.maintenance.run();
    expect((await store.comments.countsByState()).deleted).toBe(120);
  });

  it("does not report figures as wrong for days whose raw events were deleted early", async () => {
    const { store, clock } = open();
    await store.engagement.record({ events: [newEvent({ at: clock.now })] });
    clock.now += 8 * DAY;
    await store.engagement.record({ events: [newEvent({ at: clock.now })] });
    await store.maintenance.run(undefined, { ...DEFAULT_RETENTION, events: 7 });
    expect(await store.engagement.verify()).toMatchObject({ events: 1, fromDay: "2026-03-02", drift: [] });
    await store.maintenance.run(undefined, DEFAULT_RETENTION);
    expect(await store.engagement.verify()).toMatchObject({ events: 1, fromDay: "2026-03-02", drift: [] });
  });

  it("stores the server's retention", async () => {
    const { store, reopen } = open();
    expect(await store.privacy.retention()).toBeNull();
    await store.privacy.keepRetention({ ...DEFAULT_RETENTION, emails: null });
    expect(await (await reopen()).privacy.retention()).toEqual({ ...DEFAULT_RETENTION, emails: null });
  });

  it("returns everything sent under an email address, in any case, and nobody else's data", async () => {
    const { store, clock } = open();
    const emailHash = key("email");
    const address = key("address");
    const mine = await submit(store, {
      authorEmail: "Ada@Mail.example",
      body: "Mine",
      banKeys: [
        { kind: "email", hash: emailHash },
        { kind: "address", hash: address },
      ],
      idempotency: { scope: "/posts/hello/comments", key: "k".repeat(16), bodyHash: key("b"), status: 202 },
      quotas: [
        { key: `comments::${Buffer.from(address).toString("base64url")}`, limit: 9 },
        { key: "comments-all", limit: 9, isTotal: true },
      ],
    });
    const others = await submit(store, {
      authorEmail: "ben@mail.example",
      body: "Ben's",
      parentId: null,
      banKeys: [{ kind: "email", hash: key("ben") }],
    });
    await store.bans.add({ kind: "email", hash: key("ben") });
    const asked = await store.inquiries.submit(newInquiry({ email: "ADA@mail.example", message: "A loom?" }));
    const inquiry = asked.kind === "accepted" ? asked.id : "";
    await store.inquiries.addNote(inquiry, "called back");
    await store.inquiries.submit(newInquiry({ email: "ben@mail.example" }));
    clock.now += HOUR;
    await store.notices.plan(["mail"]);
    await store.bans.banAuthor({ commentId: mine, note: "loud" });

    const held = await store.privacy.held({ email: " ada@mail.EXAMPLE ", emailHash });
    expect(held).toMatchObject({
      comments: [
        {
          id: mine,
          post: "hello",
          parent: null,
          authorEmail: "Ada@Mail.example",
          body: "Mine",
          createdAt: "2026-03-01T12:00:00.000Z",
          isAuthor: false,
        },
      ],
      authorKeys: [
        { comment: mine, kind: "address" },
        { comment: mine, kind: "email", hash: Buffer.from(emailHash).toString("hex") },
      ],
      duplicateMarks: [{ comment: mine }],
      inquiries: [{ id: inquiry, message: "A loom?", state: "new" }],
      inquiryNotes: [{ inquiry, text: "called back" }],
      idempotencyKeys: [{ key: "k".repeat(16), resultId: mine }],
      noticeEvents: [],
      bans: [
        { kind: "address", note: "loud" },
        { kind: "email", note: "loud" },
      ],
      quotas: [{ used: 1 }],
    });
    expect(held.notices).toMatchObject([
      { kind: "comments", subjects: [mine, others] },
      { kind: "inquiries", subjects: [inquiry] },
    ]);
    expect(JSON.stringify(held)).not.toMatch(/Ben's|ben@/);

    expect(await store.privacy.held({ commentId: mine })).toMatchObject({
      comments: [{ id: mine }],
      bans: [{}, {}],
      inquiries: [],
      inquiryNotes: [],
    });
    const nobody = await store.privacy.held({ email: "nobody@mail.example", emailHash: key("nobody") });
    expect(Object.values(nobody).flat()).toEqual([]);
  });

  it("erases all data of an email address, keeping the places of comments, and nobody else's data", async () => {
    const { store, clock, problems } = open();
    const emailHash = key("email");
    const mine = { authorEmail: "Ada@mail.example", banKeys: [{ kind: "email" as const, hash: emailHash }] };
    const parent = await publish(store, mine);
    const reply = await publish(store, { slug: "hello", parentId: parent, authorEmail: "ben@mail.example" });
    await submit(store, { ...mine, slug: "other", idempotency: { scope: "/x", key: "k".repeat(16), bodyHash: key("b"), status: 202 } });
    const kept = await submit(store, { authorEmail: "ben@mail.example" });
    await store.inquiries.submit(newInquiry({ email: "ada@MAIL.example" }));
    await store.inquiries.submit(newInquiry({ email: "ben@mail.example" }));
    await store.bans.add({ kind: "email", hash: emailHash });
    clock.now += HOUR;
    await store.notices.plan(["mail"]);
    const version = await store.comments.version("hello");

    const person = { email: "ada@mail.example", emailHash };
    expect(await store.privacy.erase(person, clock.now)).toMatchObject({
      rows: { comments: 2, inquiries: 1, authorKeys: 2, duplicateMarks: 2, idempotencyKeys: 1, bans: 1, notices: 2 },
      posts: ["hello", "other"],
    });
    expect(Object.values(await store.privacy.held(person)).flat()).toEqual([]);
    expect(await store.privacy.lastErasure()).toBe(clock.now);
    expect(await store.comments.version("hello")).toBeGreaterThan(version);
    const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 10, sort: "oldest" });
    expect(page?.items).toMatchObject([{ id: parent, deleted: true, authorName: null, replies: [{ id: reply, deleted: false }] }]);
    expect(await store.comments.get(kept)).toMatchObject({ state: "pending", authorEmail: "ben@mail.example" });
    expect(await store.inquiries.list()).toMatchObject([{ email: "ben@mail.example" }]);
    // Notices about other people's texts stay.
    expect((await store.notices.list(["waiting"])).map(({ subjects }) => subjects)).toContainEqual([kept]);
    expect(await problems()).toEqual([]);
  });

  it("erases one or many of a person's comments, but none that came later", async () => {
    const { store, clock, problems } = open({ fast: true });
    const emailHash = key("email");
    const one = await submit(store, { authorEmail: "ada@mail.example" });
    await store.privacy.erase({ commentId: one }, clock.now);
    expect(await store.comments.get(one)).toMatchObject({ state: "deleted", body: null, authorEmail: null });
    for (let n = 0; n < 120; n += 1) await submit(store, { authorEmail: "ada@mail.example" });
    const until = clock.now;
    clock.now += HOUR;
    const later = await submit(store, { authorEmail: "ada@mail.example" });
    expect((await store.privacy.erase({ email: "ada@mail.example", emailHash }, until)).rows.comments).toBe(120);
    expect((await store.comments.list({ states: ["pending"] })).map(({ id }) => id)).toEqual([later]);
    expect(await problems()).toEqual([]);
  });

  it("lists other people's texts that mention an address", async () => {
    const { store } = open();
    await submit(store, { authorEmail: "ada@mail.example", body: "I am ada@mail.example" });
    const other = await submit(store, { body: "Write to ADA@mail.example, not to ada@mail_example." });
    const asked = await store.inquiries.submit(newInquiry({ email: "ben@mail.example" }));
    const inquiry = asked.kind === "accepted" ? asked.id : "";
    await store.inquiries.addNote(inquiry, "knows ada@mail.example");
    const ban = await store.bans.add({ kind: "email", hash: key("x"), note: "ada@mail.example" });
    expect(await store.privacy.mentions("ada@mail.example")).toEqual([
      { kind: "comment", id: other },
      { kind: "inquiry", id: inquiry },
      { kind: "ban", id: String(ban.id) },
    ]);
    expect(await store.privacy.mentions("ada%")).toEqual([]);
  });
}
