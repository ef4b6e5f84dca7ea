import { beforeAll, describe, expect, it } from "vitest";
import { makeBook, makeDist, makePhoto, makePost, makeProject, serve, tags } from "./site-fixture.ts";

/** Reads that an answer may take; hosts allow at least 50. */
const READS_MAX = 40;
const instant = (at: number): string => new Date(Date.UTC(2000, 0, 1) + at * 86_400_000).toISOString();
/** A tag on every 97th document: a page of 100 then lies in 100 different small chunks. */
const sparse = (at: number) => (at % 97 === 0 ? tags("sparse") : []);
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const post = (at: number, every = 97) =>
  makePost(`p${at}`, {
    publishedAt: instant(at),
    tags: sparse(at),
    authors: at % 97 === 0 ? [{ slug: "ada", name: "Ada", url: null, bio: null, avatar: null }] : [],
    hasCode: at % 53 === 0,
    // Neighbours by title or by minutes are far from each other by date.
    title: `Title ${(at * 7_919) % 10_007}`,
    readingTimeMinutes: 1 + (at % 17),
    excerpt: "",
    bodyText: at % every === 0 ? "needle" : "hay",
  });

/** Reads of each answer by a handler that has nothing cached. */
async function countReads(dist: Map<string, string>, targets: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const target of targets) {
    const site = serve(dist);
    const response = await site.get(target);
    expect(response.status).toBe(200);
    counts[target] = site.reads.length;
  }
  return counts;
}

