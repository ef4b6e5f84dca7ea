import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { z } from "zod";
import { banAuthor } from "../../../server/owner/ban-author.ts";
import { decideComments, decideOne, undoModeration } from "../../../server/owner/comment-decisions.ts";
import { inspectComment, listQueue } from "../../../server/owner/comment-queue.ts";
import { describeBan, describeOutcome, describeUndo, nameWithoutId } from "../../../server/owner/moderation-text.ts";
import { createOwner, type Owner, type OwnerOperation, toOwnerContext } from "../../../server/owner/owner-operation.ts";
import { OWNER_OPERATIONS } from "../../../server/owner/owner-operations.ts";
import { findReplyProblem, replyToComment } from "../../../server/owner/owner-replies.ts";
import { openFileHost } from "../../../server/store/file/file-host.ts";
import type { Store } from "../../../server/store/store.ts";
import { createTestStore } from "../store/file-store.ts";
import { key, submit } from "../store/helpers.ts";

const SITE = { name: "Ines", url: "https://ines.example", timeZone: "Europe/Oslo", author: null };

/** An owner whose answers are checked against the operations' own schemas, as JSON. */
function createCheckedOwner(): { readonly owner: Owner; readonly store: Store } {
  const { store, file, clock } = createTestStore();
  const owner = createOwner(toOwnerContext({ store, host: openFileHost({ file }), clock: () => clock.now, random: randomBytes }));
  const call = async <Input extends z.ZodType, Output extends z.ZodType>(
    operation: OwnerOperation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>> => {
    const output = await owner(operation, input);
    expect(operation.output.parse(JSON.parse(JSON.stringify(output)))).toEqual(output);
    return output;
  };
  return { store, owner: Object.assign(call, { rows: owner.rows, download: owner.download }) };
}

test("every operation has a unique name, and refuses unknown input before doing anything", async () => {
  const names = OWNER_OPERATIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const { owner, store } = createCheckedOwner();
  const id = await submit(store);
  for (const operation of OWNER_OPERATIONS)
    await expect(owner(operation, { id, html: "<script>" }), operation.name).rejects.toMatchObject({
      message: `${operation.name} cannot be done`,
      hint: expect.stringContaining("html"),
    });
  expect((await store.comments.get(id))?.state).toBe("pending");
});

test("the queue returns the neighbouring pages, the remaining number and the totals", async () => {
  const { owner, store } = createCheckedOwner();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await submit(store));
  const first = await owner(listQueue, { limit: 2 });
  expect([first.items.map(({ id }) => id), first.next, first.previous, first.remaining, first.countsByState.pending]).toEqual([
    ids.slice(0, 2),
    ids[1],
    null,
    5,
    5,
  ]);
  const third = await owner(listQueue, { limit: 2, after: ids[3] ?? null });
  expect([third.items.map(({ id }) => id), third.next, third.previous, third.remaining]).toEqual([[ids[4]], null, ids[1], 1]);
  await expect(owner(listQueue, { after: "zzzzzzzz" })).rejects.toThrow("there is no comment zzzzzzzz");
});

test("a decision names the seen revision, accepts the beginning of an id, and is undone as a whole", async () => {
  const { owner, store } = createCheckedOwner();
  const id = await submit(store);
  const done = await decideOne(owner, "approve", { id: id.slice(0, 10), revision: 1 });
  expect([done.kind, describeOutcome(done, "approve", nameWithoutId)]).toEqual(["decided", "approved: Ada on hello"]);
  const { outcomes } = await owner(decideComments, {
    decision: "spam",
    targets: [
      { id, revision: 7 },
      { id: "nobody", revision: 1 },
    ],
  });
  expect(outcomes.map(({ kind }) => kind)).toEqual(["revision-conflict", "unknown"]);
  if (done.kind !== "decided") throw new Error(done.kind);
  const undone = await owner(undoModeration, done.undo);
  expect([undone.kind, undone.changed, undone.comment?.state]).toEqual(["undone", 0, "pending"]);
  const again = await owner(undoModeration, done.undo);
  expect(describeUndo(done.undo, again, "approved: Ada")).toEqual({
    text: "not undone, because the comment has changed since: approved: Ada",
    isProblem: true,
  });
});

test("a reply is rendered by the operation, approves its parent, and returns its text", async () => {
  const { owner, store } = createCheckedOwner();
  const id = await submit(store);
  expect(await owner(replyToComment, { id, revision: 1, text: "Thanks" })).toEqual({ kind: "no-author" });
  await store.site.keep(SITE);
  expect(await owner(replyToComment, { id, text: "Thanks" })).toMatchObject({ kind: "not-public", comment: { id } });
  const result = await owner(replyToComment, { id, revision: 1, text: " *Thanks* <b>x</b> " });
  if (result.kind !== "published") throw new Error(result.kind);
  expect([result.approved?.id, result.reply.body, result.reply.isAuthor]).toEqual([id, "*Thanks* <b>x</b>", true]);
  expect(result.reply.bodyHtml).toContain("<em>Thanks</em> &#x3C;b>");
  expect(await owner(undoModeration, result.undo)).toMatchObject({
    kind: "undone",
    reply: "*Thanks* <b>x</b>",
    comment: { state: "pending" },
  });
  expect([findReplyProblem("\u200b"), findReplyProblem("Yes")]).toEqual(["it has no visible text", null]);
});

test("a ban also marks the author's other comments, and is undone with them, but not if it existed before", async () => {
  const { owner, store } = createCheckedOwner();
  const banKeys = [{ kind: "email" as const, hash: key("ada", 32) }];
  const [first, second] = [await submit(store, { banKeys }), await submit(store, { banKeys })];
  expect((await owner(inspectComment, { id: first }))?.others).toBe(1);
  const ban = await owner(banAuthor, { id: first, days: 7, others: true });
  if (ban.kind !== "banned") throw new Error(ban.kind);
  expect(describeBan(ban, "UTC", nameWithoutId).slice(1)).toEqual(["marked as spam: Ada on hello", "marked as spam: 1 more comment"]);
  expect((await store.comments.get(second))?.state).toBe("spam");
  const longer = await owner(banAuthor, { id: first, days: 90 });
  expect(longer).toMatchObject({ kind: "banned", marked: 0, undo: { bans: [], keepsBan: true, decisions: [] } });
  expect(await owner(undoModeration, ban.undo)).toMatchObject({ kind: "undone", changed: 0 });
  expect([await store.bans.list(), (await store.comments.countsByState()).pending]).toEqual([[], 2]);
  expect(await owner(banAuthor, { id: await submit(store) })).toEqual({ kind: "nothing-known" });
  expect(await owner(banAuthor, { id: "nobody" })).toEqual({ kind: "unknown" });
});
