import { expect, test } from "vitest";
import type { Store } from "../../../../server/store/store.ts";
import { DAY, decide, HOUR, key, MINUTE, newEvent, type OpenStore, publish, submit } from "../helpers.ts";
import { newInquiry } from "../inputs.ts";

/** Creates one of each row that is kept for a limited time. */
async function fill(store: Store, clock: { now: number }): Promise<void> {
  await submit(store, {
    authorEmail: "ada@mail.example",
    quotas: [{ key: "q", limit: 1 }],
    idempotency: { scope: "/x", key: "k".repeat(16), bodyHash: key("b"), status: 202 },
    banKeys: [{ kind: "email", hash: key("e") }],
    subscription: { email: "ada@mail.example", addressHash: key("a") },
  });
  await store.bans.add({ kind: "email", hash: key("e") });
  await store.inquiries.submit(newInquiry());
  await store.inquiries.submit(newInquiry({ state: "spam" }));
  await store.likes.like({ slug: "hello", visitor: key("v"), quotas: [] });
  await store.likes.unlike({ slug: "hello", visitor: key("v") });
  await decide(store, await submit(store), "spam");
  await decide(store, await submit(store), "reject");
  clock.now += 3 * HOUR;
  store.rates.set(key("rate"), clock.now + MINUTE);
  await store.engagement.record({ events: [newEvent({ at: clock.now, visitor: key("v", 8), retryId: key("r", 16) })] });
  await store.notices.plan(["mail"]);
  const notice = await store.notices.lease({ channel: "mail", ms: MINUTE });
  if (notice === null) throw new Error("there is no notice");
  await store.notices.sent(notice);
}

export function describeUpkeep(open: OpenStore): void {
  test("upkeep is due exactly when the next row expires, and never once nothing is left", async () => {
    const { store, clock } = open();
    const retention = { rejected: 20, spam: 30, emails: 100, events: 200, inquiries: 300 };
    expect(await store.maintenance.nextDue(retention)).toBe(null);
    await fill(store, clock);
    const isIdle = async (): Promise<void> => {
      const report = await store.maintenance.run(() => false, retention);
      expect(Object.entries(report).filter(([, rows]) => rows > 0)).toEqual([]);
    };
    let rounds = 0;
    for (;;) {
      const due = await store.maintenance.nextDue(retention);
      if (due === null) break;
      expect(due).toBeGreaterThan(clock.now);
      clock.now = due - 1;
      await isIdle();
      clock.now = due;
      await store.maintenance.run(() => false, retention);
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(8);
    clock.now += 3_650 * DAY;
    await isIdle();
  });

  test("notices are due exactly when they can be planned or sent", async () => {
    const { store, clock } = open();
    const channels = ["mail"];
    const take = async (): Promise<number> => {
      let taken = await store.notices.plan(channels);
      for (;;) {
        const notice = await store.notices.lease({ channel: "mail", ms: MINUTE });
        if (notice === null) return taken;
        taken += 1;
        // The first attempt fails.
        await (notice.attempts === 1
          ? store.notices.failed(notice, { error: "away", retryAt: clock.now + 10 * MINUTE })
          : store.notices.sent(notice));
      }
    };
    expect(await store.notices.nextDue(channels)).toBe(null);
    for (let n = 0; n < 22; n += 1) {
      await store.inquiries.submit(newInquiry());
      await take();
    }
    await submit(store);
    const subscription = { email: "ben@mail.example", addressHash: key("a") };
    for (const body of ["One", "Two"]) await publish(store, { body, authorEmail: "ben@mail.example", subscription });
    await store.likes.like({ slug: "hello", visitor: key("v"), quotas: [] });
    expect(await store.notices.nextDue([])).toBe(null);
    let rounds = 0;
    for (;;) {
      const due = await store.notices.nextDue(channels);
      if (due === null) break;
      if (due > clock.now) {
        clock.now = due - 1;
        expect(await take()).toBe(0);
        clock.now = due;
      }
      expect(await take()).toBeGreaterThan(0);
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(4);
    clock.now += 80 * DAY;
    expect(await take()).toBe(0);
  });
}
