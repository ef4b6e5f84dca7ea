import { describe, expect, test } from "vitest";
import type { OpenStore } from "../helpers.ts";
import { DAY, key, NOON, newComment, submit } from "../helpers.ts";

const address = { kind: "address", hash: key("2001:db8::/64") } as const;
const email = { kind: "email", hash: key("eve@example.com") } as const;

export function describeBans(open: OpenStore): void {
  describe("a ban", () => {
    test("lasts 30 days, is listed during that time, and makes new comments spam", async () => {
      const { store, clock } = open();
      const ban = await store.bans.add({ ...address, note: "rude" });
      expect(ban).toEqual({ id: ban.id, kind: "address", note: "rude", createdAt: NOON, expiresAt: NOON + 30 * DAY });
      expect(await store.bans.list()).toEqual([ban]);
      clock.now += 30 * DAY - 1;
      expect(await store.comments.submit(newComment({ banKeys: [address] }))).toMatchObject({ kind: "accepted", state: "spam" });
      clock.now += 1;
      expect(await store.bans.list()).toEqual([]);
      expect(await store.comments.submit(newComment({ banKeys: [address] }))).toMatchObject({ kind: "accepted", state: "pending" });
    });

    test("applies to one kind: the same hash of the other kind is not banned", async () => {
      const { store } = open();
      await store.bans.add(address);
      expect(await store.comments.submit(newComment({ banKeys: [{ kind: "email", hash: address.hash }] }))).toMatchObject({
        state: "pending",
      });
    });

    test("is extended, never shortened, if it is repeated, and keeps its number", async () => {
      const { store, clock } = open();
      const first = await store.bans.add({ ...email, note: "first" });
      clock.now += DAY;
      expect(await store.bans.add({ ...email, days: 1 })).toEqual(first);
      expect(await store.bans.add(email)).toEqual({ ...first, expiresAt: NOON + 31 * DAY });
      expect(await store.bans.list()).toHaveLength(1);
    });

    test("can be revoked", async () => {
      const { store } = open();
      const { id } = await store.bans.add(email);
      expect(await store.bans.revoke(id)).toBe(true);
      expect(await store.bans.revoke(id)).toBe(false);
      expect(await store.comments.submit(newComment({ banKeys: [email] }))).toMatchObject({ state: "pending" });
    });

    test("of a comment's author uses the comment's stored keys", async () => {
      const { store } = open();
      const commentId = await submit(store, { banKeys: [address, email] });
      expect((await store.bans.banAuthor({ commentId, days: 3 }))?.bans.map(({ kind, expiresAt }) => [kind, expiresAt])).toEqual([
        ["address", NOON + 3 * DAY],
        ["email", NOON + 3 * DAY],
      ]);
      expect(await store.comments.submit(newComment({ banKeys: [address] }))).toMatchObject({ state: "spam" });
      expect(await store.bans.banAuthor({ commentId: "a".repeat(24) })).toBe(null);
    });
  });

  describe("a ban of a comment's author", () => {
    test("marks the comment as spam if it is pending or approved, and reports which bans it added", async () => {
      const { store } = open();
      const pending = await submit(store, { banKeys: [email] });
      const approved = await submit(store, { banKeys: [address] });
      await store.comments.decide({ id: approved, revision: 1, decision: "approve" });
      const first = await store.bans.banAuthor({ commentId: pending });
      expect(first).toMatchObject({ added: [first?.bans[0]?.id], decided: { before: { state: "pending" }, comment: { state: "spam" } } });
      expect(await store.bans.banAuthor({ commentId: approved })).toMatchObject({ decided: { before: { state: "approved" } } });
      expect(await store.comments.get(approved)).toMatchObject({ state: "spam", spamReason: "owner" });
      expect(await store.bans.banAuthor({ commentId: pending })).toMatchObject({ added: [], decided: null });
    });

    test("leaves the comment unchanged if none of the author's keys is left, because nobody is banned then", async () => {
      const { store } = open();
      const id = await submit(store);
      expect(await store.bans.banAuthor({ commentId: id })).toEqual({ bans: [], added: [], decided: null });
      expect((await store.comments.get(id))?.state).toBe("pending");
    });

    test("finds the author's other comments by either key, and nobody else's", async () => {
      const { store } = open();
      const mine = await submit(store, { banKeys: [address, email] });
      const byEmail = await submit(store, { banKeys: [email] });
      const byAddress = await submit(store, { banKeys: [address] });
      await submit(store, { banKeys: [{ kind: "email", hash: address.hash }] });
      await submit(store);
      await store.comments.decide({ id: byAddress, revision: 1, decision: "approve" });
      const ids = async (states?: readonly ["pending"]) =>
        (await store.comments.list({ sameAuthorAs: mine, ...(states === undefined ? {} : { states }) })).map(({ id }) => id);
      expect(await ids()).toEqual([byEmail, byAddress]);
      expect(await ids(["pending"])).toEqual([byEmail]);
      expect(await store.comments.count({ sameAuthorAs: mine })).toBe(2);
      expect(await store.comments.count({ sameAuthorAs: "a".repeat(24) })).toBe(0);
    });
  });

  test("the spam words are a sorted set, in lower case and NFC, that survives a restart", async () => {
    const { store, reopen } = open();
    expect(await store.spamWords.add(["Casino", " viagra ", "CASINO", "cafe\u0301"])).toBe(3);
    expect(await store.spamWords.remove(["VIAGRA", "unknown"])).toBe(1);
    expect(await (await reopen()).spamWords.list()).toEqual(["café", "casino"]);
  });
}
