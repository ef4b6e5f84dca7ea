import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { indexSearch } from "../../../../build/outputs/index/search-index-files.ts";
import { SEARCH_FIELDS } from "../../../../search/format/search-options.ts";
import type { IndexDocument } from "../../../../search/write/index-documents.ts";

const KINDS = [{ name: "post", page: "https://fjord.example/posts/{slug}", documents: "/posts" }];

function post(number: number, body: string): IndexDocument {
  const [slug, title] = [`post-${number}`, `Post ${number}`];
  return {
    kind: "post",
    slug,
    publishedAt: null,
    language: "en",
    id: `${number} ${body}`,
    bodyId: body,
    wordCount: body.split(" ").length,
    head: { slug, url: `https://fjord.example/posts/${slug}`, title, tags: [], publishedAt: null, excerpt: "", cover: null },
    text: { title, tags: [], excerpt: "", headings: [], body },
  };
}

function textsOf({ names, files, bytes }: ReturnType<typeof indexSearch>): unknown {
  return { names, bytes, files: files.map(({ path, text }) => [path, text]) };
}

describe("indexSearch", () => {
  it("names every file after a hash of its text, and returns the names of the base and the whole index for the manifest", () => {
    const { names, files } = indexSearch({ kinds: KINDS, documents: [post(0, "tides of Bergen"), post(1, "boats")] });
    for (const { path } of files)
      expect(path).toMatch(/^index\/v1\/(search\.(base|shard|near|hits)\.[0-9a-f]{12}|minisearch\.[0-9a-f]{16})\.json$/);
    const whole = files.find(({ path }) => path.endsWith(names.whole ?? "-"));
    expect(files.some(({ path }) => path.endsWith(names.base))).toBe(true);
    expect(MiniSearch.loadJSON(whole?.text ?? "", { fields: [...SEARCH_FIELDS] }).search("bergen")[0]?.id).toBe("post/post-0");
  });

  it("gives the same files for the same documents, in any order", () => {
    const documents = [post(0, "tides of Bergen"), post(1, "boats"), post(2, "tides")];
    const reversed = indexSearch({ kinds: KINDS, documents: documents.toReversed() });
    expect(textsOf(reversed)).toEqual(textsOf(indexSearch({ kinds: KINDS, documents })));
  });

  it("omits the whole index if it has too many postings", () => {
    // Both posts have the same title of two words; the bodies have three words and one word.
    const documents = [post(0, "tides of Bergen"), post(1, "boats")];
    const wholeOf = (wholePostingsMax: number): string | null => indexSearch({ kinds: KINDS, documents }, { wholePostingsMax }).names.whole;
    expect(wholeOf(8)).not.toBeNull();
    expect(wholeOf(7)).toBeNull();
    const without = indexSearch({ kinds: KINDS, documents }, { wholePostingsMax: 7 });
    expect(without.files.some(({ path }) => path.includes("minisearch"))).toBe(false);
  });
});
