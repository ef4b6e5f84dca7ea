import { expect, test } from "vitest";
import type { Store } from "../../../../server/store/store.ts";
import { listEvents, newComment, newEvent, type OpenStore, publish } from "../helpers.ts";
import { newInquiry } from "../inputs.ts";

/** Every read of the store. */
const READS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  "comments.page": ({ comments }) => comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" }),
  "comments.version": ({ comments }) => comments.version("hello"),
  "comments.siteVersion": ({ comments }) => comments.siteVersion(),
  "comments.place": ({ comments }) => comments.place({ slug: "hello", id: "a".repeat(24), pageSize: 20, sort: "oldest" }),
  "comments.recent": ({ comments }) => comments.recent({ limit: 1 }),
  "comments.get": ({ comments }) => comments.get("a".repeat(24)),
  "comments.findIds": ({ comments }) => comments.findIds("abcdef", 2),
  "comments.list": ({ comments }) => comments.list(),
  "comments.countsByState": ({ comments }) => comments.countsByState(),
  "comments.stale": ({ comments }) => comments.stale(1, 1),
  "likes.get": ({ likes }) => likes.get({ slug: "hello", visitor: null }),
  "inquiries.get": ({ inquiries }) => inquiries.get("a".repeat(24)),
  "inquiries.findIds": ({ inquiries }) => inquiries.findIds("abcdef", 2),
  "inquiries.list": ({ inquiries }) => inquiries.list(),
  "engagement.summary": ({ engagement }) => engagement.summary({ fromDay: "2026-03-01", toDay: "2026-03-01" }),
  "engagement.direct": ({ engagement }) => engagement.direct({ types: ["post_view"], fromDay: "2026-03-01", toDay: "2026-03-01" }),
  "engagement.postReferrers": ({ engagement }) => engagement.postReferrers({ slug: "a", fromDay: "2026-03-01", toDay: "2026-03-01" }),
  "engagement.hours": ({ engagement }) => engagement.hours({ from: 0, to: 1 }),
  "engagement.verify": ({ engagement }) => engagement.verify(),
  "engagement.events": ({ engagement }) => listEvents(engagement.events()),
  "counts.all": ({ counts }) => counts.all(),
  "counts.get": ({ counts }) => counts.get("hello"),
  "bans.list": ({ bans }) => bans.list(),
  "spamWords.list": ({ spamWords }) => spamWords.list(),
  "secrets.fingerprint": ({ secrets }) => secrets.fingerprint(),
  "site.get": ({ site }) => site.get(),
  "notices.plan": ({ notices }) => notices.plan(["mail"]),
  "notices.lease": ({ notices }) => notices.lease({ channel: "mail", ms: 1 }),
  "notices.list": ({ notices }) => notices.list(["dead"]),
  "notices.failing": ({ notices }) => notices.failing(),
  "notices.oldestDue": ({ notices }) => notices.oldestDue(),
  "totals.usedUp": ({ totals }) => totals.usedUp(),
  "totals.used": ({ totals }) => totals.used(["comments-all"]),
};

export function describeReads(open: OpenStore): void {
  test.for(Object.keys(READS))("%s of a closed store returns a rejected promise, and does not throw", async (name) => {
    const { store } = open();
    await store.close();
    await expect(READS[name]?.(store)).rejects.toMatchObject({ name: "StoreUnavailable", reason: "closed" });
  });

  test("all writes to a closed store reject, and health reports that it does not work", async () => {
    const { store } = open();
    await store.close();
    const closed = { name: "StoreUnavailable", reason: "closed" };
    await expect(store.comments.submit(newComment())).rejects.toMatchObject(closed);
    await expect(store.inquiries.submit(newInquiry())).rejects.toMatchObject(closed);
    await expect(store.engagement.record({ events: [newEvent()] })).rejects.toMatchObject(closed);
    expect(await store.health()).toMatchObject({ ok: false });
  });

  test("the site's facts are the last stored ones", async () => {
    const { store, reopen } = open();
    expect(await store.site.get()).toBe(null);
    const site = { name: "Ines", url: "https://ines.example", timeZone: "Europe/Oslo", author: null };
    await store.site.keep(site);
    await store.site.keep({ ...site, author: { name: "Ines", url: null } });
    expect(await (await reopen()).site.get()).toEqual({ ...site, author: { name: "Ines", url: null } });
  });

  test("a read sees the preceding write", async () => {
    const { store } = open();
    const before = await store.comments.version("hello");
    await publish(store);
    expect(await store.comments.version("hello")).not.toBe(before);
    expect((await store.comments.page({ slug: "hello", page: 1, pageSize: 1, sort: "oldest" }))?.items).toHaveLength(1);
    expect(await store.health()).toEqual({ ok: true, writes: null, queued: 0 });
  });

  test("a page's version matches its content, and is never newer, while comments are being decided", async () => {
    const { store } = open({ fast: true });
    const shown = new Map<number, number>();
    const reading = (async () => {
      for (let read = 0; read < 200; read += 1) {
        const before = await store.comments.version("hello");
        const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 50, sort: "oldest" });
        if (page === null) throw new Error("a page of threads is never null");
        expect(page.version).toBeGreaterThanOrEqual(before);
        // A version identifies one view: a page cached under it may be shown as long as the version
        // is the same.
        expect(shown.get(page.version) ?? page.totalComments).toBe(page.totalComments);
        shown.set(page.version, page.totalComments);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (let count = 0; count < 40; count += 1) await publish(store);
    await reading;
    expect(shown.size).toBeGreaterThan(5);
  });
}
