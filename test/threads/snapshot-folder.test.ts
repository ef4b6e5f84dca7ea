import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { emit } from "../../build/emit/emit.ts";
import { prune } from "../../build/emit/prune.ts";
import type { CommentThreads, RecentCommentList } from "../../contract/schemas/comment.ts";
import { unlistedKeyOf } from "../../server/published-content.ts";
import { BASE_URL } from "../edge/site-fixture.ts";
import { type CommentedSite, createCommentedSite, plantThread, toSiteFiles } from "./commented-site.ts";

const snapshotFiles = ({ outDir }: CommentedSite): string[] =>
  readdirSync(join(outDir, "index/v1")).filter((name) => name.startsWith("comments"));
const allText = (site: CommentedSite): string =>
  snapshotFiles(site)
    .map((name) => readFileSync(join(site.outDir, "index/v1", name), "utf8"))
    .join("\n");
const pageOf = ({ outDir }: CommentedSite, slug: string): string => join(outDir, `api/v1/posts/${slug}/comments.json`);
const bodies = async (answer: Response): Promise<unknown[]> => ((await answer.json()) as CommentThreads).items.map(({ body }) => body);

/** A site with a comment on `hello`, in a snapshot. */
async function createSmallSite(): Promise<CommentedSite & { readonly first: string }> {
  const site = createCommentedSite(toSiteFiles(["hello", "tides"]));
  const first = await site.approved("first of all");
  await site.snapshot();
  return { ...site, first };
}

async function decide({ store }: CommentedSite, id: string, decision: "approve" | "reject" | "delete"): Promise<void> {
  const { revision = 0 } = (await store.comments.get(id)) ?? {};
  expect((await store.comments.decide({ id, revision, decision })).kind).toBe("decided");
}

