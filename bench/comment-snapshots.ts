import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSnapshot } from "../build/emit/snapshot-folder.ts";
import { createReadHandler, type ReadHandler } from "../edge/handler.ts";
import { createPublished } from "../server/published.ts";
import { createStoreSource } from "../server/snapshot/snapshot-source.ts";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../server/store/store.ts";
import { quantile } from "./load.ts";
import { createRandom } from "./random.ts";
import { seedComments } from "./server-site.ts";
import { printTable } from "./table.ts";

/** Number of queries measured one by one. */
const QUERIES = 200;
/** Number of comments on an ordinary post (server-site.ts). */
const POST_COMMENTS = 40;
const BASE_URL = "https://ines.example/api/v1";
const EMPTY_LIST = { total: 0, columns: "", chunks: [], largeChunks: [] };

/**
 * `npm run bench -- --snapshots`: measures taking and reading snapshots of 10,000 and 100,000
 * comments, on one post and on ordinary posts.
 */
export async function benchSnapshots({ quick }: { readonly quick: boolean }): Promise<void> {
  const sizes = quick ? [1_000] : [10_000, 100_000];
  const rows: string[][] = [];
  for (const size of sizes) for (const posts of [1, size / POST_COMMENTS]) rows.push(await measureSnapshot(size, posts));
  printTable(
    [
      "Comments",
      "Posts",
      "Files",
      "MiB",
      "First snapshot, CPU s",
      "After a removal, CPU s",
      "Most reads per query",
      "Query, first in a process, ms (median, worst)",
      "Query, warm, ms",
    ],
    rows,
  );
}

async function measureSnapshot(size: number, posts: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "octavo-snapshots-"));
  try {
    const slugs = Array.from({ length: posts }, (_, at) => `post-${at}`);
    const store = openStore({
      file: await seedComments(join(folder, "data"), slugs, posts === 1 ? size : POST_COMMENTS),
      clock: Date.now,
      random: randomBytes,
    });
    try {
      await mkdir(join(folder, "dist"));
      const read = createReader(join(folder, "dist"), slugs);
      const first = await cpuSeconds(() => take(store, folder, read));
      const names = await readdir(join(folder, "dist/index/v1"));
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, "dist/index/v1", name))).size));
      const [id = ""] = (await store.comments.recent({ limit: 1 })).map(({ comment }) => comment.id);
      const { revision = 1 } = (await store.comments.get(id)) ?? {};
      await store.comments.decide({ id, revision, decision: "reject" });
      const again = await cpuSeconds(() => take(store, folder, read));
      const { most, cold, warm } = await measureReads(read, slugs);
      const ms = (value: number): string => value.toFixed(1);
      const mebibytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024 / 1024;
      const cells = [size, posts, names.length, mebibytes.toFixed(1), first.toFixed(2), again.toFixed(2), most];
      return [...cells.map(String), `${ms(quantile(cold, 0.5))}, ${ms(quantile(cold, 1))}`, ms(quantile(warm, 0.5))];
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Reader = (path: string) => Promise<Uint8Array | null>;

/** Creates a reader of the files that a snapshot needs: those of a site and those in `dist`. */
function createReader(dist: string, slugs: readonly string[]): Reader {
  const published = {
    slugs: { posts: [...slugs].sort(), projects: [], books: [], photos: [] },
    aliases: {},
    commentsClosed: [],
    services: [],
  };
  const lists = { posts: EMPTY_LIST, projects: EMPTY_LIST, books: EMPTY_LIST, photos: EMPTY_LIST };
  const site = { baseUrl: BASE_URL, timeZone: "UTC" };
  const made: Readonly<Record<string, unknown>> = {
    "index/v1/manifest.json": {
      format: 2,
      buildId: "bench",
      site,
      lists,
      search: null,
      published: "published.0123456789abcdef.json",
      counts: null,
    },
    "index/v1/published.0123456789abcdef.json": published,
    "api/v1/site-settings.json": { name: "Ines", url: "https://ines.example" },
  };
  return async (path) => {
    if (made[path] !== undefined) return Buffer.from(JSON.stringify(made[path]));
    const slug = /^api\/v1\/posts\/([^/]+)\.json$/.exec(path)?.[1];
    if (slug !== undefined) return Buffer.from(JSON.stringify({ slug, title: slug, url: `https://ines.example/posts/${slug}` }));
    return readFile(join(dist, path)).catch(() => null);
  };
}

async function take(store: Store, folder: string, read: Reader): Promise<void> {
  const published = createPublished({ read, clock: Date.now });
  const content = await published.current();
  if (content === null) throw new Error("the site of the benchmark cannot be read");
  await writeSnapshot(join(folder, "dist"), async () => createStoreSource(store, published, content), {
    takenAt: new Date().toISOString(),
  });
}

async function measureReads(read: Reader, slugs: readonly string[]): Promise<{ most: number; cold: number[]; warm: number[] }> {
  const random = createRandom(1);
  let reads = 0;
  const open = (): ReadHandler =>
    createReadHandler({
      read: async (path) => {
        reads += 1;
        return read(path);
      },
    });
  const warmHandler = open();
  let most = 0;
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let query = 0; query < QUERIES; query += 1) {
    const sort = random.pick(["oldest", "newest", "popular"]);
    const url = `${BASE_URL}/posts/${random.pick(slugs)}/comments?commentsSort=${sort}&commentsPage=${1 + random.below(5)}`;
    for (const [handle, times] of [
      [open(), cold],
      [warmHandler, warm],
    ] as const) {
      reads = 0;
      const start = performance.now();
      const answer = await handle(new Request(url));
      await answer.arrayBuffer();
      times.push(performance.now() - start);
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
      most = Math.max(most, reads);
    }
  }
  const sorted = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);
  return { most, cold: sorted(cold), warm: sorted(warm) };
}

async function cpuSeconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
