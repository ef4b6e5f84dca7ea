import { describe, expect, test } from "vitest";
import type { CommentState, Decision } from "../../../../server/store/comment-types.ts";
import type { Store } from "../../../../server/store/store.ts";
import type { OpenStore } from "../helpers.ts";
import { decide, NOON, publish, submit } from "../helpers.ts";

const WAYS: Record<Exclude<CommentState, "pending">, Decision> = {
  approved: "approve",
  rejected: "reject",
  spam: "spam",
  deleted: "delete",
};

async function submitAs(store: Store, state: CommentState): Promise<string> {
  const id = await submit(store);
  if (state !== "pending") await decide(store, id, WAYS[state]);
  return id;
}

export function describeDecisions(open: OpenStore): void {
  describe("a decision", () => {
    const allowed: [CommentState, Decision, CommentState][] = [
      ["pending", "approve", "approved"],
      ["pending", "reject", "rejected"],
      ["pending", "spam", "spam"],
      ["pending", "delete", "deleted"],
      ["approved", "reject", "rejected"],
      ["approved", "spam", "spam"],
      ["approved", "delete", "deleted"],
      ["rejected", "approve", "approved"],
      ["rejected", "delete", "deleted"],
      ["spam", "approve", "approved"],
      ["spam", "delete", "deleted"],
    ];
    test.for(allowed)("leads from %s by %s to %s", async ([from, decision, to]) => {
      const { store } = open();
      const id = await submitAs(store, from);
      const result = await store.comments.decide({ id, revision: 1, decision });
      expect(result).toMatchObject({ kind: "decided", comment: { id, state: to, revision: 1, decidedAt: NOON } });
      expect((await store.comments.get(id))?.state).toBe(to);
      expect((await store.counts.get("hello")).commentCount).toBe(to === "approved" ? 1 : 0);
    });

    test.for(allowed.filter(([, , to]) => to !== "deleted"))("from %s by %s can be undone: the former state is restored", async ([
      from,
      decision,
    ]) => {
      const { store } = open();
      const id = await submitAs(store, from);
      const was = await store.comments.get(id);
      const result = await store.comments.decide({ id, revision: 1, decision });
      if (result.kind !== "decided") throw new Error(`not decided: ${result.kind}`);
      expect(result.before).toEqual(was);
      const undone = await store.comments.undo({ id, before: result.before, after: result.comment });
      expect(undone).toEqual({ kind: "undone", comment: was });
      expect(await store.comments.get(id)).toEqual(was);
      expect((await store.counts.get("hello")).commentCount).toBe(from === "approved" ? 1 : 0);
    });

    test("on a comment with visible replies can be undone: the comment becomes a tombstone", async () => {
      const { store } = open();
      const id = await submit(store);
      const result = await store.comments.decide({ id, revision: 1, decision: "approve" });
      if (result.kind !== "decided") throw new Error(`not decided: ${result.kind}`);
      const version = await store.comments.version("hello");
      await publish(store, { parentId: id });
      await store.comments.undo({ id, before: result.before, after: result.comment });
      const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 10, sort: "oldest" });
      expect(page).toMatchObject({ totalComments: 1, items: [{ id, deleted: true, body: null, replies: [{ deleted: false }] }] });
      expect(await store.comments.version("hello")).toBeGreaterThan(version);
    });

    test("is not undone if the comment has changed since, was decided differently, or is deleted", async () => {
      const { store, clock } = open();
      const id = await submit(store);
      const first = await store.comments.decide({ id, revision: 1, decision: "approve" });
      if (first.kind !== "decided") throw new Error(`not decided: ${first.kind}`);
      const undo = () => store.comments.undo({ id, before: first.before, after: first.comment });
      clock.now += 1;
      await decide(store, id, "reject");
      expect(await undo()).toMatchObject({ kind: "changed", comment: { state: "rejected" } });
      clock.now += 1;
      await decide(store, id, "approve");
      expect(await undo()).toMatchObject({ kind: "changed", comment: { state: "approved" } });
      const last = await store.comments.decide({ id, revision: 1, decision: "delete" });
      if (last.kind !== "decided") throw new Error(`not decided: ${last.kind}`);
      expect(await store.comments.undo({ id, before: last.before, after: last.comment })).toMatchObject({ kind: "changed" });
      expect((await store.comments.get(id))?.state).toBe("deleted");
      const unknown = { id: "a".repeat(24), before: first.before, after: first.comment };
      expect(await store.comments.undo(unknown)).toEqual({ kind: "unknown" });
    });

    const refused: [CommentState, Decision][] = [
      ["rejected", "spam"],
      ["spam", "reject"],
      ["deleted", "approve"],
      ["deleted", "reject"],
      ["deleted", "spam"],
    ];
    test.for(refused)("is not allowed from %s by %s", async ([from, decision]) => {
      const { store } = open();
      const id = await submitAs(store, from);
      expect(await store.comments.decide({ id, revision: 1, decision })).toMatchObject({ kind: "not-allowed", comment: { state: from } });
      expect((await store.comments.get(id))?.state).toBe(from);
    });

    test("changes nothing if repeated, and reports that", async () => {
      const { store } = open();
      const id = await publish(store);
      expect((await store.comments.decide({ id, revision: 1, decision: "approve" })).kind).toBe("unchanged");
      expect((await store.counts.get("hello")).commentCount).toBe(1);
    });

    test("on a comment edited since is a conflict, which returns the new text", async () => {
      const { store } = open();
      const id = await submit(store);
      await store.comments.edit({
        slug: "hello",
        id,
        text: { body: "Buy!", bodyHtml: "<p>Buy!</p>", sanitizerVersion: 1 },
        verdict: { state: "pending" },
      });
      expect(await store.comments.decide({ id, revision: 1, decision: "approve" })).toMatchObject({
        kind: "revision-conflict",
        comment: { body: "Buy!", revision: 2, state: "pending" },
      });
      expect((await store.comments.get(id))?.state).toBe("pending");
      expect((await store.comments.decide({ id, revision: 2, decision: "approve" })).kind).toBe("decided");
    });

    test("on an unknown comment is reported", async () => {
      const { store } = open();
      expect(await store.comments.decide({ id: "a".repeat(24), revision: 1, decision: "approve" })).toEqual({ kind: "unknown" });
    });

    test("by the owner to mark spam has the owner as its reason, which approval removes", async () => {
      const { store } = open();
      const id = await submitAs(store, "spam");
      expect((await store.comments.get(id))?.spamReason).toBe("owner");
      await decide(store, id, "approve");
      expect((await store.comments.get(id))?.spamReason).toBe(null);
    });
  });

  describe("a deletion", () => {
    test("keeps the place of a comment with replies as a tombstone, until its replies are gone", async () => {
      const { store } = open();
      const parentId = await publish(store, { authorUrl: "https://a.example/" });
      const reply = await publish(store, { parentId });
      await decide(store, parentId, "delete");
      const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" });
      expect(page).toMatchObject({ totalItems: 1, totalComments: 1 });
      expect(page?.items).toMatchObject([
        {
          id: parentId,
          deleted: true,
          authorName: null,
          authorUrl: null,
          body: null,
          bodyHtml: null,
          editedAt: null,
          createdAt: NOON,
          replyCount: 1,
          replies: [{ id: reply, deleted: false, parentId }],
        },
      ]);
      expect((await store.counts.get("hello")).commentCount).toBe(1);
      await decide(store, reply, "reject");
      expect(await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" })).toMatchObject({
        items: [],
        totalItems: 0,
        totalComments: 0,
      });
    });
  });
}
