import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SearchStore } from "../../../build/cache/search-store.ts";
import { indexSearch, type KeptSearch } from "../../../build/index/search.ts";
import type { SearchDocument } from "../../../build/index/search-documents.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "octavo-search-store-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function post(number: number, body: string, looked: string[] = []): SearchDocument {
  const [slug, title] = [`post-${number}`, `Post ${number}`];
  return {
    kind: "post",
    number,
    head: { slug, url: `https://fjord.example/posts/${slug}`, title, tags: [], publishedAt: null, excerpt: "" },
    digest: body,
    get text() {
      looked.push(slug);
      return { title, tags: [], excerpt: "", headings: [], body };
    },
  };
}

/** Keeps it and reads it as another process does. */
function again(search: KeptSearch): KeptSearch | null {
  const store = new SearchStore(join(dir, "search"));
  store.set(search);
  store.save();
  return new SearchStore(join(dir, "search")).get();
}

describe("SearchStore", () => {
  it("gives back what was kept, halves of surrogate pairs included", () => {
    const { kept } = indexSearch([post(0, "tides of Bergen"), post(1, "𐐨𐐩𐐪𐐫𐐬 boats")]);
    expect(kept.index.near.some((key) => !key.isWellFormed())).toBe(true);
    const read = again(kept);
    expect(read?.index.near).toEqual(kept.index.near);
    expect(read?.index.inverted.terms).toEqual(kept.index.inverted.terms);
    expect([...(read?.index.inverted.postings ?? [])]).toEqual([...kept.index.inverted.postings]);
    expect(read?.index.lengths).toEqual(kept.index.lengths);
  });

  it("lets a build look at what changed alone, and write the same", () => {
    const kept = again(indexSearch([post(0, "tides of Bergen"), post(1, "boats"), post(2, "salt")]).kept);
    const looked: string[] = [];
    const documents = [post(0, "tides of Bergen", looked), post(1, "rust", looked), post(2, "salt", looked)];
    const { files, names } = indexSearch(documents, { kept });
    expect(looked).toEqual(["post-1"]);
    const clean = indexSearch(documents);
    expect(names).toEqual(clean.names);
    expect(files.map(({ text }) => text)).toEqual(clean.files.map(({ text }) => text));
  });

  it("says which index stands in the out folder, after builds that patch its files too", () => {
    const { kept } = indexSearch([post(0, "tides of Bergen")]);
    again(kept);
    const file = join(dir, "search");
    expect(new SearchStore(file).getWritten()?.base).toBe(kept.base);
    const store = new SearchStore(file);
    store.setWritten({ base: "search.base.0123456789ab.json", total: 7 });
    store.save();
    expect(new SearchStore(file).getWritten()).toEqual({ base: "search.base.0123456789ab.json", total: 7 });
    expect(new SearchStore(file).get()?.base).toBe(kept.base);
  });

  it("keeps an index of nothing", () => {
    expect(again(indexSearch([]).kept)?.names).toEqual([]);
  });

  it("believes nothing that was cut short or changed", () => {
    again(indexSearch([post(0, "tides of Bergen")]).kept);
    const file = join(dir, "search");
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, -1));
    expect(new SearchStore(file).get()).toBeNull();
    const changed = Buffer.from(bytes);
    changed[changed.length - 3] = (changed[changed.length - 3] ?? 0) ^ 1;
    writeFileSync(file, changed);
    expect(new SearchStore(file).get()).toBeNull();
    writeFileSync(file, bytes);
    expect(new SearchStore(file).get()).not.toBeNull();
  });
});