describe("an answer from a snapshot", () => {
  it("states when the snapshot was taken, to any web page, and is 304 if the client has it", async () => {
    const site = await createSmallSite();
    const answer = await site.readFiles("/posts/hello/comments");
    expect(answer.headers.get("X-Octavo-Snapshot")).toBe("2026-01-31T09:30:00.000Z");
    expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("X-Octavo-Snapshot");
    const again = await site.readFiles("/posts/hello/comments", { "If-None-Match": answer.headers.get("ETag") ?? "" });
    expect([again.status, again.headers.get("X-Octavo-Snapshot")]).toEqual([304, "2026-01-31T09:30:00.000Z"]);
    const missing = await site.readFiles("/posts/hello/comments/nobody");
    expect([missing.status, missing.headers.get("X-Octavo-Snapshot")]).toEqual([404, "2026-01-31T09:30:00.000Z"]);
  });

  it("is 503 if the snapshot is missing or cannot be read", async () => {
    const site = createCommentedSite(toSiteFiles(["hello"]));
    expect((await site.readFiles("/posts/hello/comments")).status).toBe(503);
    await site.snapshot();
    expect((await site.readFiles("/posts/hello/comments")).status).toBe(200);
    for (const text of ['{"format":2,"packs":[],"takenAt":"","recent":""}', "<!doctype html>", "[]"]) {
      writeFileSync(join(site.outDir, "index/v1/comments.json"), text);
      expect((await site.readFiles("/posts/hello/comments")).status, text).toBe(503);
    }
  });

  it("is 503 if a file is damaged or missing, and never partial", async () => {
    const site = await createSmallSite();
    const [pack = ""] = snapshotFiles(site).filter((name) =>
      readFileSync(join(site.outDir, "index/v1", name), "utf8").includes('"comments":'),
    );
    writeFileSync(join(site.outDir, "index/v1", pack), '[\n{"key":');
    expect((await site.readFiles("/posts/hello/comments")).status).toBe(503);
    expect((await site.readFiles("/comments")).status).toBe(200);
  });

  it("of a post is also at its former slugs, including those that were added later", async () => {
    const site = await createSmallSite();
    const before = await (await site.readFiles("/posts/hello/comments")).text();
    site.deploy(toSiteFiles(["greetings", "tides"], { hello: "greetings" }));
    for (const slug of ["hello", "greetings"]) {
      const answer = await site.readFiles(`/posts/${slug}/comments`);
      expect(await answer.text()).toBe(before);
      expect(answer.headers.get("Link")).toContain(`${BASE_URL}/posts/greetings/comments?`);
    }
    // By now the server has moved the comments, and the next snapshot does so, too.
    await site.snapshot();
    expect(await (await site.readFiles("/posts/greetings/comments")).text()).toBe(before);
    expect([existsSync(pageOf(site, "hello")), existsSync(pageOf(site, "greetings"))]).toEqual([false, true]);
  });

  it("of an unlisted post is found only by its slugs, which no file contains", async () => {
    const files = toSiteFiles(["hello"]);
    const [name = "", text = ""] = [...files].find(([path]) => path.includes("/published.")) ?? [];
    const unlisted = { posts: { [unlistedKeyOf("quiet")]: { commentsOpen: true } }, aliases: { [unlistedKeyOf("whisper")]: "" } };
    files.set(name, JSON.stringify({ ...JSON.parse(text), unlisted }));
    for (const slug of ["quiet", "whisper"]) {
      files.set(
        `api/v1/posts/${slug}.json`,
        JSON.stringify({ slug: "quiet", title: "Quiet", url: "https://fjord.example/posts/quiet", unlisted: true }),
      );
    }
    const site = createCommentedSite(files);
    await site.approved("pst", { slug: "quiet" });
    await site.approved("loud");
    await site.snapshot();
    expect(await bodies(await site.readFiles("/posts/quiet/comments"))).toEqual(["pst"]);
    expect(await bodies(await site.readFiles("/posts/whisper/comments"))).toEqual(["pst"]);
    expect(((await (await site.readFiles("/comments")).json()) as RecentCommentList).items.map(({ body }) => body)).toEqual(["loud"]);
    expect(allText(site)).not.toMatch(/quiet|whisper/);
    // Hosts without a program do not know its former slugs, and answer from the file of the
    // requested slug.
    const [present, former] = ["quiet", "whisper"].map((slug) => readFileSync(pageOf(site, slug), "utf8"));
    expect(present).toContain("pst");
    expect(former).toBe(present);
    for (const slug of ["quiet", "whisper"]) rmSync(join(site.outDir, `api/v1/posts/${slug}.json`));
    await site.snapshot();
    expect(existsSync(pageOf(site, "whisper"))).toBe(false);
  });
});

describe("withdrawn comments", () => {
  it.each(["delete", "reject"] as const)("are in no file after the next snapshot: %s", async (decision) => {
    const site = await createSmallSite();
    await site.approved("second");
    await decide(site, site.first, decision);
    await site.snapshot();
    expect(allText(site)).not.toContain("first of all");
    expect(readFileSync(pageOf(site, "hello"), "utf8")).not.toContain("first of all");
    expect(await bodies(await site.readFiles("/posts/hello/comments"))).toEqual(["second"]);
  });

  it("include the former text of an edited comment", async () => {
    const site = await createSmallSite();
    const text = { body: "anew", bodyHtml: "<p>anew</p>", sanitizerVersion: 1 };
    await site.store.comments.edit({ slug: "hello", id: site.first, text, verdict: { state: "pending" } });
    await site.snapshot();
    expect(allText(site)).not.toContain("first of all");
    await decide(site, site.first, "approve");
    await site.snapshot();
    expect(await bodies(await site.readFiles("/posts/hello/comments"))).toEqual(["anew"]);
  });

  it("remove all earlier files, while a snapshot with only new comments keeps the files of the one before", async () => {
    const site = await createSmallSite();
    const before = new Set(snapshotFiles(site));
    await site.approved("second");
    await site.snapshot();
    expect(before.isSubsetOf(new Set(snapshotFiles(site)))).toBe(true);
    const grown = new Set(snapshotFiles(site));
    await site.approved("third");
    await site.snapshot();
    const now = new Set(snapshotFiles(site));
    expect([...before].filter((name) => now.has(name))).toEqual(["comments.json"]);
    expect(grown.difference(before).isSubsetOf(now)).toBe(true);
    await decide(site, site.first, "delete");
    await site.snapshot();
    // Entry, pack, and the file of the newest comments.
    expect(snapshotFiles(site)).toHaveLength(3);
    expect(readdirSync(site.outDir).filter((name) => name.includes("old-comments"))).toEqual([]);
  });

  it("in a thread of many chunks change only the chunks that contained them", async () => {
    const site = createCommentedSite(toSiteFiles(["hello"]));
    const planted = await plantThread(site, "hello", 400, createRandom(3));
    await site.snapshot();
    const before = new Set(snapshotFiles(site));
    const last = planted.at(-1)?.id ?? "";
    expect(allText(site)).toContain(last);
    await decide(site, last, "delete");
    await site.snapshot();
    const now = new Set(snapshotFiles(site));
    expect(now.intersection(before).size).toBeGreaterThan(now.size / 2);
    expect(allText(site)).not.toContain(last);
  });
});

