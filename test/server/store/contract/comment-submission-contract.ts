import { describe, expect, test } from "vitest";
import type { OpenStore } from "../helpers.ts";
import { DAY, decide, HOUR, key, MINUTE, NOON, newComment, publish, submit } from "../helpers.ts";

export function describeSubmissions(open: OpenStore): void {
  describe("a submission", () => {
    test("is stored as pending, with everything sent, and is not public", async () => {
      const { store } = open();
      const result = await store.comments.submit(
        newComment({
          authorName: "Grace",
          authorEmail: "g@example.com",
          authorUrl: "https://g.example/",
          body: "*Hi*",
          bodyHtml: "<p><em>Hi</em></p>",
          origin: "https://o.example",
        }),
      );
      expect(result).toEqual({ kind: "accepted", id: expect.stringMatching(/^[a-z2-7]{24}$/), createdAt: NOON, state: "pending" });
      const id = result.kind === "accepted" ? result.id : "";
      expect(await store.comments.get(id)).toEqual({
        id,
        slug: "hello",
        parentId: null,
        depth: 0,
        state: "pending",
        revision: 1,
        isAuthor: false,
        authorName: "Grace",
        authorEmail: "g@example.com",
        authorUrl: "https://g.example/",
        body: "*Hi*",
        bodyHtml: "<p><em>Hi</em></p>",
        createdAt: NOON,
        editedAt: null,
        decidedAt: null,
        replyCount: 0,
        origin: "https://o.example",
        spamReason: null,
      });
      expect(await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" })).toMatchObject({
        items: [],
        totalItems: 0,
        totalComments: 0,
      });
      expect(await store.counts.all()).toEqual([]);
    });

    test("judged as spam, or from a banned author, is stored as spam with its reason, and gets the same answer", async () => {
      const { store } = open();
      const banned = { kind: "address", hash: key("192.0.2.0") } as const;
      await store.bans.add(banned);
      const honeypot = await store.comments.submit(newComment({ verdict: { state: "spam", reason: "honeypot" } }));
      const fromBanned = await store.comments.submit(newComment({ banKeys: [{ kind: "email", hash: key("x") }, banned] }));
      expect([honeypot.kind, fromBanned.kind]).toEqual(["accepted", "accepted"]);
      expect((await store.comments.list({ states: ["spam"] })).map((comment) => comment.spamReason)).toEqual(["honeypot", "ban"]);
    });

    test.for(["pending", "spam", "deleted", "rejected"] as const)("cannot reply to a comment that is %s", async (state) => {
      const { store } = open();
      const parentId = await submit(store);
      if (state !== "pending") await decide(store, parentId, ({ spam: "spam", deleted: "delete", rejected: "reject" } as const)[state]);
      expect(await store.comments.submit(newComment({ parentId }))).toEqual({ kind: "unknown-parent" });
    });

    test("cannot reply to a comment on another post", async () => {
      const { store } = open();
      const parentId = await publish(store, { slug: "other" });
      await publish(store, { slug: "hello" });
      expect(await store.comments.submit(newComment({ slug: "hello", parentId }))).toEqual({ kind: "unknown-parent" });
      expect(await store.comments.submit(newComment({ slug: "nobody-was-here", parentId }))).toEqual({ kind: "unknown-parent" });
    });

    test("is a duplicate for 24 hours, whatever happened to the first one, unless its author withdrew it", async () => {
      const { store, clock } = open();
      const duplicateKey = key("same");
      const first = await submit(store, { duplicateKey });
      await decide(store, first, "spam");
      clock.now += DAY - 1;
      expect(await store.comments.submit(newComment({ duplicateKey }))).toEqual({ kind: "duplicate" });
      clock.now += 1;
      const second = await submit(store, { duplicateKey });
      expect(await store.comments.submit(newComment({ duplicateKey }))).toEqual({ kind: "duplicate" });
      await store.comments.withdraw({ slug: "hello", id: second });
      expect((await store.comments.submit(newComment({ duplicateKey }))).kind).toBe("accepted");
    });

    test("is accepted once if sent twenty times at once", async () => {
      const { store } = open();
      const results = await Promise.all(Array.from({ length: 20 }, () => store.comments.submit(newComment({ duplicateKey: key("same") }))));
      expect(results.map((result) => result.kind).sort()).toEqual(["accepted", ...Array<string>(19).fill("duplicate")]);
      expect(await store.comments.list()).toHaveLength(1);
    });

    test("uses the daily quotas, all of them or none, until the UTC day ends", async () => {
      const { store, clock } = open();
      const quotas = [
        { key: "comments:narrow", limit: 2 },
        { key: "comments:wide", limit: 3 },
      ];
      const wide = quotas.slice(1);
      await submit(store, { quotas });
      await submit(store, { quotas });
      clock.now += HOUR;
      expect(await store.comments.submit(newComment({ quotas }))).toEqual({
        kind: "quota",
        key: "comments:narrow",
        limit: 2,
        retryAfterMs: 11 * HOUR,
      });
      // The refusal did not use up the third use of the wider quota.
      await submit(store, { quotas: wide });
      expect(await store.comments.submit(newComment({ quotas: wide }))).toMatchObject({ kind: "quota", key: "comments:wide" });
      clock.now += 11 * HOUR;
      await submit(store, { quotas });
    });

    test("keeps quotas exact under concurrency and across a restart", async () => {
      const { store, reopen } = open();
      const quotas = [{ key: "comments:one", limit: 5 }];
      const results = await Promise.all(Array.from({ length: 30 }, () => store.comments.submit(newComment({ quotas }))));
      expect(results.filter((result) => result.kind === "accepted")).toHaveLength(5);
      const again = await reopen();
      expect((await again.comments.submit(newComment({ quotas }))).kind).toBe("quota");
    });

    test("that was refused as a duplicate, or for its parent, uses no quota", async () => {
      const { store } = open();
      const quotas = [{ key: "comments:one", limit: 2 }];
      await submit(store, { quotas, duplicateKey: key("a") });
      await store.comments.submit(newComment({ quotas, duplicateKey: key("a") }));
      await store.comments.submit(newComment({ quotas, parentId: "a".repeat(24) }));
      await submit(store, { quotas });
    });

    test("below depth five is shown beside the comment it replies to, and keeps its true parent", async () => {
      const { store } = open();
      const chain: string[] = [];
      for (let depth = 0; depth < 8; depth += 1) chain.push(await publish(store, { parentId: chain.at(-1) ?? null }));
      const stored = await Promise.all(chain.map((id) => store.comments.get(id)));
      expect(stored.map((comment) => comment?.depth)).toEqual([0, 1, 2, 3, 4, 5, 5, 5]);
      expect(stored.map((comment) => comment?.parentId)).toEqual([null, ...chain.slice(0, 7)]);
      const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" });
      let level = page?.items ?? [];
      for (let depth = 0; depth < 5; depth += 1) {
        expect(level.map((comment) => comment.id)).toEqual([chain[depth]]);
        level = level[0]?.replies ?? [];
      }
      expect(level.map((comment) => [comment.id, comment.parentId, comment.replyCount, comment.replies])).toEqual([
        [chain[5], chain[4], 2, []],
        [chain[6], chain[5], 1, []],
        [chain[7], chain[6], 0, []],
      ]);
    });

    test("is never older than its parent, even if the clock was set back", async () => {
      const { store, clock } = open();
      const parentId = await publish(store);
      clock.now -= DAY;
      expect(await store.comments.submit(newComment({ parentId }))).toMatchObject({ kind: "accepted", createdAt: NOON });
    });
  });

  describe("an edit", () => {
    test("within 15 minutes changes the given members, increases the revision, and keeps the rest", async () => {
      const { store, clock } = open();
      const id = await submit(store, { authorName: "Ada", authorUrl: "https://a.example/" });
      clock.now += MINUTE;
      const result = await store.comments.edit({
        slug: "hello",
        id,
        text: { body: "New", bodyHtml: "<p>New</p>", sanitizerVersion: 2 },
        verdict: { state: "pending" },
      });
      expect(result).toEqual({
        kind: "changed",
        comment: {
          id,
          parentId: null,
          authorName: "Ada",
          authorUrl: "https://a.example/",
          body: "New",
          bodyHtml: "<p>New</p>",
          createdAt: NOON,
          editedAt: NOON + MINUTE,
        },
      });
      await store.comments.edit({ slug: "hello", id, authorUrl: null, authorName: "Countess", verdict: { state: "pending" } });
      expect(await store.comments.get(id)).toMatchObject({
        revision: 3,
        authorName: "Countess",
        authorUrl: null,
        body: "New",
        state: "pending",
      });
    });

    test("of an approved comment makes it pending again and hides it", async () => {
      const { store } = open();
      const id = await publish(store);
      await store.comments.edit({ slug: "hello", id, authorName: "Eve", verdict: { state: "pending" } });
      expect((await store.comments.get(id))?.state).toBe("pending");
      expect((await store.counts.get("hello")).commentCount).toBe(0);
      expect((await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" }))?.items).toEqual([]);
    });

    test("that changes nothing leaves an approved comment public", async () => {
      const { store } = open();
      const id = await publish(store, { authorName: "Ada" });
      expect((await store.comments.edit({ slug: "hello", id, authorName: "Ada", verdict: { state: "pending" } })).kind).toBe("changed");
      expect(await store.comments.get(id)).toMatchObject({ state: "approved", revision: 1, editedAt: null });
    });

    test.for(["reject", "spam"] as const)("cannot change the state that %s gave a comment", async (decision) => {
      const { store } = open();
      const id = await submit(store);
      await decide(store, id, decision);
      const before = await store.comments.get(id);
      await store.comments.edit({ slug: "hello", id, authorName: "Eve", verdict: { state: "pending" } });
      expect(await store.comments.get(id)).toMatchObject({
        state: before?.state,
        spamReason: before?.spamReason,
        authorName: "Eve",
        revision: 2,
      });
    });

    test("that makes a comment spam stores it as spam", async () => {
      const { store } = open();
      const id = await publish(store);
      await store.comments.edit({ slug: "hello", id, authorName: "Eve", verdict: { state: "spam", reason: "links" } });
      expect(await store.comments.get(id)).toMatchObject({ state: "spam", spamReason: "links" });
      expect((await store.counts.get("hello")).commentCount).toBe(0);
    });

    test("is refused after 15 minutes, on another post, and once deleted", async () => {
      const { store, clock } = open();
      const id = await submit(store);
      const edit = { slug: "hello", id, authorName: "Late", verdict: { state: "pending" } } as const;
      expect(await store.comments.edit({ ...edit, slug: "other" })).toEqual({ kind: "unknown" });
      clock.now += 15 * MINUTE - 1;
      expect((await store.comments.edit(edit)).kind).toBe("changed");
      clock.now += 1;
      expect(await store.comments.edit({ ...edit, authorName: "Later" })).toEqual({ kind: "expired" });
      expect(await store.comments.withdraw({ slug: "hello", id })).toEqual({ kind: "expired" });
      await decide(store, id, "delete");
      expect(await store.comments.edit(edit)).toEqual({ kind: "unknown" });
      expect(await store.comments.withdraw({ slug: "hello", id })).toEqual({ kind: "unknown" });
    });
  });

  describe("a rendering", () => {
    test("of an older sanitizer is found and replaced, unless the text has changed in the meantime, and the public view changes", async () => {
      const { store } = open();
      const first = await publish(store, { sanitizerVersion: 1 });
      const second = await submit(store, { sanitizerVersion: 1 });
      await submit(store, { sanitizerVersion: 2 });
      await decide(store, await submit(store, { sanitizerVersion: 1 }), "delete");
      const stale = await store.comments.stale(2, 10);
      expect(stale.map(({ id }) => id)).toEqual([first, second]);
      await store.comments.edit({ slug: "hello", id: second, authorName: "Changed", verdict: { state: "pending" } });
      const before = await store.comments.version("hello");
      const renderings = stale.map(({ id, revision }) => ({ id, revision, bodyHtml: "<p>safer</p>", sanitizerVersion: 2 }));
      expect(await store.comments.rerender(renderings)).toBe(1);
      expect(await store.comments.get(first)).toMatchObject({ bodyHtml: "<p>safer</p>", revision: 1, state: "approved" });
      expect((await store.comments.stale(2, 10)).map(({ id }) => id)).toEqual([second]);
      expect(await store.comments.version("hello")).toBeGreaterThan(before);
    });
  });

  describe("an idempotency key", () => {
    const idempotency = (
      name: string,
      body = "body",
      scope = "/posts/hello/comments",
    ): { scope: string; key: string; bodyHash: Uint8Array; status: number } => ({
      scope,
      key: name.padEnd(16, "-"),
      bodyHash: key(body),
      status: 202,
    });

    test("repeats the first answer for 24 hours, before duplicates and quotas are checked, and costs nothing", async () => {
      const { store, clock, reopen } = open();
      const comment = newComment({ idempotency: idempotency("one"), quotas: [{ key: "comments:one", limit: 2 }] });
      const first = await store.comments.submit(comment);
      const id = first.kind === "accepted" ? first.id : "";
      clock.now += DAY - 1;
      const again = await reopen();
      expect(await again.comments.submit(comment)).toEqual({ kind: "replayed", id, createdAt: NOON, status: 202 });
      await decide(again, id, "delete");
      expect((await again.comments.submit(comment)).kind).toBe("replayed");
      await submit(again, { quotas: [{ key: "comments:one", limit: 1 }] });
      clock.now += 1;
      expect((await again.comments.submit(comment)).kind).toBe("accepted");
    });

    test("is refused with another body, and independent on another path", async () => {
      const { store } = open();
      await submit(store, { idempotency: idempotency("one") });
      expect(await store.comments.submit(newComment({ idempotency: idempotency("one", "other body") }))).toEqual({ kind: "key-reused" });
      await submit(store, { slug: "other", idempotency: idempotency("one", "other body", "/posts/other/comments") });
    });

    test("is accepted once and replayed nine times with the same id if sent ten times at once", async () => {
      const { store } = open();
      const comment = newComment({ idempotency: idempotency("one") });
      const results = await Promise.all(Array.from({ length: 10 }, () => store.comments.submit(comment)));
      expect(results.map((result) => result.kind).sort()).toEqual(["accepted", ...Array<string>(9).fill("replayed")]);
      expect(new Set(results.map((result) => ("id" in result ? result.id : null))).size).toBe(1);
      expect(await store.comments.list()).toHaveLength(1);
    });

    test("of a refused submission can be used again", async () => {
      const { store } = open();
      await submit(store, { duplicateKey: key("same") });
      expect((await store.comments.submit(newComment({ duplicateKey: key("same"), idempotency: idempotency("one") }))).kind).toBe(
        "duplicate",
      );
      await submit(store, { idempotency: idempotency("one", "other body") });
    });
  });
}
