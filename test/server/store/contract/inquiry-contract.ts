import { expect, test } from "vitest";
import type { OpenStore } from "../helpers.ts";
import { DAY, key, NOON } from "../helpers.ts";
import { newInquiry } from "../inputs.ts";

export function describeInquiries(open: OpenStore): void {
  test("an inquiry is stored with everything sent, and listed newest first", async () => {
    const { store, clock } = open();
    const full = {
      email: "g@example.com",
      message: "Hello\n\nthere",
      name: "Grace",
      telegram: "@grace",
      serviceId: "looms",
      origin: "https://o.example",
    };
    const first = await store.inquiries.submit(newInquiry(full));
    expect(first).toEqual({ kind: "accepted", id: expect.stringMatching(/^[a-z2-7]{24}$/), createdAt: NOON });
    clock.now += 1;
    await store.inquiries.submit(newInquiry({ state: "spam", message: "Buy" }));
    const id = first.kind === "accepted" ? first.id : "";
    expect(await store.inquiries.get(id)).toEqual({ id, state: "new", createdAt: NOON, dueOn: null, notes: [], ...full });
    expect((await store.inquiries.list()).map(({ message }) => message)).toEqual(["Buy", "Hello\n\nthere"]);
    expect((await store.inquiries.list({ states: ["spam"] })).map(({ message }) => message)).toEqual(["Buy"]);
    expect((await store.inquiries.list({ email: "g@example.com" })).map(({ name }) => name)).toEqual(["Grace"]);
    expect(await store.inquiries.list({ email: "g@example.com", states: ["spam"] })).toEqual([]);
  });

  test("inquiries with the same time are paged in the order of their arrival, none twice", async () => {
    const { store } = open();
    for (let n = 0; n < 7; n += 1) await store.inquiries.submit(newInquiry({ message: `m${n}` }));
    const pages: string[][] = [];
    let after: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const items = await store.inquiries.list({ order: "oldest", limit: 3, ...(after === undefined ? {} : { after }) });
      pages.push(items.map(({ message }) => message));
      after = items.at(-1)?.id;
    }
    expect(pages).toEqual([["m0", "m1", "m2"], ["m3", "m4", "m5"], ["m6"]]);
  });

  test("a repeated inquiry with the same idempotency key counts once, and costs no quota", async () => {
    const { store, clock } = open();
    const inquiry = newInquiry({
      idempotency: { scope: "/services/inquiries", key: "k".repeat(16), bodyHash: key("a"), status: 201 },
      quotas: [{ key: "inquiries:one", limit: 2 }],
    });
    const results = await Promise.all([store.inquiries.submit(inquiry), store.inquiries.submit(inquiry), store.inquiries.submit(inquiry)]);
    expect(results.map(({ kind }) => kind)).toEqual(["accepted", "replayed", "replayed"]);
    expect(results[2]).toMatchObject({ id: results[0]?.kind === "accepted" ? results[0].id : null, createdAt: NOON, status: 201 });
    const other = { scope: "/services/inquiries", key: "k".repeat(16), bodyHash: key("b"), status: 201 };
    expect(await store.inquiries.submit({ ...inquiry, idempotency: other })).toEqual({ kind: "key-reused" });
    expect((await store.inquiries.submit({ ...inquiry, idempotency: null })).kind).toBe("accepted");
    expect((await store.inquiries.submit({ ...inquiry, idempotency: null })).kind).toBe("quota");
    clock.now += DAY;
    expect((await store.inquiries.submit(inquiry)).kind).toBe("accepted");
  });

  test("the owner marks inquiries, adds due days and notes to them, and finds them by both", async () => {
    const { store, clock } = open();
    const submit = async (message: string): Promise<string> => {
      const result = await store.inquiries.submit(newInquiry({ message }));
      return result.kind === "accepted" ? result.id : "";
    };
    const [loom, boat] = [await submit("A LOOM of Ängelholm, 100% oak"), await submit("A boat")];
    expect(await store.inquiries.mark(loom, "replied")).toBe(true);
    clock.now += DAY;
    expect(await store.inquiries.addNote(loom, "Offered 900")).toBe(true);
    clock.now += DAY;
    await store.inquiries.addNote(loom, "Accepted");
    expect(await store.inquiries.get(loom)).toMatchObject({
      state: "replied",
      notes: [
        { at: NOON + DAY, text: "Offered 900" },
        { at: NOON + 2 * DAY, text: "Accepted" },
      ],
    });
    const find = async (words: string[]) => (await store.inquiries.list({ words })).map(({ id }) => id);
    expect(await find(["loom"])).toEqual([loom]);
    expect(await find(["loom", "offered"])).toEqual([loom]);
    expect(await find(["ängelholm"])).toEqual([loom]);
    expect(await find(["100%"])).toEqual([loom]);
    expect(await find(["%"])).toEqual([loom]);
    expect(await find(["loom", "boat"])).toEqual([]);
    expect(await find(["a"])).toEqual([boat, loom]);
    expect((await store.inquiries.list({ states: ["new", "closed"] })).map(({ id }) => id)).toEqual([boat]);
    expect(await store.inquiries.mark("a".repeat(24), "closed")).toBe(false);
    expect(await store.inquiries.addNote("a".repeat(24), "?")).toBe(false);
    expect(await store.inquiries.delete(loom)).toBe(true);
    expect(await find(["offered"])).toEqual([]);
  });

  test("the due list has inquiries due by a day, longest overdue first, without closed ones and spam", async () => {
    const { store, clock, reopen } = open();
    const submit = async (message: string, dueOn: string | null): Promise<string> => {
      clock.now += 1;
      const result = await store.inquiries.submit(newInquiry({ message }));
      const id = result.kind === "accepted" ? result.id : "";
      if (dueOn !== null) expect(await store.inquiries.schedule(id, dueOn)).toBe(true);
      return id;
    };
    const [today, , closed, spam, replied, later, again, unset] = [
      await submit("today", "2026-03-01"),
      await submit("no day", null),
      await submit("closed", "2026-02-01"),
      await submit("spam", "2026-02-01"),
      await submit("replied", "2026-02-27"),
      await submit("later", "2026-03-02"),
      await submit("today, too", "2026-03-01"),
      await submit("no more", "2026-03-01"),
    ];
    await store.inquiries.mark(closed, "closed");
    await store.inquiries.mark(spam, "spam");
    await store.inquiries.mark(replied, "replied");
    expect(await store.inquiries.schedule(unset, null)).toBe(true);
    expect(await store.inquiries.schedule("a".repeat(24), "2026-03-01")).toBe(false);
    const next = await reopen();
    const due = async (lastDay: string, limit = 50) => (await next.inquiries.due({ lastDay, limit })).map(({ id }) => id);
    expect(await due("2026-03-01")).toEqual([replied, today, again]);
    expect(await due("2026-03-02")).toEqual([replied, today, again, later]);
    expect(await due("2026-03-01", 1)).toEqual([replied]);
    expect(await next.inquiries.get(later)).toMatchObject({ dueOn: "2026-03-02" });
    await expect(next.inquiries.schedule(later, "soon")).rejects.toThrow("CHECK");
  });

  test("an inquiry can be erased", async () => {
    const { store } = open();
    const result = await store.inquiries.submit(newInquiry());
    const id = result.kind === "accepted" ? result.id : "";
    expect(await store.inquiries.delete(id)).toBe(true);
    expect(await store.inquiries.delete(id)).toBe(false);
    expect(await store.inquiries.get(id)).toBe(null);
  });
}
