import { describe, expect, it } from "vitest";
import type { SearchOptions } from "../../search/read/matches.ts";
import { document, openIndex, type SearchDocument, writeIndex } from "./oracle.ts";

function post(number: number, members: Partial<SearchDocument>): SearchDocument {
  return document({ kind: "post", number, ...members });
}

async function search(documents: readonly SearchDocument[], text: string, options?: SearchOptions) {
  return openIndex(writeIndex(documents)).reader.search(text, options);
}

/** Numbers of the posts found, best first. */
async function numbers(documents: readonly SearchDocument[], text: string, options?: SearchOptions): Promise<number[]> {
  return (await search(documents, text, options)).hits.map(({ number }) => number);
}

describe("search: results", () => {
  const SITE = [
    post(0, { body: "Call useEffect once; import node:http and better-sqlite3." }),
    post(1, { body: "C++ and C# are languages; C is another. See main.ts for fetch()." }),
    post(2, { body: "東京都の塔を見た。データベース" }),
    post(3, { body: "Ærøskøbing café straße" }),
    post(4, { body: "한국어 검색은 어렵다" }),
  ];

  it.each([
    ["useEffect", [0]],
    ["useeffect", [0]],
    ["effect", [0]],
    ["node:http", [0]],
    ["http", [0]],
    ["better-sqlite3", [0]],
    ["sqlite3", [0]],
    ["better sqlite3", [0]],
    ["C++", [1]],
    ["c#", [1]],
    [".ts", [1]],
    ["fetch()", [1]],
    ["fetch", [1]],
    ["東京", [2]],
    ["京都の塔", [2]],
    ["塔", [2]],
    ["た", [2]],
    ["データ", [2]],
    ["ﾃﾞｰﾀ", [2]],
    ["aeroskobing", [3]],
    ["ÆRØSKØBING", [3]],
    ["cafe", [3]],
    ["strasse", [3]],
    ["검색", [4]],
  ])("%j finds posts %j", async (text, expected) => {
    expect(await numbers(SITE, text)).toEqual(expected);
  });

  it("does not ignore signs: C++ and C# are not C", async () => {
    const site = [post(0, { title: "C" }), post(1, { title: "C++" }), post(2, { title: "C#" })];
    expect(await numbers(site, "c++")).toEqual([1]);
    expect(await numbers(site, "c#")).toEqual([2]);
  });

  it("prefers the whole compound, and still finds its separate parts", async () => {
    const site = [post(0, { body: "open the source" }), post(1, { body: "open-source" })];
    expect(await numbers(site, "open-source")).toEqual([1, 0]);
  });

  it("distinguishes voiced kana from voiceless ones", async () => {
    expect(await numbers([post(0, { body: "カキ" })], "ガギ")).toEqual([]);
  });

  it("looks up the humps of an identifier that the site does not contain as a whole", async () => {
    expect(await numbers([post(0, { body: "the effect of use" }), post(1, { body: "an effect" })], "useEffect")).toEqual([0]);
  });

  it("finds words that are also names of object members", async () => {
    for (const word of ["constructor", "toString", "hasOwnProperty", "__proto__"]) {
      expect(await numbers([post(0, { title: word }), post(1, { body: "other" })], word)).toEqual([0]);
    }
  });

  it("finds nothing for a text without a letter or digit", async () => {
    expect(await search([post(0, { body: "tides" })], "—! 🎉")).toMatchObject({ hits: [], facets: { post: 0 } });
  });
});

describe("search: terms", () => {
  it("treats the last term, if it has at least three characters, as a prefix", async () => {
    const site = [post(0, { body: "tides" }), post(1, { body: "bergen" })];
    expect(await numbers(site, "tid")).toEqual([0]);
    expect(await numbers(site, "ti")).toEqual([]);
    expect(await numbers(site, "tid bergen")).toEqual([1]);
  });

  it("forgives one wrong letter, but only in a term that the index does not contain", async () => {
    const site = [post(0, { body: "tides" }), post(1, { body: "rides" })];
    expect(await numbers(site, "tydes")).toEqual([0]);
    expect(await numbers(site, "tides")).toEqual([0]);
    expect(await numbers(site, "tyd3s")).toEqual([]);
  });

  it("does not match one number with another", async () => {
    expect(await numbers([post(0, { body: "2026" })], "2027")).toEqual([]);
  });

  it("forgives errors in at most three terms", async () => {
    const site = [post(0, { body: "alpha bravo charlie delta" })];
    expect(await numbers(site, "alphx bravx charlix")).toEqual([0]);
    const { hits } = await search(site, "alphx bravx charlix deltx");
    expect(hits[0]?.terms).toEqual(["alpha", "bravo", "charlie"]);
  });

  it("ignores terms after the tenth", async () => {
    const site = [post(0, { body: "a b c d e f g h i j" })];
    expect(await numbers(site, "a b c d e f g h i j")).toEqual([0]);
    const { hits } = await search(site, "a b c d e f g h i j unheard");
    expect(hits[0]?.terms).toHaveLength(10);
  });

  it("counts a repeated term once", async () => {
    const site = [post(0, { body: "tides" })];
    expect(await search(site, "tides tides Tides")).toEqual(await search(site, "tides"));
  });

  it("does not drop stop words", async () => {
    expect(await numbers([post(0, { body: "the who" }), post(1, { body: "who" })], "the who")).toEqual([0]);
  });
});

