import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SearchStore } from "../../../build/cache/search-store.ts";
import { indexSearch } from "../../../build/index/search.ts";
import type { IndexDocument } from "../../../search/write/index-documents.ts";
import type { WrittenIndex } from "../../../search/write/patch-index.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "octavo-search-store-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function post(number: number, body: string, looked: string[] = []): IndexDocument {
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
function again(index: WrittenIndex): ReturnType<SearchStore["get"]> {
  const store = new SearchStore(join(dir, "search"));
  store.set(index);
  store.save();
  return new SearchStore(join(dir, "search")).get();
}

describe("SearchStore", () => {
  it("gives back what was kept", () => {
    const { index } = indexSearch([post(0, "tides of Bergen"), post(1, "𐐨𐐩𐐪𐐫𐐬 boats")]);
    const read = again(index);
    expect(read?.state).toBe(index.state);
    const shards = index.files.filter(({ name }) => /shard|near/.test(name));
    expect(shards.length).toBeGreaterThan(1);
    for (const { name, text } of shards) expect(read?.read(name)).toBe(text);
    expect(read?.read(index.base)).toBeNull();
  });

  it("lets a build look at what changed alone, and write the same", () => {
    const former = again(indexSearch([post(0, "tides of Bergen"), post(1, "boats"), post(2, "salt")]).index);
    const looked: string[] = [];
    const documents = [post(0, "tides of Bergen", looked), post(1, "rust", looked), post(2, "salt", looked)];
    const { files, names } = indexSearch(documents, { former });
    expect(looked).toEqual(["post-1"]);
    const clean = indexSearch(documents);
    expect(names).toEqual(clean.names);
    expect(files.map(({ text }) => text)).toEqual(clean.files.map(({ text }) => text));
  });

  it("keeps what a process has not saved for its next build, which may save it", () => {
    const { index } = indexSearch([post(0, "tides of Bergen")]);
    const first = new SearchStore(join(dir, "search"));
    first.set(index);
    const second = new SearchStore(join(dir, "search"), first.keep());
    second.set(index);
    second.save();
    const read = new SearchStore(join(dir, "search")).get();
    expect(read?.state).toBe(index.state);
    expect(index.files.some(({ name, text }) => read?.read(name) === text)).toBe(true);
  });

  it("keeps an index of nothing", () => {
    const { index } = indexSearch([]);
    expect(again(index)?.state).toBe(index.state);
  });

  it("believes nothing that was cut short or changed", () => {
    again(indexSearch([post(0, "tides of Bergen")]).index);
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
