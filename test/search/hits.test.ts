import { describe, expect, it } from "vitest";
import { LARGE_CHUNK_SIZE } from "../../contract/index-format.ts";
import { EXCERPT_MAX, HITS_SIZE, INDEX_READS_MAX, LARGE_HITS_ABOVE, LARGE_HITS_SIZE, TEXTS_SIZE } from "../../search/format/sizes.ts";
import { patchIndex } from "../../search/write/patch-index.ts";
import { document, hash, openIndex, textsOf, toIds, toIndexDocument, writeIndex } from "./oracle.ts";

const post = (number: number, excerpt = "") => document({ kind: "post", number, title: `Post ${number}`, excerpt });
const places = (kind: "post" | "project" | "book", numbers: readonly number[]) => numbers.map((number) => ({ kind, number }));

describe("what a hit shows", () => {
  it("is read for the hits of a page alone, in their order", async () => {
    const { reader, reads } = openIndex(writeIndex(Array.from({ length: 100 }, (_, number) => post(number))));
    const { heads, reads: counted } = await reader.heads(places("post", [99, 3, 98, 4]), 40);
    expect(heads.map(({ title }) => title)).toEqual(["Post 99", "Post 3", "Post 98", "Post 4"]);
    expect(counted).toBe(2);
    expect(reads.filter((name) => name.includes("hits"))).toHaveLength(2);
  });

  it("is an excerpt cut between words, for a post; of the others, who have no file with the rest, the whole one", async () => {
    const long = "eight of ".repeat(40).trim();
    const { reader } = openIndex(
      writeIndex([post(0, long), post(1, "x".repeat(400)), post(2, "short"), document({ kind: "book", number: 0, excerpt: long })]),
    );
    const { heads } = await reader.heads([...places("post", [0, 1, 2]), ...places("book", [0])], 40);
    const [words = "", letters = "", short, book] = heads.map(({ excerpt }) => excerpt);
    expect(words).toMatch(/^(eight of )+eight( of)?…$/);
    expect([words.length, letters.length].every((length) => length <= EXCERPT_MAX && length > EXCERPT_MAX - 10)).toBe(true);
    expect(letters).toMatch(/^x+…$/);
    expect(short).toBe("short");
    expect(book).toBe(long);
  });

  it("never cuts an excerpt within a character", async () => {
    for (const start of ["", "x"]) {
      const { reader } = openIndex(writeIndex([post(0, start + "𠮷".repeat(200))]));
      const { heads } = await reader.heads(places("post", [0]), 40);
      expect(heads[0]?.excerpt).toMatch(/^x?𠮷+…$/u);
    }
  });

  it("has its address as it is, whether that follows the pattern of its kind or not", async () => {
    const urls = [
      "https://a.example/posts/post-0",
      "https://a.example/posts/post-1",
      "https://b.example/post-2",
      "https://a.example/posts/post-3/",
    ];
    for (const order of [urls, urls.toReversed()]) {
      const counted = order.map((url, number) => {
        const document = toIndexDocument(post(number));
        const head = { ...document.head, slug: `post-${urls.indexOf(url)}`, url };
        return { ...document, head, ...toIds("post", head, document.text) };
      });
      const { reader } = openIndex(patchIndex(null, counted, { hash }));
      const { heads } = await reader.heads(places("post", [0, 1, 2, 3]), 40);
      expect(heads.map(({ url }) => url)).toEqual(order);
    }
  });

  it("comes from large files where the small ones would be more than may be read", async () => {
    const count = HITS_SIZE * (LARGE_HITS_ABOVE + 1);
    const { reader } = openIndex(writeIndex(Array.from({ length: count }, (_, number) => post(number))));
    const scattered = Array.from({ length: LARGE_HITS_ABOVE + 1 }, (_, at) => at * HITS_SIZE);
    const small = await reader.heads(places("post", scattered), LARGE_HITS_ABOVE + 1);
    const large = await reader.heads(places("post", scattered), LARGE_HITS_ABOVE);
    expect([small.reads, large.reads]).toEqual([LARGE_HITS_ABOVE + 1, 1]);
    expect(large.heads).toEqual(small.heads);
  });

  it("can be read within 40 files at 10,000 documents, however they are shared out, after any question", () => {
    const worst = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + Math.ceil(count / LARGE_HITS_SIZE), 0);
    for (const counts of [[10_000], [9_998, 1, 1], [3_334, 3_333, 3_333], [5_000, 4_999, 1], [8_193, 1_025, 782]]) {
      // The manifest and the base come beside; for a list also its columns, and then 20 of its large chunks.
      expect(2 + INDEX_READS_MAX + worst(counts)).toBeLessThanOrEqual(40);
      expect(3 + INDEX_READS_MAX + Math.ceil(10_000 / LARGE_CHUNK_SIZE)).toBeLessThanOrEqual(40);
    }
  });

  it("is an error for a document that the index does not have", async () => {
    const { reader } = openIndex(writeIndex([post(0)]));
    await expect(reader.heads(places("post", [1]), 40)).rejects.toMatchObject({ reason: "malformed" });
  });
});

describe("texts of projects and books", () => {
  it("stand a string a line by number; posts have theirs elsewhere", async () => {
    const books = Array.from({ length: TEXTS_SIZE + 1 }, (_, number) => document({ kind: "book", number, body: `Book ${number}` }));
    const project = document({ kind: "project", number: 0, body: 'Two\nlines, "quoted" <b>' });
    const index = writeIndex([project, document({ kind: "post", number: 0, body: "A secret post." }), ...books]);
    const { reader, reads } = openIndex(index);
    const wanted = [...places("book", [TEXTS_SIZE, 0]), ...places("project", [0]), ...places("post", [0])];
    expect(await reader.texts(wanted, 9)).toEqual([`Book ${TEXTS_SIZE}`, "Book 0", 'Two\nlines, "quoted" <b>', null]);
    expect(reads.filter((name) => name.includes("texts"))).toHaveLength(3);
    expect([...textsOf(index.files).values()].some((text) => text.includes("A secret post"))).toBe(false);
  });

  it("are left out where the reads are spent, but for those that cost none", async () => {
    const books = Array.from({ length: 3 * TEXTS_SIZE }, (_, number) => document({ kind: "book", number, body: `Book ${number}` }));
    const { reader } = openIndex(writeIndex(books));
    expect(await reader.texts(places("book", [0, TEXTS_SIZE, 1]), 1)).toEqual(["Book 0", null, "Book 1"]);
    expect(await reader.texts(places("book", [0]), 0)).toEqual([null]);
  });
});