describe("a snapshot in a folder", () => {
  it("has the same files for the same comments, whatever was there before", async () => {
    const site = createCommentedSite(toSiteFiles(["hello", "tides"]));
    await plantThread(site, "hello", 300, createRandom(5));
    await plantThread(site, "tides", 40, createRandom(6));
    await site.snapshot();
    const files = snapshotFiles(site).map((name) => [name, readFileSync(join(site.outDir, "index/v1", name), "utf8")]);
    expect((await site.snapshot()).written).toBe(1);
    const again = snapshotFiles(site).map((name) => [name, readFileSync(join(site.outDir, "index/v1", name), "utf8")]);
    expect(again).toEqual(files);
  });

  it("is left alone by builds and --prune, except for posts that are no longer published", async () => {
    const site = await createSmallSite();
    await site.approved("on tides", { slug: "tides" });
    await site.snapshot();
    const files = snapshotFiles(site);
    const build = (slugs: readonly string[]) => [...toSiteFiles(slugs)].map(([path, text]) => ({ path, content: { text } }));
    // A build does not know who wrote it: the list of files has only the build's own.
    const { outDir } = site;
    writeFileSync(join(outDir, ".octavo-files"), [...toSiteFiles(["hello", "tides"]).keys()].join("\n"));
    const first = await emit(outDir, build(["hello", "tides"]));
    expect(first.skippedForeignFiles).toEqual([]);
    expect(await prune(outDir, true)).toEqual([]);
    expect(readFileSync(join(outDir, ".octavo-files"), "utf8")).not.toContain("comments");
    await emit(outDir, build(["hello"]));
    expect(snapshotFiles(site)).toEqual(files);
    expect([existsSync(pageOf(site, "hello")), existsSync(pageOf(site, "tides"))]).toEqual([true, false]);
    expect((await site.readFiles("/posts/tides/comments")).status).toBe(404);
    expect(await (await site.readFiles("/comments")).text()).not.toContain("on tides");
    expect(await (await site.readFiles("/comments.atom")).text()).not.toContain("on tides");
  });

  it("removes the leftovers of a killed process, and never shows half a snapshot", async () => {
    const site = await createSmallSite();
    const before = await (await site.readFiles("/posts/hello/comments")).text();
    mkdirSync(join(site.outDir, ".octavo-staging-x1"));
    writeFileSync(join(site.outDir, ".octavo-staging-x1/entry"), "{}");
    // Renamed into place, and then killed before the entry was written.
    writeFileSync(join(site.outDir, "index/v1/comments.0123456789abcdef.json"), '[\n{"key":"0","comments":[]}\n]\n');
    expect(await (await site.readFiles("/posts/hello/comments")).text()).toBe(before);
    await site.approved("second");
    await site.snapshot();
    await site.approved("third");
    await site.snapshot();
    expect(readdirSync(site.outDir).filter((name) => name.startsWith(".octavo-staging"))).toEqual([]);
    expect(snapshotFiles(site)).not.toContain("comments.0123456789abcdef.json");
  });
});
