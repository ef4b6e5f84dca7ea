import { describe, expect, test } from "vitest";
import type { Store } from "../../../../server/store/store.ts";
import { DAY, decide, HOUR, key, MINUTE, newComment, newEvent, type OpenStore, publish, submit } from "../helpers.ts";
import { newInquiry } from "../inputs.ts";

const MAIL: readonly string[] = ["mail"];

async function inquire(store: Store, state: "received" | "spam" = "received"): Promise<string> {
  const result = await store.inquiries.submit(newInquiry({ state }));
  if (result.kind !== "accepted") throw new Error(result.kind);
  return result.id;
}

/** Plans, and takes everything that is due by mail. Returns the subjects of each message. */
async function takeAll(store: Store): Promise<(readonly string[])[]> {
  await store.notices.plan(MAIL);
  const taken: (readonly string[])[] = [];
  for (;;) {
    const notice = await store.notices.lease({ channel: "mail", ms: MINUTE });
    if (notice === null) return taken;
    taken.push(notice.subjects);
    expect(await store.notices.sent(notice)).toBe(true);
  }
}

export function describeNotices(open: OpenStore): void {
  describe("frequency", () => {
    test("pending comments are reported together, a minute after the first, then at most once an hour", async () => {
      const { store, clock } = open();
      const first = await submit(store);
      clock.now += MINUTE - 1;
      const second = await submit(store);
      expect(await takeAll(store)).toEqual([]);
      clock.now += 1;
      expect(await takeAll(store)).toEqual([[first, second]]);
      const third = await submit(store);
      clock.now += HOUR - 1;
      const fourth = await submit(store);
      expect(await takeAll(store)).toEqual([]);
      clock.now += 1;
      expect(await takeAll(store)).toEqual([[third, fourth]]);
      clock.now += DAY;
      expect(await takeAll(store)).toEqual([]);
    });

    test("nothing is sent about comments that were decided on, withdrawn or stored as spam, unless they are pending again", async () => {
      const { store, clock } = open();
      const decided = await submit(store);
      await decide(store, decided, "approve");
      const withdrawn = await submit(store);
      await store.comments.withdraw({ slug: "hello", id: withdrawn });
      for (let n = 0; n < 200; n += 1) await submit(store, { verdict: { state: "spam", reason: "links" } });
      await inquire(store, "spam");
      clock.now += MINUTE;
      expect(await takeAll(store)).toEqual([]);
      const text = { body: "Changed", bodyHtml: "<p>Changed</p>", sanitizerVersion: 1 };
      await store.comments.edit({ slug: "hello", id: decided, text, verdict: { state: "pending" } });
      await store.comments.edit({ slug: "hello", id: decided, text: { ...text, body: "Again" }, verdict: { state: "pending" } });
      clock.now += MINUTE;
      expect(await takeAll(store)).toEqual([[decided]]);
    });

    test("inquiries are reported immediately, in up to twenty messages per hour, the last of which contains all that remain", async () => {
      const { store, clock } = open({ fast: true });
      const ids: string[] = [];
      for (let n = 0; n < 19; n += 1) ids.push(await inquire(store));
      expect(await takeAll(store)).toEqual(ids.map((id) => [id]));
      const late: string[] = [];
      for (let n = 0; n < 5; n += 1) late.push(await inquire(store));
      expect(await takeAll(store)).toEqual([late]);
      const later = [await inquire(store), await inquire(store)];
      expect(await takeAll(store)).toEqual([]);
      clock.now += HOUR;
      expect(await takeAll(store)).toEqual(later.map((id) => [id]));
    });

    test("a replay, a duplicate and a refused submission send no notice", async () => {
      const { store, clock } = open();
      const idempotency = { scope: "/posts/hello/comments", key: "0123456789abcdef", bodyHash: key("body"), status: 202 };
      const comment = newComment({ idempotency });
      await store.comments.submit(comment);
      expect(await store.comments.submit(comment)).toMatchObject({ kind: "replayed" });
      expect(await store.comments.submit({ ...comment, idempotency: null })).toMatchObject({ kind: "duplicate" });
      clock.now += MINUTE;
      expect((await takeAll(store)).flat()).toHaveLength(1);
    });
  });

  describe("the outbox", () => {
    test("contains a message for each channel under one id, which stays the same across restarts and attempts", async () => {
      const { store, clock, reopen } = open();
      const inquiry = await inquire(store);
      expect(await store.notices.plan(["mail", "telegram"])).toBe(1);
      const again = await reopen();
      const mail = await again.notices.lease({ channel: "mail", ms: MINUTE });
      const telegram = await again.notices.lease({ channel: "telegram", ms: MINUTE });
      expect(await again.notices.lease({ channel: "webhook", ms: MINUTE })).toBe(null);
      expect(mail).toMatchObject({ kind: "inquiries", subjects: [inquiry], attempts: 1, createdAt: clock.now });
      expect(telegram?.id).toBe(mail?.id);
      clock.now += MINUTE;
      expect(await again.notices.lease({ channel: "mail", ms: MINUTE })).toMatchObject({ id: mail?.id, attempts: 2 });
    });

    test("leases a message to one process at a time, and a process without the lease cannot finish it", async () => {
      const { store, clock, another } = open();
      await inquire(store);
      await store.notices.plan(MAIL);
      const other = another();
      const takes = await Promise.all([store, other, store, other].map((each) => each.notices.lease({ channel: "mail", ms: MINUTE })));
      const [first, ...more] = takes.filter((taken) => taken !== null);
      if (first === undefined) throw new Error("nobody got it");
      expect(more).toEqual([]);
      clock.now += MINUTE;
      const second = await other.notices.lease({ channel: "mail", ms: MINUTE });
      if (second === null) throw new Error("the lease did not end");
      expect(await store.notices.sent(first)).toBe(false);
      expect(await store.notices.failed(first, { error: "late", retryAt: null })).toBe(false);
      expect(await store.notices.drop(first)).toBe(false);
      expect(await other.notices.sent(second)).toBe(true);
      expect(await other.notices.sent(second)).toBe(false);
      expect(await store.notices.list(["sent", "waiting", "dead"])).toMatchObject([{ state: "sent", attempts: 2, error: null }]);
    });

    test("waits after a failure as long as the service requests, keeps dead letters, and resends them on request", async () => {
      const { store, clock } = open();
      await inquire(store);
      await store.notices.plan(MAIL);
      const lease = async () => {
        const notice = await store.notices.lease({ channel: "mail", ms: MINUTE });
        if (notice === null) throw new Error("nothing is due");
        return notice;
      };
      await store.notices.failed(await lease(), { error: "refused", retryAt: clock.now + 5_000 });
      clock.now += 4_999;
      expect(await store.notices.lease({ channel: "mail", ms: MINUTE })).toBe(null);
      clock.now += 1;
      const { id } = await lease().then(async (notice) => {
        await store.notices.failed(notice, { error: "gone", retryAt: null });
        return notice;
      });
      clock.now += DAY;
      expect(await store.notices.lease({ channel: "mail", ms: MINUTE })).toBe(null);
      expect(await store.notices.list(["dead"])).toMatchObject([{ id, state: "dead", attempts: 2, error: "gone" }]);
      expect(await store.notices.retry(["a".repeat(24)])).toBe(0);
      expect(await store.notices.retry(null)).toBe(1);
      expect(await lease()).toMatchObject({ id, attempts: 1 });
    });

    test("contains nothing that a visitor wrote, and forgets an inquiry that was erased before it was reported", async () => {
      const { store } = open();
      const id = await inquire(store);
      await store.inquiries.delete(id);
      expect(await takeAll(store)).toEqual([]);
      await submit(store, { body: "secret words", authorEmail: "ada@example.com" });
      expect(JSON.stringify(await store.notices.list(["waiting"]))).not.toMatch(/secret|ada@/);
    });

    test("accepts a report once for each first day", async () => {
      const { store } = open();
      await publish(store);
      expect(await store.notices.report({ firstDay: "2026-02-23", channels: MAIL })).toBe(true);
      expect(await store.notices.report({ firstDay: "2026-02-23", channels: MAIL })).toBe(false);
      expect(await takeAll(store)).toEqual([["2026-02-23"]]);
    });

    test("accepts no report on a week before the first record", async () => {
      const { store, clock } = open();
      const report = (firstDay: string) => store.notices.report({ firstDay, channels: MAIL });
      expect(await report("2026-02-16")).toBe(false);
      // NOON is a Sunday, so the very first event is in the week that begins on 2026-02-23.
      await store.engagement.record({ events: [newEvent()] });
      expect(await report("2026-02-16")).toBe(false);
      expect(await report("2026-02-23")).toBe(true);
      clock.now += 14 * DAY;
      expect(await report("2026-03-02")).toBe(true);
    });

    test("forgets finished notices after 90 days", async () => {
      const { store, clock } = open();
      await publish(store);
      await inquire(store);
      await takeAll(store);
      clock.now += 90 * DAY - 1;
      expect((await store.maintenance.run()).notices).toBe(0);
      clock.now += 1;
      expect((await store.maintenance.run()).notices).toBe(1);
      expect(await store.notices.list(["sent", "waiting", "dead"])).toEqual([]);
    });
  });
}
