import { describe, expect, it } from "vitest";
import { CHUNK_SIZE } from "../../contract/index-format.ts";
import { makeBook, makeDist, makePost, makeProject, serve, tags } from "./site-fixture.ts";

/**
 * Words with the same beginnings and ends, so a query finds many; each document also has some
 * unique ones.
 */
const words = (kind: string, number: number): string =>
  Array.from({ length: 40 }, (_, at) => `tide${kind}${(number * 40 + at).toString(36)}`).join(" ");
const day = (number: number): string => new Date(Date.UTC(2020, 0, 1) + number * 86_400_000).toISOString();
/**
 * Small chunks of the list that a page may span; about the largest number that is still read
 * instead of large ones.
 */
const SPREADS = [19, 20, 21, 22, 23, 24];
/** `in-20` is on a post in each of 20 small chunks. */
const tagsOf = (at: number) =>
  at % CHUNK_SIZE === 0 ? tags(...SPREADS.filter((chunks) => at / CHUNK_SIZE < chunks).map((chunks) => `in-${chunks}`)) : [];
const DIST = makeDist({
  search: true,
  counts: { posts: {} },
  posts: Array.from({ length: 800 }, (_, at) =>
    makePost(`post-${at}`, {
      title: `Salt ${at}`,
      excerpt: "",
      bodyText: `salt ${words("p", at)}`,
      publishedAt: day(at),
      tags: tagsOf(at),
    }),
  ),
  projects: Array.from({ length: 300 }, (_, at) => makeProject(`project-${at}`, { title: `Salt ${at}`, startedOn: day(at).slice(0, 10) })),
  books: Array.from({ length: 300 }, (_, at) => makeBook(`book-${at}`, { title: `Salt ${at}`, finishedOn: day(at).slice(0, 10) })),
  texts: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`book-${at}`, `salt ${words("b", at)}`])),
});

describe("any query", () => {
  it.each([
    "/search?q=salt",
    "/search?q=salt&pageSize=20",
    "/search?q=salt&pageSize=30",
    "/search?q=salt&pageSize=100",
    "/search?q=salt&pageSize=100&page=7",
    "/search?q=tide&pageSize=100",
    "/search?q=salt+tidfp1+tidfb2+tidxp3+tidepa+tidepb+tidebc+tidebd+1+tid&pageSize=100",
    "/posts?q=salt&pageSize=100",
    "/posts?q=salt&sort=title&pageSize=100",
    "/posts?q=salt+tidfp1+tidfb2+tidxp3+tidepa+tidepb+tidebc+tidebd+1+tid&sort=-title&pageSize=100",
    "/posts?q=tid&pageSize=100&hasCode=false",
    "/posts?q=tidfp1+tidfp2+tidxp3+tidepa+tide&pageSize=100",
    ...SPREADS.map((chunks) => `/posts?q=salt+tidfp1+tidfb2+tidxp3+tidepa+tidepb+tidebc+tidebd+1+tid&tag=in-${chunks}&pageSize=100`),
  ])("%s is answered from at most 40 files, each read once", async (target) => {
    const served = serve(DIST);
    const response = await served.get(target);
    const { items }: { items: unknown[] } = await response.json();
    expect([response.status, items.length > 0]).toEqual([200, true]);
    const files = served.reads.filter((path) => !path.endsWith("manifest.json"));
    expect(files.length).toBeLessThanOrEqual(39);
    expect(new Set(files).size).toBe(files.length);
  });

  it("gets the same bytes from a handler with full caches and from a new one", async () => {
    const warm = serve(DIST);
    for (const word of ["salt", "tidepa", "tid", "tidfb2"]) await warm.get(`/search?q=${word}&pageSize=50`);
    for (const target of ["/search?q=salt+tid&pageSize=30", "/search?q=tidfp1&pageSize=100", "/posts?q=tid&pageSize=100"]) {
      expect(await (await warm.get(target)).text()).toBe(await (await serve(DIST).get(target)).text());
    }
  });
});
