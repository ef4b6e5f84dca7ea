import type { SearchResult } from "minisearch";
import { SEARCH_FIELDS } from "../format/search-options.ts";
import { PartialMiniSearch } from "./engine.ts";
import { createEstimates, type Estimate } from "./estimate.ts";
import { readHeads, readTexts } from "./hits.ts";
import { type Lookup, lookUp } from "./lookup.ts";
import type { SearchHitRef, SearchOptions, SearchReader, SearchReaderOptions, YieldWhenDue } from "./matches.ts";
import { checkVersion, type OpenIndex, openBase } from "./open-index.ts";
import { termsOfPlan, toMiniSearchQuery } from "./search-query.ts";

/**
 * Significant digits of a score. The last bit of `Math.log` may differ between engines, and a sum
 * of about ten such terms in several bits. 6 digits are the same everywhere, so the same hits tie
 * and pages have the same boundaries.
 */
const SCORE_DIGITS = 6;

/**
 * Relative difference of two scores that may be equal when rounded, or of an estimate and its
 * score.
 */
const TIE_REACH = 2 * 10 ** (1 - SCORE_DIGITS);

/**
 * Searches an index that `createSearchWriter` wrote, and reads only what a query needs. All state
 * is in `files`, so creating a reader costs nothing.
 */
export function createSearchReader({ files, index: { version, base }, yieldWhenDue = never }: SearchReaderOptions): SearchReader {
  const open = async (): Promise<OpenIndex> => {
    checkVersion(version, base);
    return openBase(files, base);
  };
  /** @param only position of a kind, from 1; 0 for all */
  const ask = async (text: string, only: (index: OpenIndex) => number): Promise<Found> => {
    const index = await open();
    const lookup = await lookUp(files, index, text, yieldWhenDue);
    return { index, lookup, ...(await matchDocuments(index, lookup, only(index), yieldWhenDue)) };
  };

  return {
    async search(text, { kinds, language, range } = {}) {
      const found = await ask(text, () => 0);
      const { index, lookup } = found;
      const matches = language === undefined ? found.matches : withLanguage(index, found.matches, language);
      const counts = countKinds(index, matches);
      const isWanted = index.kinds.map(({ name }) => kinds?.includes(name) ?? true);
      const wanted = kinds === undefined ? matches : matches.filter((id) => isWanted[(index.kindOf[id] ?? 0) - 1]);
      await yieldWhenDue();
      return {
        hits: wanted.length === 0 ? [] : rank(found, wanted, range),
        total: wanted.length,
        facets: Object.fromEntries(index.kinds.map(({ name }, place) => [name, counts[place + 1] ?? 0])),
        reads: lookup.reads,
        complete: lookup.complete,
      };
    },
    async match(text, kind) {
      const { index, matches, lookup } = await ask(text, ({ kinds }) => kinds.findIndex(({ name }) => name === kind) + 1 || NO_KIND);
      const numbers = matches.map((id) => index.numberOf[id] ?? 0);
      // Documents in slots are numbered in another order than their ids.
      return {
        numbers: index.slots > (matches[0] ?? 0) ? numbers.sort((a, b) => a - b) : numbers,
        reads: lookup.reads,
        complete: lookup.complete,
      };
    },
    heads: async (hits, readsMax) => readHeads(files, await open(), hits, readsMax),
    texts: async (hits, readsMax) => readTexts(files, await open(), hits, readsMax),
  };
}

const never: YieldWhenDue = () => null;
/** Position of a kind that the index lacks. */
const NO_KIND = -1;

interface Found {
  readonly index: OpenIndex;
  readonly lookup: Lookup;
  readonly combine: "AND" | "OR";
  readonly estimate: Estimate;
  /** Ids of matching documents, ascending. */
  readonly matches: readonly number[];
}

/**
 * Whether all terms are required is decided over all documents, or all of one kind, so that a
 * filter never adds matches.
 * @param only position of a kind, from 1; 0 for all
 */
