import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchText } from "../../search/format/documents.ts";
import { totalOf } from "../../search/write/scale.ts";
import type { CountedDocument, KeptIndex, SearchIndex } from "../../search/write/types.ts";
import { createSearchWriter } from "../../search/write/writer.ts";
import { count, document, hash } from "./oracle.ts";

const WORDS = ["tide", "tides", "Bergen", "boat", "sea", "salt", "iron", "rust", "東京", "𐐨𐐩𐐪𐐫𐐬", "fjord", "gauge"];
/** Small, so that there are many files. */
const CUTS = { shardCut: { min: 20, max: 60 }, nearCut: { min: 20, max: 60 } };

const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((list) => list.join(" "));
const post = fc.record({ title: words, body: words, headings: fc.array(words, { maxLength: 2 }), key: fc.nat(1_000_000) });
type Post = typeof post extends fc.Arbitrary<infer T> ? T : never;

function counted({ key, ...text }: Post, number: number): CountedDocument {
  const made = count(document({ kind: "post", number, ...text }));
  return { ...made, head: { ...made.head, slug: `post-${key}` } };
}

function plain({ base, version, files }: SearchIndex): unknown {
  return { base, version, files: files.map(({ name, size, text }) => [name, size, text]) };
}

function write(posts: readonly Post[], former: readonly Post[] = [], kept: KeptIndex | null = null): SearchIndex {
  const documents = posts.map((each, number) => {
    const id = former.indexOf(each);
    return { ...counted(each, number), ...(id < 0 ? {} : { counts: id }) };
  });
  return createSearchWriter({ hash, ...CUTS }).write(documents, kept);
}

const filesOf = ({ files }: SearchIndex): Map<string, string> => new Map(files.map(({ name, text }) => [name, text]));
const textOf = (each: Post): SearchText => document({ kind: "post", number: 0, ...each });

describe("an index of which some posts' texts change", () => {
  it("is the one that is written anew, from files that were there and few others", () => {
    fc.assert(
      fc.property(
        fc.array(post, { minLength: 1, maxLength: 30 }),
        fc.array(fc.uniqueArray(fc.tuple(fc.nat(29), post), { selector: ([place]) => place, maxLength: 3 }), { maxLength: 4 }),
        (posts, edits) => {
          const writer = createSearchWriter({ hash, ...CUTS });
          let now: readonly Post[] = posts;
          let index = write(now);
          let files = filesOf(index);
          for (const edit of edits) {
            const former = now;
            const fresh = edit.flatMap(([place, { key, ...text }]) => {
              const before = former[place];
              return before === undefined ? [] : [{ number: place, before, after: { ...before, ...text } }];
            });
            now = former.map((each, number) => fresh.find((one) => one.number === number)?.after ?? each);
            const changes = fresh.map(({ number, before, after }) => {
              return { number, before: textOf(before), after: textOf(after), head: counted(after, number).head };
            });
            const patched = writer.patch(index.kept, changes, (name) => files.get(name) ?? "");
            const left = new Map([...files].filter(([name]) => !patched.gone.includes(name) && name !== index.base));
            files = new Map([...left, ...filesOf(patched)]);
            const clean = write(now);
            expect(patched.base).toBe(clean.base);
            expect(new Map([...files].sort())).toEqual(new Map([...filesOf(clean)].sort()));
            index = patched;
          }
        },
      ),
    );
  });
});

/** Of many terms, so that there are many stretches. */
const wide = fc.record({
  title: words,
  body: fc.array(fc.nat(900), { maxLength: 40 }).map((list) => list.map((number) => `w${(number * 7919).toString(36)}`).join(" ")),
  headings: fc.constant<string[]>([]),
  key: fc.nat(1_000_000),
});

