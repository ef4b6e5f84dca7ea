import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { indexSearch, patchSearchFiles } from "../../../build/index/search.ts";
import type { SearchDocument } from "../../../build/index/search-documents.ts";
import { SEARCH_FIELDS } from "../../../search/format/options.ts";
import { totalOf } from "../../../search/write/scale.ts";

function post(number: number, body: string): SearchDocument {
  const [slug, title] = [`post-${number}`, `Post ${number}`];
  return {
    kind: "post",
    number,
    head: { slug, url: `https://fjord.example/posts/${slug}`, title, tags: [], publishedAt: null, excerpt: "" },
    text: { title, tags: [], excerpt: "", headings: [], body },
  };
}

function textsOf({ names, files, size }: ReturnType<typeof indexSearch>): unknown {
  return { names, size, files: files.map(({ path, text }) => [path, text]) };
}

describe("indexSearch", () => {
  it("names every file by its text, and the base and the whole index for the manifest", () => {
    const { names, files } = indexSearch([post(0, "tides of Bergen"), post(1, "boats")]);
    for (const { path } of files)
      expect(path).toMatch(/^index\/v1\/(search\.(base|shard|near|hits)\.[0-9a-f]{12}|minisearch\.[0-9a-f]{16})\.json$/);
    const whole = files.find(({ path }) => path.endsWith(names.whole ?? "-"));
    expect(files.some(({ path }) => path.endsWith(names.base))).toBe(true);
    expect(MiniSearch.loadJSON(whole?.text ?? "", { fields: [...SEARCH_FIELDS] }).search("bergen")[0]?.id).toBe("post/post-0");
  });

  it("gives the same files for the same documents, in any order", () => {
    const documents = [post(0, "tides of Bergen"), post(1, "boats"), post(2, "tides")];
    expect(textsOf(indexSearch(documents.toReversed()))).toEqual(textsOf(indexSearch(documents)));
  });

  it("leaves the whole index away where it has too many postings", () => {
    // Twice a title of two words, and three words and one in the bodies.
    const documents = [post(0, "tides of Bergen"), post(1, "boats")];
    const wholeOf = (wholePostingsMax: number): string | null => indexSearch(documents, { wholePostingsMax }).names.whole;
    expect(wholeOf(8)).not.toBeNull();
    expect(wholeOf(7)).toBeNull();
    const without = indexSearch(documents, { wholePostingsMax: 7 });
    expect(without.files.some(({ path }) => path.includes("minisearch"))).toBe(false);
  });
});

describe("patchSearchFiles", () => {
  const [before, after] = [post(0, "tides of Bergen"), post(0, "tides of Oslo")];
  const others = [post(1, "boats"), post(2, "salt")];
  const built = indexSearch([before, ...others], { wholePostingsMax: 0 });
  const texts = new Map(built.files.map(({ path, text }) => [path, text]));
  const input = {
    written: { base: built.names.base, total: totalOf(built.kept.index.inverted) },
    wholePostingsMax: 0,
    names: built.names,
    changes: [{ number: 0, before: before.text, after: after.text, head: after.head }],
    read: (name: string) => texts.get(`index/v1/${name}`) ?? "",
  };

  it("gives the files of an index that is made anew", () => {
    const patch = patchSearchFiles(input);
    const anew = indexSearch([after, ...others], { wholePostingsMax: 0 });
    expect(patch?.names).toEqual(anew.names);
    expect(patch?.written).toEqual({ base: anew.names.base, total: totalOf(anew.kept.index.inverted) });
    const left = [...texts].filter(([path]) => !patch?.gone.some((name) => path.endsWith(name)));
    const now = new Map([...left, ...(patch?.files ?? []).map(({ path, text }) => [path, text] as const)]);
    expect(now).toEqual(new Map(anew.files.map(({ path, text }) => [path, text])));
  });

  it("leaves alone an index that may be worth to be tried as a whole, or that is another one", () => {
    const { written } = input;
    // Three titles of two words, and five words in the bodies.
    expect(patchSearchFiles({ ...input, wholePostingsMax: 11 })).toBeNull();
    expect(patchSearchFiles({ ...input, wholePostingsMax: 10 })).not.toBeNull();
    expect(patchSearchFiles({ ...input, names: { ...input.names, whole: "minisearch.0.json" } })).toBeNull();
    expect(patchSearchFiles({ ...input, written: { ...written, base: "search.base.0.json" } })).toBeNull();
  });
});
