import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import { type IndexOptions, type PreviousIndex, patchIndex, type WrittenIndex } from "../../search/write/patch-index.ts";
import { day, document, hash, KINDS, toIndexDocument } from "./oracle.ts";

const WORDS = ["tide", "tides", "Bergen", "boat", "sea", "salt", "iron", "rust", "東京", "𐐨𐐩𐐪𐐫𐐬", "fjord", "gauge"];
/** Small, so that there are many files. */
const OPTIONS: IndexOptions = { kinds: KINDS, hash, shardCut: { min: 20, max: 60 }, fuzzyCut: { min: 20, max: 60 }, wholePostingsMax: 400 };

/** Texts that repeat a few words, or have many different ones. */
const words = (max: number) =>
  fc.oneof(
    fc.array(fc.constantFrom(...WORDS), { maxLength: max }).map((list) => list.join(" ")),
    fc.array(fc.nat(900), { maxLength: max * 4 }).map((list) => list.map((number) => `w${(number * 7919).toString(36)}`).join(" ")),
  );
const entry = fc.record({
  kind: fc.constantFrom("post", "post", "post", "project", "book"),
  date: fc.option(fc.nat(60)),
  slug: fc.nat(1_000_000).map(String),
  title: words(4),
  tags: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }),
  headings: fc.array(words(2), { maxLength: 2 }),
  body: words(8),
});
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