describe("search: all terms, or any", () => {
  const SITE = [post(0, { body: "tides bergen" }), post(1, { body: "tides oslo" }), document({ kind: "book", number: 0, body: "bergen" })];

  it("requires all terms if a document has them", async () => {
    expect(await numbers(SITE, "tides bergen")).toEqual([0]);
  });

  it("accepts any term if no document has all", async () => {
    expect((await search(SITE, "oslo bergen")).facets).toEqual({ post: 2, book: 1 });
  });

  it("decides over all documents, whatever `kinds` selects, and `facets` cover all kinds", async () => {
    const all = await search(SITE, "tides bergen", { kinds: ["post"] });
    expect(all.facets).toEqual({ post: 1, book: 0 });
    const none = await search(SITE, "tides bergen", { kinds: ["book"] });
    expect([none.hits, none.total, none.facets]).toEqual([[], 0, all.facets]);
  });

  it("decides over one kind if only that kind is matched", async () => {
    const { reader } = openIndex(writeIndex(SITE));
    expect((await reader.match("tides bergen", "post")).numbers).toEqual([0]);
    expect((await reader.match("tides bergen", "book")).numbers).toEqual([0]);
    expect((await reader.match("oslo bergen", "post")).numbers).toEqual([0, 1]);
  });
});

describe("search: order and scores", () => {
  it("ranks titles above tags, headings, excerpts and bodies, in this order", async () => {
    const site = [
      post(0, { body: "tides" }),
      post(1, { excerpt: "tides" }),
      post(2, { headings: ["tides"] }),
      post(3, { tags: ["tides"] }),
      post(4, { title: "tides" }),
    ];
    const { hits } = await search(site, "tides");
    expect(hits.map(({ fields }) => fields)).toEqual([["title"], ["tags"], ["headings"], ["excerpt"], ["body"]]);
  });

  it("breaks ties by kind, then the higher number", async () => {
    const same = { body: "tides" };
    const site = [
      post(0, same),
      post(1, same),
      document({ kind: "book", number: 0, ...same }),
      document({ kind: "project", number: 0, ...same }),
    ];
    const { hits } = await search(site, "tides");
    expect(hits.map(({ kind, number }) => `${kind} ${number}`)).toEqual(["post 1", "post 0", "project 0", "book 0"]);
  });

  it("rounds scores to six significant digits", async () => {
    const { hits } = await search([post(0, { title: "tides", body: "tides of bergen" }), post(1, { body: "x" })], "tides");
    expect(hits[0]?.score).toBe(Number(hits[0]?.score.toPrecision(6)));
    expect(hits[0]?.score).toBeGreaterThan(0);
  });

  it("names the single character that was found, not the pair that it begins", async () => {
    expect((await search([post(0, { body: "東京の東" })], "東")).hits[0]?.terms).toEqual(["東"]);
  });
});

describe("search: files", () => {
  const INDEX = writeIndex([post(0, { body: "tides" })]);
  const named = (sort: string): string => INDEX.files.find(({ name }) => name.includes(sort))?.name ?? "";

  it("reads each file once for many searches", async () => {
    const { reader, reads } = openIndex(INDEX);
    await Promise.all([reader.search("tides"), reader.search("bergen")]);
    await reader.search("tides");
    expect(reads.sort()).toEqual([INDEX.base, named("near"), named("shard")].sort());
  });

  it("names a missing file, and reads it again in the next search", async () => {
    const { reader, texts } = openIndex(INDEX);
    const shard = texts.get(named("shard")) ?? "";
    texts.delete(named("shard"));
    await expect(reader.search("tides")).rejects.toMatchObject({
      name: "SearchIndexError",
      reason: "missing",
      file: `index/v1/${named("shard")}`,
    });
    texts.set(named("shard"), shard);
    expect((await reader.search("tides")).hits).toHaveLength(1);
  });

  it.each([
    ["a host's page", () => "<!doctype html>"],
    ["nothing", () => ""],
    ["the first half of it", (shard: string) => shard.slice(0, shard.length / 2)],
    ["the second half of it", (shard: string) => shard.slice(shard.length / 2)],
    ["an empty list", () => "[]"],
    ["fewer postings than terms", (shard: string) => shard.replace(" ", "")],
    ["the base", (_: string, base: string) => base],
  ])("refuses %s in place of a shard, instead of finding nothing", async (_, replace) => {
    const index = writeIndex([post(0, { body: "tides bergen" })]);
    const { reader, texts } = openIndex(index);
    const name = [...texts.keys()].find((each) => each.includes("shard")) ?? "";
    texts.set(name, replace(texts.get(name) ?? "", texts.get(index.base) ?? ""));
    await expect(reader.search("tides")).rejects.toMatchObject({ reason: "malformed", file: `index/v1/${name}` });
  });

  it("refuses an index of another version, in the manifest or in the base", async () => {
    await expect(openIndex({ ...INDEX, version: 999 }).reader.search("tides")).rejects.toMatchObject({ reason: "version" });
    const { reader, texts } = openIndex(INDEX);
    const base = texts.get(INDEX.base) ?? "";
    texts.set(INDEX.base, JSON.stringify({ ...JSON.parse(base), version: 999 }));
    await expect(reader.search("tides")).rejects.toMatchObject({ reason: "version" });
    texts.set(INDEX.base, "{");
    await expect(reader.search("tides")).rejects.toMatchObject({ reason: "malformed" });
    texts.set(INDEX.base, base);
    expect((await reader.search("tides")).hits).toHaveLength(1);
  });
});