async function matchDocuments(
  { statistics, kindOf }: OpenIndex,
  { plan, terms }: Lookup,
  only: number,
  yieldWhenDue: YieldWhenDue,
): Promise<Pick<Found, "combine" | "estimate" | "matches">> {
  const estimates = createEstimates(statistics, plan, terms, yieldWhenDue);
  const match = async (combine: "AND" | "OR") => {
    const estimate = await estimates(combine);
    const matches: number[] = [];
    for (let id = 0; id < kindOf.length; id += 1) if (estimate.matches(id) && (only === 0 || kindOf[id] === only)) matches.push(id);
    return { combine, estimate, matches };
  };
  const all = await match("AND");
  return all.matches.length > 0 ? all : match("OR");
}

function withLanguage({ languages, languageOf }: OpenIndex, ids: readonly number[], wanted: string): readonly number[] {
  const isWanted = languages.map((language) => `${language?.toLowerCase() ?? ""}-`.startsWith(`${wanted}-`));
  return ids.filter((id) => isWanted[languageOf[id] ?? 0]);
}

/** By position of the kind, from 1. */
function countKinds({ kinds, kindOf }: OpenIndex, ids: readonly number[]): Uint32Array {
  const counts = new Uint32Array(kinds.length + 1);
  for (const id of ids) {
    const kind = kindOf[id] ?? 0;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/**
 * The hits of a range, in order. MiniSearch scores the documents that the estimate cannot rule out.
 * @param ids ascending
 */
function rank({ index, lookup, combine, estimate }: Found, ids: readonly number[], range: SearchOptions["range"]): SearchHitRef[] {
  const { plan, terms } = lookup;
  const { start, end } = range ?? { start: 0, end: Number.POSITIVE_INFINITY };
  const { chosen, above } = narrow(Uint32Array.from(ids), estimate, start, end);
  const characters = termsOfPlan(plan).flatMap(({ term, prefix }) => (prefix && [...term].length === 1 ? [term] : []));
  return new PartialMiniSearch(index.statistics, terms, chosen)
    .search(toMiniSearchQuery(plan, combine))
    .map((result) => toHit(result, index, characters))
    .sort((a, b) => compareHits(index, a, b))
    .slice(start - above, end - above);
}

/**
 * Selects the documents that can be in a range of the order.
 * @returns the ids ascending, and how many others precede them
 */
function narrow(ids: Uint32Array, estimate: Estimate, start: number, end: number): { chosen: Uint32Array; above: number } {
  const scores = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) scores[at] = estimate.scoreOf(ids[at] ?? 0);
  // Ascending: the last is the best.
  const sorted = scores.slice().sort();
  const best = (sorted[ids.length - 1 - start] ?? 0) * (1 + TIE_REACH);
  const worst = (sorted[Math.max(0, ids.length - end)] ?? 0) * (1 - TIE_REACH);
  const chosen: number[] = [];
  let above = 0;
  for (let at = 0; at < ids.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score > best) above += 1;
    else if (score >= worst) chosen.push(ids[at] ?? 0);
  }
  return { chosen: Uint32Array.from(chosen), above };
}

/**
 * @param characters single characters of a script without spaces in the query; they replace the
 * pairs that matched
 */
function toHit(result: SearchResult, { kinds, kindOf, numberOf }: OpenIndex, characters: readonly string[]): SearchHitRef {
  const id: number = result.id;
  const found = new Set<string>();
  for (const fields of Object.values(result.match)) for (const field of fields) found.add(field);
  let terms = Object.keys(result.match);
  if (characters.length > 0) terms = [...new Set(terms.map((term) => characters.find((character) => term.startsWith(character)) ?? term))];
  return {
    id,
    kind: kinds[(kindOf[id] ?? 0) - 1]?.name ?? "",
    number: numberOf[id] ?? 0,
    score: Number(result.score.toPrecision(SCORE_DIGITS)),
    terms: terms.length > 1 ? terms.sort() : terms,
    fields: SEARCH_FIELDS.filter((field) => found.has(field)),
  };
}

/**
 * Numbers ascend with the date and, on the same date, descend with the slug: a greater one is
 * newer, or has an earlier slug.
 */
function compareHits({ kindOf }: OpenIndex, a: SearchHitRef, b: SearchHitRef): number {
  return b.score - a.score || (kindOf[a.id] ?? 0) - (kindOf[b.id] ?? 0) || b.number - a.number;
}