const edit = fc.record({
  sort: fc.constantFrom("add", "delete", "text", "title", "tags", "slug", "move"),
  place: fc.nat(40),
  fresh: entry,
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function applyEdit(entries: readonly Entry[], { sort, place, fresh }: Edit): Entry[] {
  const at = entries.length === 0 ? 0 : place % entries.length;
  const one = entries[at];
  if (sort === "add" || one === undefined) return entries.toSpliced(place % (entries.length + 1), 0, fresh);
  const others = entries.toSpliced(at, 1);
  if (sort === "delete") return others;
  const changes = {
    text: { body: fresh.body, headings: fresh.headings },
    title: { title: fresh.title },
    tags: { tags: fresh.tags },
    slug: { slug: fresh.slug },
    move: { date: fresh.date },
  };
  return entries.with(at, { ...one, ...changes[sort] });
}

/** @param looked collects the slugs of documents whose bodies are read */
function toDocuments(entries: readonly Entry[], looked: Set<string> = new Set()): IndexDocument[] {
  return entries.map(({ slug, date, ...each }, number) => {
    const publishedAt = date === null ? null : day(date);
    const { text, ...others } = toIndexDocument(document({ ...each, number, publishedAt }), slug);
    const lazy = {
      ...text,
      get body() {
        looked.add(slug);
        return text.body;
      },
    };
    return { ...others, text: lazy };
  });
}

interface FormerOptions {
  /** Collects the names of files that are read. */
  readonly read?: Set<string>;
  /** Former bodies are available. */
  readonly hasBodies?: boolean;
}

function toFormer({ state, files }: WrittenIndex, { read = new Set(), hasBodies = true }: FormerOptions = {}): PreviousIndex {
  const known = new Map(files.map(({ name, bytes }) => [name, bytes()]));
  return {
    state,
    read: (name) => {
      read.add(name);
      return known.get(name) ?? null;
    },
    readBody: (bodyId) => {
      const [headings, body] = JSON.parse(bodyId);
      return hasBodies ? { headings, body } : null;
    },
  };
}

/**
 * Everything that is written, including the state: a later build must get the same as after a build
 * from scratch.
 */
function plain({ files, state, ...others }: WrittenIndex): unknown {
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { ...others, state: decode(state), files: files.map(({ name, size, bytes }) => [name, size, decode(bytes())]) };
}

const anew = (entries: readonly Entry[], options = OPTIONS): WrittenIndex => patchIndex(null, toDocuments(entries), options);

describe("patchIndex, with a former index", () => {
  // Takes 5 s of CPU, which may be a minute on a busy machine.
  const patient = { timeout: 120_000 };
  it("writes the same index as from scratch, whatever was added, deleted, edited or moved, with and without former bodies", patient, () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: ({ slug }) => slug, maxLength: 25 }),
        fc.array(fc.tuple(edit, fc.boolean()), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(OPTIONS, { ...OPTIONS, recentCut: { above: 2, max: 4 } }),
        (entries, edits, options) => {
          let now: readonly Entry[] = entries;
          let index = anew(now, options);
          for (const [each, hasBodies] of edits) {
            now = applyEdit(now, each);
            index = patchIndex(toFormer(index, { hasBodies }), toDocuments(now), options);
            expect(plain(index)).toEqual(plain(anew(now, options)));
          }
        },
      ),
      { seed: 20_261_122, numRuns: 300 },
    );
  });

  const post = (number: number, body: string, title = `Post ${number}`): Entry => {
    return { kind: "post", slug: `p${number}`, date: number, title, tags: [], headings: [], body };
  };
  const POSTS = Array.from({ length: 200 }, (_, number) =>
    post(number, Array.from({ length: 12 }, (_, place) => `word${(number * 7 + place * 31) % 600}`).join(" ")),
  );
  const FIRST = anew(POSTS);

  const SHARDS = FIRST.files.map(({ name }) => name).filter((name) => name.startsWith("search.shard."));

  /** Slugs of the bodies and names of the files that are read when POSTS change. */
  function patch(now: readonly Entry[], hasBodies = true): { readonly looked: readonly string[]; readonly read: readonly string[] } {
    const [looked, read] = [new Set<string>(), new Set<string>()];
    const index = patchIndex(toFormer(FIRST, { read, hasBodies }), toDocuments(now, looked), OPTIONS);
    const found = { looked: [...looked], read: [...read] };
    expect(plain(index)).toEqual(plain(anew(now)));
    return found;
  }

  it("reads no body and no file if nothing has changed", () => {
    expect(SHARDS.length).toBeGreaterThan(100);
    expect(patch(POSTS)).toEqual({ looked: [], read: [] });
  });

  it.each<[string, readonly Entry[], readonly string[]]>([
    ["is added at the end", [...POSTS, post(200, "word7 newcomer")], ["p200"]],
    ["has one more word", POSTS.with(90, post(90, `${POSTS[90]?.body} newcomer`)), ["p90"]],
    ["repeats a word once more", POSTS.with(90, post(90, `${POSTS[90]?.body} ${POSTS[90]?.body.split(" ")[3]}`)), ["p90"]],
    ["has another title", POSTS.with(90, post(90, POSTS[90]?.body ?? "", "Post ninety")), []],
    ["is the last one and is removed", POSTS.slice(0, -1), []],
  ])("reads no other body, and only shards of terms that differ, if a document %s", (_, now, bodies) => {
    const { looked, read } = patch(now);
    expect(looked).toEqual(bodies);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(60);
  });

  it("changes no shard for the newest documents, until there are too many of them", () => {
    const options = { ...OPTIONS, recentCut: { above: 100, max: 8 } };
    let now: readonly Entry[] = POSTS;
    let index = anew(now, options);
    const written: number[] = [];
    for (let number = 200; number < 210; number += 1) {
      const before = new Set(index.files.map(({ name }) => name));
      const [read, looked] = [new Set<string>(), new Set<string>()];
      now = [...now, post(number, `word7 word38 newcomer${number} eel otter`)];
      index = patchIndex(toFormer(index, { read }), toDocuments(now, looked), options);
      if (number !== 207) expect([[...read], [...looked]]).toEqual([[], [`p${number}`]]);
      expect(plain(index)).toEqual(plain(anew(now, options)));
      written.push(index.files.filter(({ name }) => !before.has(name)).length);
    }
    // The base, and one small and one large file of hits.
    expect(written.map((count) => count > 3)).toEqual(written.map((_, at) => at === 7));
  });

  it("counts nothing if only a document's address has changed", () => {
    const now = POSTS.with(90, { ...post(90, POSTS[90]?.body ?? ""), slug: "elsewhere" });
    expect(patch(now)).toEqual({ looked: [], read: [] });
  });

  it("reads all shards if a document's former text is unknown", () => {
    const { looked, read } = patch(POSTS.with(90, post(90, "eel")), false);
    expect(looked).toEqual(["p90"]);
    expect(read).toEqual(expect.arrayContaining(SHARDS));
  });

  it("does not count a document again because the numbers of others changed", () => {
    const moved = [...POSTS.slice(1, 90), ...POSTS.slice(91), ...POSTS.slice(0, 1).map((each) => ({ ...each, date: 89.5 }))];
    expect(patch(moved).looked).toEqual(["p0"]);
  });

  it("reads no body if all documents have a new tag", () => {
    expect(patch(POSTS.map((each) => ({ ...each, tags: ["Sea"] }))).looked).toEqual([]);
  });

  it("splits all shards again if they need another size", () => {
    const few = POSTS.slice(0, 3);
    const many = [...few, post(3, Array.from({ length: 6_000 }, (_, place) => `long${place}`).join(" "))];
    expect(plain(patchIndex(toFormer(anew(few)), toDocuments(many), OPTIONS))).toEqual(plain(anew(many)));
    expect(plain(patchIndex(toFormer(anew(many)), toDocuments(few), OPTIONS))).toEqual(plain(anew(few)));
  });

  it("adds the first term to an index of documents without any", () => {
    const silent = [post(1, "", ""), post(2, "", "")];
    const now = [post(0, "eel", ""), ...silent];
    expect(plain(patchIndex(toFormer(anew(silent)), toDocuments(now), OPTIONS))).toEqual(plain(anew(now)));
  });

  const CHANGED = POSTS.with(3, post(3, "eel"));
  it.each<[string, PreviousIndex]>([
    ["files are gone", { ...toFormer(FIRST), read: () => null }],
    ["shards are gone", { ...toFormer(FIRST), read: (name) => (name.includes("shard") ? null : toFormer(FIRST).read(name)) }],
    ["state is from an index with other sizes", toFormer(patchIndex(null, toDocuments(POSTS), { kinds: KINDS, hash }))],
  ])("rebuilds everything if its %s", (_, former) => {
    expect(plain(patchIndex(former, toDocuments(CHANGED), OPTIONS))).toEqual(plain(anew(CHANGED)));
  });

  it("reports that an unchanged file is missing when it is read", () => {
    const { files } = patchIndex({ ...toFormer(FIRST), read: () => null }, toDocuments(POSTS), OPTIONS);
    expect(() => files.map(({ bytes }) => bytes())).toThrow(/search\.shard\.[0-9a-f]{12}\.json of the search index is missing/);
  });
});