describe("at 10,000 documents, no answer needs more than 40 reads", () => {
  let posts: Map<string, string>;
  beforeAll(() => {
    posts = makeDist({ search: true, posts: many(10_000, (at) => post(at)), counts: { posts: {} } });
  }, 120_000);

  it("in a site with only posts, for every filter and page", async () => {
    const targets = [
      "/posts",
      "/posts?page=2",
      "/posts?page=50&pageSize=100",
      "/posts?tag=sparse&pageSize=100",
      "/posts?tag=sparse&pageSize=100&page=2",
      "/posts?tag=sparse&pageSize=30",
      "/posts?hasCode=true&pageSize=100",
      "/posts?author=ada&language=en&featured=false&tag=sparse&publishedFrom=2001-01-01&pageSize=100",
      "/posts?q=needle&author=ada&language=en&featured=false&hasCode=false&tag=sparse&publishedFrom=2001-01-01&pageSize=100",
      "/posts?q=needle&pageSize=100",
      "/posts?sort=title",
      "/posts?sort=-title&pageSize=100&page=7",
      "/posts?sort=readingTimeMinutes&pageSize=100&page=90",
      "/posts?sort=-readingTimeMinutes&author=ada&language=en&featured=false&tag=sparse&publishedFrom=2001-01-01&pageSize=100",
      "/posts?sort=-title&q=needle&author=ada&language=en&featured=false&hasCode=false&tag=sparse&publishedFrom=2001-01-01&pageSize=100",
      "/posts?sort=title&q=needle&pageSize=100",
      "/posts?sort=title&period=2010&pageSize=100",
      "/posts?period=2010-04&pageSize=100",
      "/posts?q=needle&hasCode=false&tag=sparse&publishedFrom=2001-01-01&pageSize=100",
      "/posts?q=needle&tag=sparse&pageSize=100",
      "/search?q=needle&pageSize=100",
      "/search?q=needle",
      "/posts/p1",
    ];
    const counts = await countReads(posts, targets);
    for (const target of targets) expect(counts[target], target).toBeLessThanOrEqual(READS_MAX);
    // A filter that the columns do not answer costs no more reads than one that they do answer.
    expect(counts["/posts?author=ada&language=en&featured=false&tag=sparse&publishedFrom=2001-01-01&pageSize=100"]).toBe(
      counts["/posts?tag=sparse&pageSize=100"],
    );
    // Nor does another order need more.
    expect(counts["/posts?sort=title&q=needle&pageSize=100"]).toBe(counts["/posts?q=needle&tag=sparse&pageSize=100"]);
    expect(counts["/posts?sort=-title&pageSize=100&page=7"]).toBe(counts["/posts?tag=sparse&pageSize=100"]);
    // A page of neighbours: manifest, counts, columns and the chunks that it spans.
    expect(counts["/posts?page=2"]).toBeLessThanOrEqual(5);
    expect(counts["/posts?page=50&pageSize=100"]).toBeLessThanOrEqual(8);
  });

  it("for hits in three kinds, however the documents are distributed", async () => {
    for (const [projects, books] of [
      [256, 256],
      [257, 256],
      [768, 768],
      [3_300, 3_300],
    ] as const) {
      const dist = makeDist({
        search: true,
        posts: many(10_000 - projects - books, (at) => post(at, 257)),
        projects: many(projects, (at) =>
          makeProject(`r${at}`, { startedOn: instant(at).slice(0, 10), descriptionHtml: at % 8 === 0 ? "<p>needle</p>" : null }),
        ),
        books: many(books, (at) =>
          makeBook(`b${at}`, { finishedOn: instant(at).slice(0, 10), reviewHtml: at % 8 === 0 ? "<p>needle</p>" : null }),
        ),
      });
      const targets = ["/search?q=needle&pageSize=100", "/search?q=needle&pageSize=100&page=2", "/search?q=needle&pageSize=50"];
      const counts = await countReads(dist, targets);
      for (const target of targets) expect(counts[target], `${target} ${projects}`).toBeLessThanOrEqual(READS_MAX);
      // A page of the usual size needs one read for each text.
      const { items } = await (await serve(dist).get("/search?q=needle&kind=project")).json();
      const shown = items.map(({ snippetHtml }: { snippetHtml: string }) => snippetHtml);
      expect(new Set(shown)).toEqual(new Set(["<mark>needle</mark>"]));
    }
  }, 120_000);

  it("for photos", async () => {
    const dist = makeDist({ photos: many(10_000, (at) => makePhoto(`f${at}`, { takenAt: instant(at).slice(0, 19), tags: sparse(at) })) });
    const counts = await countReads(dist, ["/photos?tag=sparse&pageSize=100", "/photos?page=9"]);
    for (const count of Object.values(counts)) expect(count).toBeLessThanOrEqual(READS_MAX);
  });

  it("large chunks give the same answers as small ones", async () => {
    const { items } = await (await serve(posts).get("/posts?tag=sparse&pageSize=100")).json();
    const newest = Math.floor(9_999 / 97);
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(many(100, (at) => `p${(newest - at) * 97}`));
  });

  it("posts that are spread over all chunks are sorted", async () => {
    const inOrder = many(10_000, (at) => ({ slug: `p${at}`, title: (at * 7_919) % 10_007, minutes: 1 + (at % 17) }));
    const slugsOf = async (query: string): Promise<readonly string[]> => {
      const { items } = await (await serve(posts).get(`/posts?${query}`)).json();
      return items.map(({ slug }: { slug: string }) => slug);
    };
    const byTitle = inOrder.toSorted((a, b) => (String(b.title) < String(a.title) ? -1 : 1)).map(({ slug }) => slug);
    expect(await slugsOf("sort=-title&pageSize=100&page=7")).toEqual(byTitle.slice(600, 700));
    const bySlug = inOrder.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
    const byMinutes = bySlug.toSorted((a, b) => b.minutes - a.minutes).map(({ slug }) => slug);
    expect(await slugsOf("sort=-readingTimeMinutes&pageSize=100&page=60")).toEqual(byMinutes.slice(5_900, 6_000));
    const needles = new Set(many(104, (at) => `p${at * 97}`));
    expect(await slugsOf("sort=-readingTimeMinutes&q=needle&pageSize=100")).toEqual(
      byMinutes.filter((slug) => needles.has(slug)).slice(0, 100),
    );
  });

  it("a page of cached chunks needs no read but the manifest's", async () => {
    const site = serve(posts);
    await site.get("/posts?tag=sparse&pageSize=100");
    site.reads.length = 0;
    await site.get("/posts?tag=sparse&pageSize=100");
    expect(site.reads).toEqual(["index/v1/manifest.json"]);
  });
});
