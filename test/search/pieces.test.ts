import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INDEX_READS_MAX, PREFIX_SHARDS_MAX } from "../../search/format/sizes.ts";
import { PartialMiniSearch } from "../../search/read/engine.ts";
import { createEstimates } from "../../search/read/estimate.ts";
import { createFiles } from "../../search/read/file-cache.ts";
import { lookUp } from "../../search/read/lookup.ts";
import { openBase } from "../../search/read/open-index.ts";
import { toMiniSearchQuery } from "../../search/read/search-query.ts";
import type { WrittenIndex } from "../../search/write/patch-index.ts";
import { createOracle, day, document, openIndex, type SearchDocument, writeIndex } from "./oracle.ts";

/** An index of many small files, as a large site's is. */
const CUT = { min: 400, max: 800 };

const countOf = ({ files }: WrittenIndex, sort: string): number => files.filter(({ name }) => name.includes(`.${sort}.`)).length;

/** Words with common beginnings and ends, so that typing errors and beginnings match several. */
const STARTS = "tide wat sal bre str mo gul ked nor fjo que win lan pre con har".split(" ");
const ENDS = ["", "s", "r", "ing", "ed", "er", "less", "ly", "mark", "wise", "o", "ful", "ness", "land", "side"];
const VOCABULARY = [
  ...STARTS.flatMap((start) => ENDS.flatMap((end) => [start + end, `${start}a${end}`, `${start}on${end}`, `un${start}${end}`])),
  ...["useEffect", "node:http", "better-sqlite3", "東京都", "C++", "café", "h3"],
];
const STOP_WORDS = ["a", "the", "of"];

/** Numbers below a limit, the same for the same seed (Park and Miller, minstd). */
function createRandom(seed: number): (bound: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

/** Documents like those of a site: the first words are in many of them, the last words in few. */
function createCorpus(seed: number): SearchDocument[] {
  const random = createRandom(seed);
  const word = (): string =>
    random(4) === 0 ? (STOP_WORDS[random(3)] ?? "") : (VOCABULARY[Math.min(random(VOCABULARY.length), random(VOCABULARY.length))] ?? "");
  const words = (count: number): string[] => Array.from({ length: random(count) }, word);
  return Array.from({ length: 20 + random(20) }, (_, number) => {
    const kind = ["post", "post", "project", "book", "talk"][random(5)] ?? "post";
    const publishedAt = random(3) === 0 ? null : day(random(30));
    const language = ["en", "en-GB", "de", null][random(4)] ?? null;
    const [title, excerpt, body] = [words(5).join(" "), words(12).join(" "), words(300).join(" ")];
    return { kind, number, publishedAt, language, title, tags: words(3), excerpt, headings: words(4), body };
  });
}

function createQuestion(seed: number): string {
  const random = createRandom(seed);
  const word = (): string => VOCABULARY[random(VOCABULARY.length)] ?? "";
  const stop = (): string => STOP_WORDS[random(3)] ?? "";
  const beginning = (): string => word().slice(0, 3 + random(3));
  const typo = (): string => {
    const right = word();
    const at = random(right.length + 1);
    return right.slice(0, at) + (["", "x", "e"][random(3)] ?? "") + right.slice(at + random(2));
  };
  const sorts = [
    () => [word()],
    () => [beginning()],
    () => [typo()],
    () => [word(), word()],
    () => [stop(), word(), beginning()],
    () => [word(), typo()],
    () => [typo(), stop(), typo(), beginning()],
    () => Array.from({ length: 3 + random(6) }, () => [word, typo, stop][random(3)]?.() ?? ""),
  ];
  return (sorts[random(sorts.length)]?.() ?? []).join(" ");
}

describe("an index in pieces", () => {
  it("gives the same hits, order, scores and words as one whole MiniSearch, and is never read as a whole", async () => {
    let compared = 0;
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), async (seed, questions) => {
        const documents = createCorpus(seed);
        const cut = { min: 200, max: 400 };
        const index = writeIndex(documents, { shardCut: cut, fuzzyCut: CUT, recentCut: { above: 3, max: 3 + (seed % 7) } });
        expect(countOf(index, "shard")).toBeGreaterThan(INDEX_READS_MAX);
        const oracle = createOracle(documents);
        for (const question of questions.map(createQuestion)) {
          const { reader, reads } = openIndex(index);
          const { hits, facets, reads: counted, complete } = await reader.search(question);
          expect(reads.length).toBe(counted + 1);
          expect(counted).toBeLessThanOrEqual(INDEX_READS_MAX);
          expect(new Set(reads).size).toBe(reads.length);
          asked += 1;
          if (!complete) continue;
          expect({ question, hits, facets }).toEqual({ question, ...oracle(question) });
          compared += 1;
        }
      }),
      { seed: 20_260_801, numRuns: 40 },
    );
    expect(compared).toBeGreaterThan(asked * 0.9);
  });
});

