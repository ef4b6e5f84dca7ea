import { expect, test } from "vitest";
import type { Store } from "../../../../server/store/store.ts";
import type { IncomingComment } from "../../../../server/store/transfer-types.ts";
import type { PublicComment } from "../../../../threads/public-comments.ts";
import { decide, NOON, type OpenStore, publish } from "../helpers.ts";

function incoming(given: Partial<IncomingComment> & Pick<IncomingComment, "key">): IncomingComment {
  return {
    id: null,
    slug: "hello",
    parent: null,
    state: "approved",
    revision: 1,
    authorName: "Ada",
    authorEmail: null,
    authorUrl: null,
    isAuthor: false,
    body: "A *fine* table.",
    createdAt: NOON - 1_000_000,
    editedAt: null,
    decidedAt: null,
    origin: null,
    spamReason: null,
    ...given,
  };
}

const below = (key: string): IncomingComment["parent"] => ({ key, id: null });

async function readThreads(store: Store): Promise<PublicComment[]> {
  return (await store.comments.page({ slug: "hello", page: 1, pageSize: 50, sort: "oldest" }))?.items ?? [];
}

export function describeTransfers(open: OpenStore): void {
  test("comments are added once, by their keys, and a batch that exists already writes nothing", async () => {
    const { store, another } = open();
    const batch = [incoming({ key: "x:1" }), incoming({ key: "x:2", parent: below("x:1") }), incoming({ key: "x:2" })];
    expect(await store.commentTransfers.existing(batch)).toEqual([false, false, false]);
    expect(await store.commentTransfers.add(batch)).toEqual({ added: 2, existing: 1 });
    const version = await store.comments.version("hello");
    expect(await another().commentTransfers.add(batch)).toEqual({ added: 0, existing: 3 });
    expect(await store.commentTransfers.existing(batch)).toEqual([true, true, true]);
    expect(await store.comments.version("hello")).toBe(version);
  });

  test("an added comment is rendered when it is first read, which does not change the page's version, and the HTML is stored", async () => {
    const { store, reopen } = open();
    await store.commentTransfers.add([incoming({ key: "x:1" }), incoming({ key: "x:2", parent: below("x:1"), body: "Below" })]);
    const version = await store.comments.version("hello");
    const [thread] = await readThreads(store);
    expect(thread?.bodyHtml).toBe("<p>A <em>fine</em> table.</p>");
    expect(thread?.replies[0]?.bodyHtml).toBe("<p>Below</p>");
    const again = await reopen();
    expect(await readThreads(again)).toEqual([thread]);
    expect((await again.comments.get(thread?.id ?? ""))?.bodyHtml).toBe(thread?.bodyHtml);
    expect(await again.comments.version("hello")).toBe(version);
    expect(await again.comments.stale(99, 10)).toHaveLength(2);
  });

  test("every way of reading a comment renders it: by id, in lists, among the newest, by its place, after a decision", async () => {
    const { store } = open();
    const html = "<p>A <em>fine</em> table.</p>";
    const keys = ["x:1", "x:2", "x:3", "x:4", "x:5"];
    await store.commentTransfers.add(
      keys.map((key, at) => incoming({ key, state: at === 4 ? "pending" : "approved", createdAt: NOON + at })),
    );
    const ids = (await store.commentTransfers.exportPage({ limit: 10 })).map(({ id }) => id);
    expect((await store.comments.get(ids[0] ?? ""))?.bodyHtml).toBe(html);
    expect((await store.comments.recent({ limit: 10 })).map(({ comment }) => comment.bodyHtml)).toEqual([html, html, html, html]);
    expect((await store.comments.place({ slug: "hello", id: ids[2] ?? "", pageSize: 10, sort: "oldest" }))?.comment.bodyHtml).toBe(html);
    expect((await store.comments.list({})).every(({ bodyHtml }) => bodyHtml === html)).toBe(true);
    const decided = await store.comments.decide({ id: ids[4] ?? "", revision: 1, decision: "approve" });
    expect(decided).toMatchObject({ kind: "decided", comment: { bodyHtml: html } });
  });

  test("counts, threads and places match comments that were submitted one by one", async () => {
    const { store, problems } = open();
    const first = await publish(store);
    await store.commentTransfers.add([
      incoming({ key: "x:0", parent: { key: "none", id: first }, createdAt: NOON + 1 }),
      ...Array.from({ length: 12 }, (_, at) => incoming({ key: `x:${at + 1}`, parent: below(`x:${at}`), createdAt: NOON + at })),
      incoming({ key: "x:20", state: "deleted", authorName: null, body: null }),
      incoming({ key: "x:21", parent: below("x:20") }),
      incoming({ key: "x:22", state: "rejected" }),
      incoming({ key: "x:23", state: "pending", parent: below("x:22") }),
    ]);
    await store.commentTransfers.add([incoming({ key: "x:24", parent: below("x:23") })]);
    expect(await problems()).toEqual([]);
    const threads = await readThreads(store);
    expect(threads.map(({ deleted, replyCount }) => [deleted, replyCount])).toEqual([
      [true, 1],
      [true, 1],
      [false, 13],
    ]);
    expect((await store.comments.list({ states: ["approved"], limit: 50 })).every(({ depth }) => depth <= 5)).toBe(true);
    await decide(store, first, "reject");
    expect(await problems()).toEqual([]);
  });

  test("nobody gets a message, and no reply is older than its parent", async () => {
    const { store, clock } = open();
    await store.commentTransfers.add([
      incoming({ key: "x:1", state: "pending", createdAt: NOON }),
      incoming({ key: "x:2", parent: below("x:1"), createdAt: NOON - 5_000 }),
    ]);
    clock.now += 3_600_000;
    expect(await store.notices.plan(["mail"])).toBe(0);
    expect((await store.comments.list({})).map(({ createdAt }) => createdAt)).toEqual([NOON, NOON]);
  });

  test("comments exported in pages, parents first, are imported elsewhere unchanged, and only once", async () => {
    const { store } = open();
    const first = await publish(store, { authorEmail: "ada@fen.example", body: "One" });
    await publish(store, { parentId: first, body: "Two" });
    await decide(store, await publish(store, { body: "Three", slug: "other" }), "delete");
    const pages = [await store.commentTransfers.exportPage({ limit: 2 })];
    pages.push(await store.commentTransfers.exportPage({ limit: 2, after: pages[0]?.at(-1)?.id ?? "" }));
    const all = pages.flat();
    expect(all.map(({ body }) => body)).toEqual(["One", "Two", null]);
    expect((await store.commentTransfers.exportPage({ slug: "other", limit: 9 })).map(({ id }) => id)).toEqual([all[2]?.id]);

    const moved = all.map(({ parentId, importKey, ...comment }) =>
      incoming({
        ...comment,
        key: importKey ?? `octavo:${comment.id}`,
        parent: parentId === null ? null : { key: `octavo:${parentId}`, id: parentId },
      }),
    );
    // In the first store they exist under their ids.
    expect(await store.commentTransfers.add(moved)).toEqual({ added: 0, existing: 3 });
    const elsewhere = open().store;
    expect(await elsewhere.commentTransfers.add(moved)).toEqual({ added: 3, existing: 0 });
    const back = await elsewhere.commentTransfers.exportPage({ limit: 9 });
    expect(back.map(({ importKey: _, ...comment }) => comment)).toEqual(all.map(({ importKey: _, ...comment }) => comment));
  });
}
