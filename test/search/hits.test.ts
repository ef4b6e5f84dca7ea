import { describe, expect, it } from "vitest";
import { LARGE_CHUNK_SIZE } from "../../contract/index-format.ts";
import { HITS_SIZES, INDEX_READS_MAX, LARGE_HITS_ABOVE, LARGE_HITS_SIZES, TEXTS_SIZES } from "../../search/format/sizes.ts";
import { numberDocuments } from "../../search/write/number-documents.ts";
import { patchIndex } from "../../search/write/patch-index.ts";
import { document, hash, KINDS, openIndex, type SearchDocument, textsOf, toIndexDocument, writeIndex } from "./oracle.ts";

const post = (number: number, excerpt = "") => document({ kind: "post", number, title: `Post ${number}`, excerpt });
/** Ids of the wanted documents in the index of all documents. */
const idsOf = (all: readonly SearchDocument[], wanted: readonly SearchDocument[]) => {
  const { ordered } = numberDocuments(all.map((each) => toIndexDocument(each)));
  return wanted.map(({ kind, number }) => ({ id: ordered.findIndex(({ slug }) => slug === `${kind}-${number}`) }));
};

describe("the content of a hit", () => {
  it("is read only for the hits of a page, in their order", async () => {
    const posts = Array.from({ length: 100 }, (_, number) => post(number));
    const { reader, reads } = openIndex(writeIndex(posts));
    const { heads, reads: counted } = await reader.heads(idsOf(posts, [post(99), post(3), post(98), post(4)]), 40);
    expect(heads.map(({ title }) => title)).toEqual(["Post 99", "Post 3", "Post 98", "Post 4"]);
    expect(counted).toBe(2);
    expect(reads.filter((name) => name.includes("hits"))).toHaveLength(2);
  });

  it("has the whole excerpt, the cover, the language and whether an answer has the text", async () => {
    const long = "eight of ".repeat(40).trim();
    const all = [post(0, long), document({ kind: "book", number: 0, language: null })];
    const { reader } = openIndex(writeIndex(all));
    const { heads } = await reader.heads(idsOf(all, all), 40);
    expect(heads.map(({ excerpt, cover, language, documents }) => [excerpt, cover, language, documents])).toEqual([
      [long, null, "en", "/posts"],
      ["", null, null, null],
    ]);
  });

  it("has its own address, whether that follows the pattern of its kind or not", async () => {
    const urls = [
      "https://a.example/posts/post-0",
      "https://a.example/posts/post-1",
      "https://b.example/post-2",
      "https://a.example/posts/post-3/",
    ];
    for (const order of [urls, urls.toReversed()]) {
      const counted = order.map((url, number) => {
        return toIndexDocument(post(number), `post-${urls.indexOf(url)}`, url);
      });
      const kinds = [{ name: "post", page: "https://a.example/posts/{slug}", documents: "/posts" }];
      const { reader } = openIndex(patchIndex(null, counted, { kinds, hash }));
      const { ordered } = numberDocuments(counted);
      const { heads } = await reader.heads(
        counted.map(({ slug }) => ({ id: ordered.findIndex((each) => each.slug === slug) })),
        40,
      );
      expect(heads.map(({ url }) => url)).toEqual(order);
    }
  });

  it("comes from large files if too many small ones would have to be read", async () => {
    const posts = Array.from({ length: HITS_SIZES.dated * (LARGE_HITS_ABOVE + 1) }, (_, number) => post(number));
    const { reader } = openIndex(writeIndex(posts));
    const scattered = posts.filter(({ number }) => number % HITS_SIZES.dated === 0);
    const small = await reader.heads(idsOf(posts, scattered), LARGE_HITS_ABOVE + 1);
    const large = await reader.heads(idsOf(posts, scattered), LARGE_HITS_ABOVE);
    expect([small.reads, large.reads]).toEqual([LARGE_HITS_ABOVE + 1, 1]);
    expect(large.heads).toEqual(small.heads);
  });

  it("takes at most 40 reads at 10,000 documents of any kinds, with or without dates, after any query", () => {
    for (const dated of [0, 1, 1_025, 5_000, 9_000, 9_744, 10_000]) {
      const documents = Array.from({ length: 10_000 }, (_, number) =>
        toIndexDocument(
          document({ kind: KINDS[number % KINDS.length]?.name ?? "", number, ...(number < dated ? {} : { publishedAt: null }) }),
        ),
      ).map((each, number) => (number < dated ? { ...each, publishedAt: each.publishedAt ?? "2020-01-01T00:00:00.000Z" } : each));
      const { slots, ordered } = numberDocuments(documents);
      const files = Math.ceil(slots / LARGE_HITS_SIZES.slots) + Math.ceil((ordered.length - slots) / LARGE_HITS_SIZES.dated);
      // The manifest and the base come on top; a list also reads its columns, and then 20 of its
      // large chunks.
      expect(2 + INDEX_READS_MAX + files).toBeLessThanOrEqual(40);
      expect(3 + INDEX_READS_MAX + Math.ceil(10_000 / LARGE_CHUNK_SIZE)).toBeLessThanOrEqual(40);
    }
  });

  it("is an error for a document that the index does not have", async () => {
    const all = [post(0)];
    const { reader } = openIndex(writeIndex(all));
    const [{ id } = { id: 0 }] = idsOf(all, all);
    for (const wrong of [id + 1, 3]) await expect(reader.heads([{ id: wrong }], 40)).rejects.toMatchObject({ reason: "malformed" });
  });
});

describe("texts of kinds whose answers have none", () => {
  it("are one string per line by id; the others are elsewhere", async () => {
    const dated = Array.from({ length: TEXTS_SIZES.dated + 1 }, (_, number) =>
      document({ kind: "book", number, publishedAt: "2020-01-01T00:00:00.000Z", body: `Book ${number}` }),
    );
    const project = document({ kind: "project", number: 0, body: 'Two\nlines, "quoted" <b>' });
    const secret = document({ kind: "post", number: 0, body: "A secret post." });
    const all = [project, secret, ...dated];
    const index = writeIndex(all);
    const { reader, reads } = openIndex(index);
    const wanted = [dated[0], dated.at(-1), project, secret].flatMap((each) => each ?? []);
    expect(await reader.texts(idsOf(all, wanted), 9)).toEqual(["Book 0", `Book ${TEXTS_SIZES.dated}`, 'Two\nlines, "quoted" <b>', null]);
    expect(reads.filter((name) => name.includes("texts"))).toHaveLength(3);
    expect([...textsOf(index.files).values()].some((text) => text.includes("A secret post"))).toBe(false);
  });

  it("are left out if the reads are used up, except those that cost none", async () => {
    const books = Array.from({ length: 3 * TEXTS_SIZES.dated }, (_, number) =>
      document({ kind: "book", number, publishedAt: `2020-01-01T00:00:${String(number).padStart(2, "0")}.000Z`, body: `Book ${number}` }),
    );
    const { reader } = openIndex(writeIndex(books));
    const pick = (...numbers: readonly number[]) =>
      idsOf(
        books,
        numbers.flatMap((number) => books[number] ?? []),
      );
    expect(await reader.texts(pick(0, TEXTS_SIZES.dated, 1), 1)).toEqual(["Book 0", null, "Book 1"]);
    expect(await reader.texts(pick(0), 0)).toEqual([null]);
  });
});