describe("an index of which nothing is kept but its files", () => {
  it("becomes the one that is written anew, whatever texts change", () => {
    let patchedTimes = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(post, wide), { minLength: 1, maxLength: 30 }),
        fc.array(fc.uniqueArray(fc.tuple(fc.nat(29), fc.oneof(post, wide)), { selector: ([place]) => place, maxLength: 3 }), {
          maxLength: 4,
        }),
        (posts, edits) => {
          const writer = createSearchWriter({ hash, ...CUTS });
          let now = posts;
          let { base, kept, ...index } = write(now);
          let files = filesOf({ base, kept, ...index });
          let total = totalOf(kept.inverted);
          for (const edit of edits) {
            const fresh = edit.flatMap(([place, { key, ...text }]) => {
              const before = now[place];
              return before === undefined ? [] : [{ number: place, before, after: { ...before, ...text } }];
            });
            const changes = fresh.map(({ number, before, after }) => {
              return { number, before: textOf(before), after: textOf(after), head: counted(after, number).head };
            });
            now = now.map((each, number) => fresh.find((one) => one.number === number)?.after ?? each);
            const clean = write(now);
            const patched = writer.patchFiles({ base, total }, changes, (name) => files.get(name) ?? "");
            if (patched === null) {
              ({ base, kept, ...index } = clean);
              files = filesOf(clean);
              total = totalOf(kept.inverted);
              continue;
            }
            patchedTimes += 1;
            files = new Map([
              ...[...files].filter(([name]) => !patched.gone.includes(name)),
              ...patched.files.map(({ name, text }) => [name, text] as const),
            ]);
            ({ base, total } = patched);
            expect(base).toBe(clean.base);
            expect(total).toBe(totalOf(clean.kept.inverted));
            expect(new Map([...files].sort())).toEqual(new Map([...filesOf(clean)].sort()));
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(patchedTimes).toBeGreaterThan(100);
  });

  it("reads no more of them than stand around what has changed", () => {
    const posts = Array.from({ length: 400 }, (_, key): Post => {
      const body = Array.from({ length: 12 }, (_, place) => `word${(key * 7 + place * 31) % 600}`).join(" ");
      return { key, title: `title${key}`, body, headings: [] };
    });
    const { base, kept, ...index } = write(posts);
    const files = filesOf({ base, kept, ...index });
    const [before] = posts;
    if (before === undefined) throw new Error("there is a post");
    const after = { ...before, body: `${before.body} newcomer` };
    const read: string[] = [];
    const patched = createSearchWriter({ hash, ...CUTS }).patchFiles(
      { base, total: totalOf(kept.inverted) },
      [{ number: 0, before: textOf(before), after: textOf(after), head: counted(after, 0).head }],
      (name) => {
        read.push(name);
        return files.get(name) ?? "";
      },
    );
    expect(patched?.base).toBe(write([after, ...posts.slice(1)]).base);
    expect(files.size).toBeGreaterThan(300);
    expect(new Set(read).size).toBeLessThan(30);
  });

  it("is left to others where its shards would have to be of another size", () => {
    const posts = Array.from({ length: 3 }, (_, key): Post => ({ key, title: "tide", body: `salt${key}`, headings: [] }));
    const { base, kept, ...index } = write(posts);
    const files = filesOf({ base, kept, ...index });
    const [before] = posts;
    if (before === undefined) throw new Error("there is a post");
    const after = { ...before, body: Array.from({ length: 4_000 }, (_, place) => `word${place}`).join(" ") };
    const change = { number: 0, before: textOf(before), after: textOf(after), head: counted(after, 0).head };
    const read = (name: string): string => files.get(name) ?? "";
    expect(createSearchWriter({ hash, ...CUTS }).patchFiles({ base, total: totalOf(kept.inverted) }, [change], read)).toBeNull();
  });
});

describe("an index that is patched", () => {
  it("is the one that is written anew, whatever was added, changed and removed", () => {
    fc.assert(
      fc.property(
        fc.array(post, { maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(12), fc.constantFrom("add", "change", "remove"), post)),
        (posts, edits) => {
          let former: readonly Post[] = posts;
          let { kept } = write(former);
          for (const [place, edit, fresh] of edits) {
            const now = [...former];
            now.splice(place, edit === "add" ? 0 : 1, ...(edit === "remove" ? [] : [fresh]));
            const patched = write(now, former, kept);
            expect(plain(patched)).toEqual(plain(write(now)));
            ({ kept } = patched);
            former = now;
          }
        },
      ),
      { seed: 5, numRuns: 150 },
    );
  });

  it("puts together no file of terms that are as they were", () => {
    const posts: Post[] = WORDS.map((word, key) => ({ title: word, body: `${word} ${word}s`, headings: [], key }));
    const first = write(posts);
    const changed = posts.with(3, { title: "boat", body: "boat boats rudder", headings: [], key: 3 });
    const patched = write(changed, posts, first.kept);
    const isLate = (name: string): boolean => {
      const file = patched.files.find((each) => each.name === name);
      return typeof Object.getOwnPropertyDescriptor(file ?? {}, "text")?.get === "function";
    };
    const shards = first.files.map(({ name }) => name).filter((name) => name.startsWith("search.shard."));
    expect(shards.filter(isLate).length).toBeGreaterThan(shards.length / 2);
    expect(shards.filter(isLate).length).toBeLessThan(shards.length);
  });

  it("is refused documents that come in another order, or that it does not have", () => {
    const posts: Post[] = ["sea", "salt"].map((title, key) => ({ title, body: "", headings: [], key }));
    const { kept } = write(posts);
    expect(() => write(posts.toReversed(), posts, kept)).toThrow(/count its terms/);
    expect(() => write(posts, posts)).toThrow(/count its terms/);
  });
});
