import { expect } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { type CommentedSite, createCommentedSite, plantThread, toSiteFiles } from "./commented-site.ts";

/** Manifest, published, entry, pack and the chunks of a post. */
const READS_MAX = 36;

interface Seen {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string | null>;
}

async function see(response: Response): Promise<Seen> {
  const names = ["Link", "ETag", "Content-Type", "Cache-Control", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers"];
  const text = await response.text();
  // One of the server's problems names the request.
  const { requestId: _id, instance: _instance, detail: _detail, ...problem } = response.ok ? {} : JSON.parse(text);
  return {
    status: response.status,
    body: response.ok ? text : JSON.stringify(problem),
    headers: Object.fromEntries(names.map((name) => [name, response.headers.get(name)])),
  };
}

async function expectSame(site: CommentedSite, path: string): Promise<Seen> {
  const [asked, files] = [await see(await site.ask(path)), await see(await site.readFiles(path))];
  expect(files, path).toEqual(asked);
  expect(site.reads.length, path).toBeLessThanOrEqual(READS_MAX);
  return files;
}

/**
 * Sends random queries about a thread of 10,000 comments to the server and to a snapshot of it, and
 * compares the answers.
 * @throws Error if they differ, if one takes too many reads, or if the queries have covered too
 * little
 */
export async function proveSnapshotAnswers(queries: number): Promise<void> {
  const random = createRandom(16);
  const site = createCommentedSite(toSiteFiles(["hello", "tides", "quiet"]));
  const planted = await plantThread(site, "hello", 10_000, random);
  await plantThread(site, "tides", 30, random);
  await site.snapshot();
  const statuses = new Map<number, number>();
  let most = 0;
  for (let n = 0; n < queries; n += 1) {
    const query = new URLSearchParams();
    if (random.next() < 0.7)
      query.set("commentsPageSize", String(random.next() < 0.9 ? 1 + Math.floor(random.next() * 50) : random.pick<unknown>([0, 51, "x"])));
    if (random.next() < 0.7)
      query.set("commentsSort", random.pick(["oldest", "newest", "popular", random.next() < 0.1 ? "best" : "newest"]));
    const id = random.next() < 0.05 ? random.pick(["nobody", "a".repeat(24)]) : random.pick(planted).id;
    const isPlace = random.next() < 0.25;
    if (!isPlace && random.next() < 0.8) query.set("commentsPage", String(1 + Math.floor(random.next() ** 3 * 200)));
    if (!isPlace && random.next() < 0.3) query.set("parentId", id);
    if (!isPlace && random.next() < 0.3) query.set("repliesLimit", String(Math.floor(random.next() ** 3 * 202)));
    const seen = await expectSame(site, `/posts/hello/comments${isPlace ? `/${id}` : ""}?${query}`);
    most = Math.max(most, site.reads.length);
    statuses.set(seen.status, (statuses.get(seen.status) ?? 0) + 1);
  }
  // The queries have covered pages, missing comments, and mistakes.
  expect([...statuses.keys()].sort()).toEqual([200, 400, 404]);
  expect(statuses.get(200)).toBeGreaterThan(queries * 0.75);
  expect(most).toBeGreaterThan(20);
  for (const path of [
    "/comments",
    "/comments.atom",
    "/posts/hello/comments.atom",
    "/posts/tides/comments.atom",
    "/posts/quiet/comments",
    "/counts",
    "/counts?slug=quiet,hello,never",
    "/counts?slug=a,,b",
  ])
    await expectSame(site, path);
}
