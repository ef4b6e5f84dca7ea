import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEARCH_TEXTS_SIZE } from "../../contract/index-format.ts";
import { SEARCH_FIELDS } from "../../search/options.ts";
import type { SearchDocument, SearchOptions } from "../../search/types.ts";
import { createOracle, document, openIndex, writeIndex } from "./oracle.ts";

/** Words near to each other, words that begin others, compounds, identifiers and scripts without spaces. */
const WORDS =
  "tide tides tidal ride time timer times use effect useEffect useEfect node node:http http better-sqlite3 better sqlite3 C++ c# .ts main.ts caffè caffe 東京 東京都 京都 都 검색 검색은 2024 2025 2026 a an the";
const word = fc.constantFrom(...WORDS.split(" "));
const words = (max: number) => fc.array(word, { maxLength: max });
const sentence = (max: number) => words(max).map((list) => list.join(" "));
const content = fc.record({
  kind: fc.constantFrom("post" as const, "project" as const, "book" as const),
  title: sentence(4),
  tags: words(3),
  excerpt: sentence(6),
  headings: fc.array(sentence(3), { maxLength: 2 }),
  body: sentence(30),
});
const documents = fc.array(content, { minLength: 1, maxLength: 12 }).map((list): SearchDocument[] => {
  const next = { post: 0, project: 0, book: 0 };
  return list.map((each) => ({ ...each, number: next[each.kind]++ }));
});
const typo = word.map((text) => `${text.slice(0, 1)}${text.slice(2)}`);
const options = fc.constantFrom<SearchOptions>(
  {},
  { kinds: ["book"] },
  { kinds: ["post", "project"] },
  { accept: (kind, number) => kind === "post" && number % 2 === 0 },
);
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

describe("createSearchWriter", () => {
  it("writes parts that give the hits, order and scores of one whole MiniSearch", async () => {
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.array(fc.tuple(query, options), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 60, max: 2_000 }),
        async (list, queries, partMaxBytes) => {
          const { reader } = openIndex(writeIndex(list, { partMaxBytes }));
          const oracle = createOracle(list);
          for (const [text, narrowed] of queries) {
            const found = await reader.search(text, narrowed);
            const expected = oracle(text, narrowed);
            expect(found.hits.map(({ terms, ...hit }) => hit)).toEqual(expected.hits.map(({ terms, ...hit }) => hit));
            expect(found.facets).toEqual(expected.facets);
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
          expect(writeIndex(shuffled)).toEqual(writeIndex(list));
        },
      ),
      { seed: 7, numRuns: 50 },
    );
  });

  it("keeps every part within its bound and all terms sorted over all parts", () => {
    const body = Array.from({ length: 400 }, (_, at) => `w${(at * 7919) % 1000}`).join(" ");
    const { parts } = writeIndex([document({ kind: "post", number: 0, body })], { partMaxBytes: 500 });
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(500);
    const terms = parts.flatMap((part) => (JSON.parse(part) as [string][]).map(([term]) => term));
    expect(terms).toEqual(terms.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(terms).size).toBe(400);
  });

  it("lays its files out as this search version says", () => {
    const index = writeIndex([
      document({ kind: "post", number: 1, title: "Tides", body: "tides tides tides" }),
      document({ kind: "post", number: 0, body: "tides of Bergen" }),
      document({ kind: "book", number: 0, tags: ["Sea", "Tides"] }),
    ]);
    expect(index.version).toBe(1);
    expect(JSON.parse(index.base)).toEqual({
      version: 1,
      kinds: { post: 2, project: 0, book: 1 },
      fieldLengths: [
        [0, 0, 1],
        [2, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
        [0, 3, 1],
      ],
    });
    expect(index.parts).toEqual(['[\n["bergen",16,1,2],\n["of",16,1,2],\n["sea",2,1,0],\n["tides",19,1,4,1,0,2,2,3,1]\n]\n']);
  });

  it("stores no text of a document beyond its terms", () => {
    const index = writeIndex([document({ kind: "post", number: 0, title: "Tides And Currents" })]);
    expect(Object.keys(JSON.parse(index.base)).sort()).toEqual(["fieldLengths", "kinds", "version"]);
    expect(JSON.parse(index.base).fieldLengths).toHaveLength(SEARCH_FIELDS.length);
    expect(index.parts.join("")).not.toContain("Tides And Currents");
  });

  it("keeps the texts of projects and books, a JSON string a line by number; posts have theirs elsewhere", () => {
    const many = Array.from({ length: SEARCH_TEXTS_SIZE + 1 }, (_, number) => document({ kind: "book", number, body: `Book ${number}` }));
    const { texts } = writeIndex([
      document({ kind: "project", number: 1, body: 'Two\nlines, "quoted" <b>' }),
      document({ kind: "project", number: 0 }),
      document({ kind: "post", number: 0, body: "A post." }),
      ...many.toReversed(),
    ]);
    expect(texts.project).toEqual(['[\n"",\n"Two\\nlines, \\"quoted\\" <b>"\n]\n']);
    expect(texts.book.map((text) => JSON.parse(text))).toEqual([
      many.slice(0, SEARCH_TEXTS_SIZE).map(({ body }) => body),
      [`Book ${SEARCH_TEXTS_SIZE}`],
    ]);
  });

  it("writes an index of nothing that finds nothing", async () => {
    const index = writeIndex([]);
    expect(index.parts).toEqual([]);
    expect(await openIndex(index).reader.search("tides")).toEqual({ hits: [], facets: { post: 0, project: 0, book: 0 } });
  });

  it("names the document whose number is taken or out of range", () => {
    const one = document({ kind: "post", number: 0, title: "One" });
    expect(() => writeIndex([one, { ...one, title: "Two" }])).toThrow('search documents "One" and "Two" are both post number 0');
    expect(() => writeIndex([document({ kind: "book", number: 1, title: "Gap" })])).toThrow(
      'search document "Gap": book number 1 of 1; number the documents of a kind from 0 without a gap',
    );
  });
});
