import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchKind } from "../../contract/schemas/list.ts";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import { type FormerIndex, type IndexOptions, patchIndex, type WrittenIndex } from "../../search/write/patch-index.ts";
import { document, hash, toIndexDocument } from "./oracle.ts";

const WORDS = ["tide", "tides", "Bergen", "boat", "sea", "salt", "iron", "rust", "東京", "𐐨𐐩𐐪𐐫𐐬", "fjord", "gauge"];
/** Small, so that there are many files. */
const OPTIONS: IndexOptions = { hash, shardCut: { min: 20, max: 60 }, fuzzyCut: { min: 20, max: 60 }, wholePostingsMax: 400 };

/** Of a few words again and again, or of many. */
const words = (max: number) =>
  fc.oneof(
    fc.array(fc.constantFrom(...WORDS), { maxLength: max }).map((list) => list.join(" ")),
    fc.array(fc.nat(900), { maxLength: max * 4 }).map((list) => list.map((number) => `w${(number * 7919).toString(36)}`).join(" ")),
  );
const entry = fc.record({
  kind: fc.constantFrom<SearchKind>("post", "post", "post", "project", "book"),
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
  to: fc.nat(40),
  fresh: entry,
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function applyEdit(entries: readonly Entry[], { sort, place, to, fresh }: Edit): Entry[] {
  const at = entries.length === 0 ? 0 : place % entries.length;
  const one = entries[at];
  if (sort === "add" || one === undefined) return entries.toSpliced(place % (entries.length + 1), 0, fresh);
  const others = entries.toSpliced(at, 1);
  if (sort === "delete") return others;
  if (sort === "move") return others.toSpliced(to % entries.length, 0, one);
  const changes = {
    text: { body: fresh.body, headings: fresh.headings },
    title: { title: fresh.title },
    tags: { tags: fresh.tags },
    slug: { slug: fresh.slug },
  };
  return entries.with(at, { ...one, ...changes[sort] });
}

/** @param looked takes the slugs of documents whose texts are looked at */
function toDocuments(entries: readonly Entry[], looked: string[] = []): IndexDocument[] {
  const next = { post: 0, project: 0, book: 0 };
  return entries.map(({ slug, ...each }) => {
    const { head, text, ...others } = toIndexDocument(document({ ...each, number: next[each.kind]++ }));
    return {
      ...others,
      head: { ...head, slug },
      digest: JSON.stringify(each),
      get text() {
        looked.push(slug);
        return text;
      },
    };
  });
}

function toFormer({ state, files }: WrittenIndex, read: string[] = []): FormerIndex {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  return {
    state,
    read: (name) => {
      read.push(name);
      return texts.get(name) ?? null;
    },
  };
}

/** All that is written, the state too: what comes after it must be as if this were made of nothing. */
function plain({ files, ...others }: WrittenIndex): unknown {
  return { ...others, files: files.map(({ name, bytes, text }) => [name, bytes, text]) };
}

const anew = (entries: readonly Entry[]): WrittenIndex => patchIndex(null, toDocuments(entries), OPTIONS);

describe("patchIndex, of a former index", () => {
  it("writes what it writes of nothing, whatever was added, deleted, edited and moved", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: ({ slug }) => slug, maxLength: 25 }),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        (entries, edits) => {
          let now: readonly Entry[] = entries;
          let index = anew(now);
          for (const each of edits) {
            now = applyEdit(now, each);
            index = patchIndex(toFormer(index), toDocuments(now), OPTIONS);
            expect(plain(index)).toEqual(plain(anew(now)));
          }
        },
      ),
      { seed: 20_261_122, numRuns: 300 },
    );
  });

  const post = (number: number, body: string, title = `Post ${number}`): Entry => {
    return { kind: "post", slug: `p${number}`, title, tags: [], headings: [], body };
  };
  const POSTS = Array.from({ length: 200 }, (_, number) =>
    post(number, Array.from({ length: 12 }, (_, place) => `word${(number * 7 + place * 31) % 600}`).join(" ")),
  );

  it("looks at the texts of changed documents alone, and reads no file of an index that stays", () => {
    const first = anew(POSTS);
    const [looked, read]: [string[], string[]] = [[], []];
    patchIndex(toFormer(first, read), toDocuments(POSTS, looked), { ...OPTIONS });
    expect([looked, read]).toEqual([[], []]);
    const index = patchIndex(toFormer(first, read), toDocuments([...POSTS, post(200, "word7 newcomer")], looked), OPTIONS);
    expect(looked).toEqual(["p200"]);
    const former = new Set(first.files.map(({ name }) => name));
    const shards = index.files.map(({ name }) => name).filter((name) => name.startsWith("search.shard."));
    expect(shards.length).toBeGreaterThan(100);
    expect(shards.filter((name) => !former.has(name)).length).toBeLessThan(8);
    expect(first.files.length).toBeGreaterThan(300);
    expect(new Set(read).size).toBeLessThan(30);
  });

  it("counts no document anew because others got other numbers", () => {
    const looked: string[] = [];
    const moved = [...POSTS.slice(1, 90), ...POSTS.slice(0, 1), ...POSTS.slice(91)];
    expect(plain(patchIndex(toFormer(anew(POSTS)), toDocuments(moved, looked), OPTIONS))).toEqual(plain(anew(moved)));
    expect(looked).toEqual(["p0"]);
  });

  it("splits shards anew where all of them must be of another size", () => {
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

  it("counts what has no digest every time", () => {
    const documents = toDocuments(POSTS).map(({ digest, ...others }) => others);
    const first = patchIndex(null, documents, OPTIONS);
    const changed = documents.with(4, {
      ...(documents[4] ?? toIndexDocument(document({ kind: "post", number: 4 }))),
      text: document({ kind: "post", number: 4, body: "eel" }),
    });
    expect(plain(patchIndex(toFormer(first), changed, OPTIONS))).toEqual(plain(patchIndex(null, changed, OPTIONS)));
  });

  const CHANGED = POSTS.with(3, post(3, "eel"));
  it.each<[string, (former: FormerIndex) => FormerIndex]>([
    ["its state is cut short", (former) => ({ ...former, state: former.state.slice(0, -3) })],
    ["its state has another number in it", (former) => ({ ...former, state: former.state.replace('"lengths":[2', '"lengths":[3') })],
    ["its state is nothing", (former) => ({ ...former, state: "" })],
    ["its files are gone", (former) => ({ ...former, read: () => null })],
    ["its files have other texts", (former) => ({ ...former, read: (name) => former.read(name)?.replace("word", "ward") ?? null })],
    ["it was cut otherwise", () => toFormer(patchIndex(null, toDocuments(POSTS), { hash }))],
  ])("makes all anew where %s", (_, damage) => {
    const former = toFormer(anew(POSTS));
    const damaged = damage(former);
    expect(damaged.state === former.state && damaged.read === former.read).toBe(false);
    expect(plain(patchIndex(damaged, toDocuments(CHANGED), OPTIONS))).toEqual(plain(anew(CHANGED)));
  });

  it("says that a file which stays is missing, where it is looked at", () => {
    const former = toFormer(anew(POSTS));
    const { files } = patchIndex({ ...former, read: () => null }, toDocuments(POSTS), OPTIONS);
    expect(() => files.map(({ text }) => text)).toThrow(/search\.shard\.[0-9a-f]{12}\.json is not there as it was written/);
  });
});
