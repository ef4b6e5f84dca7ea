import { gzipSync } from "node:zlib";
import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { indexSearch } from "../../../build/index/search.ts";
import type { SearchDocument } from "../../../build/index/search-documents.ts";
import { SEARCH_FIELDS } from "../../../search/options.ts";

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

  it("leaves the whole index away where it is over its bound compressed", () => {
    const documents = [post(0, "tides of Bergen"), post(1, "boats")];
    const wholeOf = ({ files }: ReturnType<typeof indexSearch>): string =>
      files.find(({ path }) => path.includes("minisearch"))?.text ?? "";
    const size = gzipSync(wholeOf(indexSearch(documents))).length;
    expect(wholeOf(indexSearch(documents, { wholeMaxBytes: size }))).not.toBe("");
    const without = indexSearch(documents, { wholeMaxBytes: size - 1 });
    expect(wholeOf(without)).toBe("");
    expect(without.names.whole).toBeNull();
  });
});