describe("a range of the hits", () => {
  it("equals the same range of one whole MiniSearch; without a range, all matches are found", async () => {
    const outcomes = { cut: 0, past: 0 };
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(fc.nat(), { minLength: 10, maxLength: 10 }), async (seed, questions) => {
        const documents = createCorpus(seed);
        const { reader } = openIndex(writeIndex(documents));
        const oracle = createOracle(documents);
        const random = createRandom(seed);
        for (const question of questions.map(createQuestion)) {
          const kinds = {
            ...(random(3) === 0 ? { kinds: [["post", "project", "book", "talk"][random(4)] ?? "post"] } : {}),
            ...(random(4) === 0 ? { language: ["en", "de"][random(2)] ?? "en" } : {}),
          };
          const start = random(random(2) === 0 ? 4 : 30);
          const range = { start, end: start + 1 + random(6) };
          const whole = oracle(question, kinds);
          const { hits, total, facets, complete } = await reader.search(question, { ...kinds, range });
          expect(complete).toBe(true);
          expect({ question, range, hits, total, facets }).toEqual({
            ...{ question, range, facets: whole.facets },
            hits: whole.hits.slice(range.start, range.end),
            total: whole.hits.length,
          });
          if (total > hits.length && hits.length > 0) outcomes.cut += 1;
          if (start >= total && total > 0) outcomes.past += 1;

          for (const kind of ["post", "project", "book", "talk"]) {
            const { numbers } = await reader.match(question, kind);
            const expected = oracle(question, { over: [kind] }).hits.map(({ number }) => number);
            expect({ question, kind, numbers }).toEqual({ question, kind, numbers: expected.sort((a, b) => a - b) });
          }
        }
      }),
      { seed: 20_261_121, numRuns: 40 },
    );
    expect(outcomes.cut).toBeGreaterThan(100);
    expect(outcomes.past).toBeGreaterThan(20);
  });

  it("breaks ties at its ends as the whole order does", async () => {
    const documents = Array.from({ length: 30 }, (_, number) =>
      document({ kind: "post", number, body: number % 2 === 0 ? "tide salt" : "tide" }),
    );
    const { reader } = openIndex(writeIndex(documents));
    const whole = (await reader.search("tide")).hits;
    const pages = await Promise.all([0, 7, 14, 21, 28].map((start) => reader.search("tide", { range: { start, end: start + 7 } })));
    expect(pages.flatMap(({ hits }) => hits)).toEqual(whole);
    expect(new Set(whole.map(({ score }) => score)).size).toBe(2);
  });
});

describe("an estimate", () => {
  it("equals MiniSearch's score, so it can decide which documents MiniSearch may skip", async () => {
    const documents = createCorpus(11);
    const index = writeIndex(documents);
    const texts = new Map(index.files.map(({ name, bytes }) => [`index/v1/${name}`, bytes()]));
    const files = createFiles(async (path) => texts.get(path) ?? null, 1_000_000);
    const opened = await openBase(files, index.base);
    let compared = 0;
    for (const question of Array.from({ length: 60 }, (_, seed) => createQuestion(seed * 7_919))) {
      const { plan, terms } = await lookUp(files, opened, question);
      for (const combine of ["AND", "OR"] as const) {
        const estimate = await createEstimates(opened.statistics, plan, terms)(combine);
        const engine = new PartialMiniSearch(
          opened.statistics,
          terms,
          Uint32Array.from(opened.kindOf.keys()).filter((id) => opened.kindOf[id] !== 0),
        );
        const hits = engine.search(toMiniSearchQuery(plan, combine));
        expect([...opened.kindOf.keys()].filter((id) => estimate.matches(id))).toEqual(hits.map(({ id }) => id).sort((a, b) => a - b));
        for (const { id, score } of hits) expect(estimate.scoreOf(id) / score).toBeCloseTo(1, 12);
        compared += hits.length;
      }
    }
    expect(compared).toBeGreaterThan(500);
  });
});

