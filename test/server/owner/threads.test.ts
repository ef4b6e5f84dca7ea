import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createOwner, type Owner, toOwnerContext } from "../../../server/owner/owner-operation.ts";
import { replyToComment } from "../../../server/owner/owner-replies.ts";
import { editOwnComment, previewText } from "../../../server/owner/threads/edit-own.ts";
import { closeComments, listClosed, moveThread } from "../../../server/owner/threads/thread-places.ts";
import { openFileHost } from "../../../server/store/file/file-host.ts";
import { createTestStore, type TestStore } from "../store/file-store.ts";
import { submit } from "../store/helpers.ts";

async function createOwned(): Promise<TestStore & { readonly owner: Owner }> {
  const made = createTestStore({ fast: true });
  const { store, file, clock } = made;
  await store.site.keep({ name: "Marsh", url: "https://marsh.example", timeZone: "UTC", author: { name: "Ines", url: null } });
  return {
    ...made,
    owner: createOwner(toOwnerContext({ store, host: openFileHost({ file }), clock: () => clock.now, random: randomBytes })),
  };
}

const publicBodies = async ({ store }: Pick<TestStore, "store">, slug: string) => {
  const page = await store.comments.page({ slug, page: 1, pageSize: 10, sort: "oldest", parentId: null });
  return page?.items.map(({ body, replies }) => [body, replies.map((reply) => reply.body)]);
};

async function answer({ owner, store }: Pick<TestStore, "store"> & { readonly owner: Owner }, slug = "hello") {
  const id = await submit(store, { slug });
  const result = await owner(replyToComment, { id, revision: 1, text: "Thank *you*" });
  if (result.kind !== "published") throw new Error(result.kind);
  return { id, reply: result.reply };
}

test("the owner's reply is changed in place, and nobody else's is", async () => {
  const made = await createOwned();
  const { owner, store, clock } = made;
  const { id, reply } = await answer(made);
  const before = await store.comments.version("hello");
  clock.now += 1_000;
  const edited = await owner(editOwnComment, { id: reply.id, revision: 1, text: "Thank **you**" });
  expect(edited).toMatchObject({
    kind: "edited",
    comment: { body: "Thank **you**", bodyHtml: "<p>Thank <strong>you</strong></p>", revision: 2, state: "approved", editedAt: clock.now },
  });
  expect(await store.comments.version("hello")).toBeGreaterThan(before);
  expect((await owner(editOwnComment, { id: reply.id, revision: 1, text: "Late" })).kind).toBe("revision-conflict");
  expect((await owner(editOwnComment, { id: reply.id, revision: 2, text: "Thank **you**" })).kind).toBe("unchanged");
  expect((await owner(editOwnComment, { id, revision: 1, text: "Not mine" })).kind).toBe("not-own");
  expect((await owner(editOwnComment, { id: "a".repeat(24), revision: 1, text: "x" })).kind).toBe("unknown");
  await expect(owner(editOwnComment, { id: reply.id, revision: 2, text: "  " })).rejects.toThrow("comments.edit cannot be done");
});

test("a preview uses the server's renderer, and stores nothing", async () => {
  const { owner, store } = await createOwned();
  expect(await owner(previewText, { text: "*a* <script>x</script> [b](https://b.example)" })).toEqual({
    html: expect.stringMatching(/^<p><em>a<\/em> &#x3C;script>.*<a href="https:\/\/b\.example\/" rel="nofollow ugc noopener">b<\/a><\/p>$/),
  });
  expect((await owner(previewText, { text: "<script>x</script>" })).html).not.toContain("<script");
  expect(Object.values(await store.comments.countsByState()).every((count) => count === 0)).toBe(true);
});

test("a thread is moved as a whole, with its counts, through any of its comments", async () => {
  const made = await createOwned();
  const { owner, store } = made;
  const { id, reply } = await answer(made);
  const waiting = await submit(store, { slug: "hello", parentId: reply.id });
  const other = await submit(store, { slug: "hello", body: "Stays" });
  await store.comments.decide({ id: other, revision: 1, decision: "approve" });
  await expect(owner(moveThread, { id: reply.id, post: "tides" })).rejects.toThrow("nobody has commented on or liked a post named tides");
  expect(await owner(moveThread, { id: reply.id, post: "tides", isKnown: true })).toEqual({
    kind: "moved",
    from: "hello",
    to: "tides",
    count: 3,
  });
  expect(await publicBodies(made, "hello")).toEqual([["Stays", []]]);
  expect(await publicBodies(made, "tides")).toEqual([[(await store.comments.get(id))?.body, ["Thank *you*"]]]);
  expect([await store.counts.get("hello"), await store.counts.get("tides")]).toMatchObject([{ commentCount: 1 }, { commentCount: 2 }]);
  // Later decisions need the counts that the move produced.
  await store.comments.decide({ id: waiting, revision: 1, decision: "approve" });
  expect((await store.counts.get("tides")).commentCount).toBe(3);
  expect(await owner(moveThread, { id, post: "tides" })).toEqual({ kind: "unchanged" });
  expect(await owner(moveThread, { id: waiting, post: "hello" })).toMatchObject({ kind: "moved", count: 3 });
  expect([await store.counts.get("hello"), await store.counts.get("tides")]).toMatchObject([{ commentCount: 4 }, { commentCount: 0 }]);
  expect(await owner(moveThread, { id: "a".repeat(24), post: "hello" })).toEqual({ kind: "unknown" });
});

test("a post is closed and reopened, and stays closed under a new slug", async () => {
  const { owner, store, clock } = await createOwned();
  await submit(store, { slug: "hello" });
  await expect(owner(closeComments, { post: "helo", isClosed: true })).rejects.toThrow(
    "nobody has commented on or liked a post named helo",
  );
  expect(await owner(closeComments, { post: "hello", isClosed: true })).toEqual({ changed: true });
  expect(await owner(closeComments, { post: "hello", isClosed: true })).toEqual({ changed: false });
  expect(await owner(listClosed, {})).toEqual({ items: [{ slug: "hello", closedAt: clock.now }] });
  await submit(store, { slug: "welcome" });
  await store.posts.followAliases((slug) => (slug === "hello" ? "welcome" : slug));
  expect([await store.threads.isClosed("welcome"), await store.threads.isClosed("hello")]).toEqual([true, false]);
  expect(await owner(closeComments, { post: "welcome", isClosed: false })).toEqual({ changed: true });
  expect(await owner(listClosed, {})).toEqual({ items: [] });
});
