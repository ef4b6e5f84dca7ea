import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchOptions } from "../../search/read/matches.ts";
import { createOracle, day, document, openIndex, type SearchDocument, textsOf, writeIndex } from "./oracle.ts";

/** Similar words, words that begin others, compounds, identifiers and scripts without spaces. */
const WORDS =
  "tide tides tidal ride time timer times use effect useEffect useEfect node node:http http better-sqlite3 better sqlite3 C++ c# .ts main.ts caffè caffe 東京 東京都 京都 都 검색 검색은 2024 2025 2026 a an the";
const word = fc.constantFrom(...WORDS.split(" "));
const words = (max: number) => fc.array(word, { maxLength: max });
const sentence = (max: number) => words(max).map((list) => list.join(" "));
const content = fc.record({
  kind: fc.constantFrom("post", "project", "book", "talk"),
  publishedAt: fc.option(fc.nat(9).map(day)),
  language: fc.constantFrom("en", "en-GB", "de", null),
  title: sentence(4),
  tags: words(3),
  excerpt: sentence(6),
  headings: fc.array(sentence(3), { maxLength: 2 }),
  body: sentence(30),
});
const documents = fc.array(content, { minLength: 1, maxLength: 12 }).map((list): SearchDocument[] => {
  return list.map((each, number) => ({ ...each, number }));
});
const typo = word.map((text) => `${text.slice(0, 1)}${text.slice(2)}`);
const options = fc.constantFrom<SearchOptions>({}, { kinds: ["book"] }, { kinds: ["post", "project"] }, { language: "en" });
const query = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: word },
      typo,
      word.map((text) => text.slice(0, 3)),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.join(" "));

describe("patchIndex, without a former index", () => {
  it("writes parts that give the same hits, order and scores as one whole MiniSearch", async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.array(fc.tuple(query, options), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 60, max: 1_000 }),
        fc.constantFrom({ above: 100, max: 8 }, { above: 0, max: 3 }, { above: 0, max: 100 }),
        async (list, queries, max, recentCut) => {
          const cut = { min: max / 2, max };
          const { reader } = openIndex(writeIndex(list, { shardCut: cut, fuzzyCut: cut, recentCut }));
          const oracle = createOracle(list);
          for (const [text, narrowed] of queries) {
            const found = await reader.search(text, narrowed);
            if (!found.complete) continue;
            const expected = oracle(text, narrowed);
            expect({ hits: found.hits, facets: found.facets }).toEqual(expected);
          }
        },
      ),
      { seed: 20_260_131, numRuns: 300 },
    );
  });

  it("writes the same bytes whatever the order of adding", () => {
    fc.assert(
      fc.property(
        documents.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const [one, other] = [writeIndex(shuffled), writeIndex(list)];
          expect([textsOf(one.files), one.state]).toEqual([textsOf(other.files), other.state]);
        },
      ),
      { seed: 7, numRuns: 50 },
    );
  });

  it("uses the file layout of this search version", async () => {
    const { version, base, files } = writeIndex([
      document({ kind: "post", number: 1, title: "Tides", body: "tides tides tides" }),
      document({ kind: "post", number: 0, body: "tides of Bergen" }),
      document({ kind: "book", number: 0, tags: ["Sea", "Tides"], body: "Wet." }),
    ]);
    expect(version).toBe(4);
    await expect([...textsOf(files).values()].join("\n")).toMatchFileSnapshot("patch-index.v4.txt");
    expect(files.at(-1)?.name).toBe(base);
  });

  it("writes an empty index that finds nothing", async () => {
    const index = writeIndex([]);
    expect(index.files.map(({ name }) => name)).toEqual([index.base]);
    expect(await openIndex(index).reader.search("tides")).toEqual({
      hits: [],
      total: 0,
      facets: {},
      reads: 0,
      complete: true,
    });
  });

  it("refuses two documents of one kind and slug, and a kind that is not given", () => {
    const one = document({ kind: "post", number: 0, title: "One" });
    expect(() => writeIndex([one, { ...one, title: "Two" }])).toThrow("two search documents are post/post-0");
    expect(() => writeIndex([document({ kind: "recipe", number: 1 })])).toThrow("search documents have the kinds recipe");
  });
});