describe("the terms of a query", () => {
  it("are sorted, whichever file was read first, because MiniSearch adds scores in their order", async () => {
    const index = writeIndex(createCorpus(7), { shardCut: { min: 200, max: 400 }, fuzzyCut: CUT });
    const texts = new Map(index.files.map(({ name, bytes }) => [`index/v1/${name}`, bytes()]));
    const files = createFiles(async (path) => texts.get(path) ?? null, 1_000_000);
    const { terms } = await lookUp(files, await openBase(files, index.base), "watmark tideling sal");
    const names = terms.map(({ term }) => term);
    expect(names.length).toBeGreaterThan(3);
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("a query that would need more of the index than it may read", () => {
  /** 3,000 words with the same beginning, each in a different thirtieth of the documents. */
  const WORDS = Array.from({ length: 3_000 }, (_, at) => `tid${String(at).padStart(4, "0")}`);
  const DOCUMENTS = Array.from({ length: 30 }, (_, number) =>
    document({ kind: "post", number, title: "salt", body: WORDS.slice(number * 100, (number + 1) * 100).join(" ") }),
  );
  const INDEX = writeIndex(DOCUMENTS, { shardCut: CUT, fuzzyCut: CUT });

  it("expands a beginning over a fixed number of shards, in the order of terms", async () => {
    expect(countOf(INDEX, "shard")).toBeGreaterThan(2 * PREFIX_SHARDS_MAX);
    const { reader, reads } = openIndex(INDEX);
    const { hits, reads: counted } = await reader.search("tid");
    expect(counted).toBe(PREFIX_SHARDS_MAX + 1);
    expect(reads).toHaveLength(PREFIX_SHARDS_MAX + 2);
    const found = hits.map(({ number }) => number).sort((a, b) => a - b);
    expect(found.length).toBeGreaterThan(5);
    expect(found).toEqual(found.map((_, at) => at));
    expect(found.length).toBeLessThan(30);
  });

  it("adds at most a thousand words to a beginning, the shortest first", async () => {
    const long = Array.from({ length: 800 }, (_, at) => `salt${String(at).padStart(5, "0")}`);
    const short = Array.from({ length: 800 }, (_, at) => `salt${String(at).padStart(3, "0")}`);
    const site = [
      document({ kind: "post", number: 0, body: long.slice(0, 400).join(" ") }),
      document({ kind: "post", number: 1, body: short.join(" ") }),
      document({ kind: "post", number: 2, body: long.slice(400).join(" ") }),
    ];
    const { hits, complete } = await openIndex(writeIndex(site)).reader.search("salt");
    expect(complete).toBe(false);
    expect(hits.flatMap(({ terms }) => terms)).toHaveLength(1_000);
    expect(hits.map(({ number }) => number).sort()).toEqual([0, 1]);
    expect(hits.find(({ number }) => number === 1)?.terms).toEqual(short);
  });

  it("gives the same answer whatever is cached", async () => {
    const warm = openIndex(INDEX);
    for (const word of ["salt", ...WORDS.filter((_, at) => at % 10 === 0)]) await warm.reader.search(word);
    const before = warm.reads.length;
    const answer = await warm.reader.search("salt tid");
    expect(warm.reads.length).toBe(before);
    expect(answer).toEqual(await openIndex(INDEX).reader.search("salt tid"));
  });

  it("stays within its reads with ten words, three of them misspelt, and a prefix", async () => {
    const wrong = ["tix0100", "tix1500", "tix2900"];
    const words = [100, 600, 1_100, 1_600, 2_100, 2_600].map((at) => WORDS[at]);
    const { reader, reads } = openIndex(INDEX);
    await reader.search([...wrong, ...words, "tid"].join(" "));
    expect(reads.length).toBeLessThanOrEqual(INDEX_READS_MAX + 1);
  });

  it("stays within its reads with as many identifiers as a query may have", async () => {
    const { reader, reads } = openIndex(INDEX);
    const humps = Array.from({ length: 12 }, (_, at) => `Tid${at}Ab-Cd${at}Ef`);
    await reader.search(humps.join(" ").slice(0, 200));
    expect(reads.length).toBeLessThanOrEqual(INDEX_READS_MAX + 1);
  });
});

describe("a change to one document", () => {
  it("does not touch unchanged files", () => {
    const documents = Array.from({ length: 40 }, (_, number) =>
      document({ kind: "post", number, body: Array.from({ length: 200 }, (_, at) => `w${(at * 7_919 + number * 31) % 6_000}`).join(" ") }),
    );
    const namesOf = (list: readonly SearchDocument[]): string[] =>
      writeIndex(list, { shardCut: CUT, fuzzyCut: CUT }).files.map(({ name }) => name);
    const before = namesOf(documents);
    const changed = documents.map((each) => (each.number === 39 ? { ...each, body: `${each.body} newword` } : each));
    const after = new Set(namesOf(changed));
    const gone = before.filter((name) => !after.has(name));
    expect(before.length).toBeGreaterThan(60);
    // The base, the shard of the word, and its two files of similar spellings; each may also be
    // split.
    expect(gone.length).toBeLessThanOrEqual(8);
  });
});
