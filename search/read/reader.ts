import type { SearchResult } from "minisearch";
import type { SearchKind } from "../../contract/schemas/list.ts";
import { SEARCH_FIELDS, SEARCH_KINDS } from "../format/search-options.ts";
import { loadTerms } from "./engine.ts";
import { createEstimates, type Estimate } from "./estimate.ts";
import { readHeads, readTexts } from "./hits.ts";
import { type Lookup, lookUp } from "./lookup.ts";
import type { SearchHitRef, SearchOptions, SearchReader, SearchReaderOptions, YieldWhenDue } from "./matches.ts";
import { checkVersion, type OpenIndex, openBase } from "./open-index.ts";
import { termsOfPlan, toMiniSearchQuery } from "./search-query.ts";

/**
 * Significant digits of a score. `Math.log` may differ between engines in the last bit, and a sum of some ten such
 * terms in a few: 6 digits stay the same everywhere, so that the same hits tie everywhere and pages are cut alike.
 */
const SCORE_DIGITS = 6;

/** By how much of itself a score may lie from another that is the same when both are rounded, and an estimate from its score. */
const TIE_REACH = 2 * 10 ** (1 - SCORE_DIGITS);

const HIT_ORDER: Readonly<Record<SearchKind, number>> = { post: 0, project: 1, book: 2 };

/**
 * Searches an index that `createSearchWriter` wrote, reading of it what a question needs. All state is in `files`, so that a reader costs nothing
 * to create.
 */
export function createSearchReader({ files, index: { version, base }, yieldWhenDue = never }: SearchReaderOptions): SearchReader {
  const open = async (): Promise<OpenIndex> => {
    checkVersion(version, base);
    return openBase(files, base);
  };
  const ask = async (text: string, kinds: readonly SearchKind[]): Promise<Found> => {
    const index = await open();
    const lookup = await lookUp(files, index, text, yieldWhenDue);
    return { index, lookup, ...(await matchDocuments(index, lookup, kinds, yieldWhenDue)) };
  };

  return {
    async search(text, options = {}) {
      const found = await ask(text, SEARCH_KINDS);
      const { matches, lookup } = found;
      const facets = { post: matches.post.length, project: matches.project.length, book: matches.book.length };
      const total = (options.kinds ?? SEARCH_KINDS).reduce((sum, kind) => sum + facets[kind], 0);
      await yieldWhenDue();
      return { hits: total === 0 ? [] : rank(found, options), total, facets, reads: lookup.reads, complete: lookup.complete };
    },
    async match(text, kind) {
      const { index, matches, lookup } = await ask(text, [kind]);
      return { numbers: matches[kind].map((id) => id - index.first[kind]), reads: lookup.reads, complete: lookup.complete };
    },
    heads: async (hits, readsMax) => readHeads(files, await open(), hits, readsMax),
    texts: async (hits, readsMax) => readTexts(files, await open(), hits, readsMax),
  };
}

const never: YieldWhenDue = () => null;

/** Documents that match, by kind: ids ascending. */
type Matches = Readonly<Record<SearchKind, readonly number[]>>;

interface Found {
  readonly index: OpenIndex;
  readonly lookup: Lookup;
  readonly combine: "AND" | "OR";
  readonly estimate: Estimate;
  readonly matches: Matches;
}

/** Whether all terms are wanted or one is enough is decided over all documents of the kinds: no filter may add to what a text finds. */
async function matchDocuments(
  { statistics, first }: OpenIndex,
  { plan, terms }: Lookup,
  kinds: readonly SearchKind[],
  yieldWhenDue: YieldWhenDue,
): Promise<Pick<Found, "combine" | "estimate" | "matches">> {
  const estimates = createEstimates(statistics, plan, terms, yieldWhenDue);
  const match = async (combine: "AND" | "OR") => {
    const estimate = await estimates(combine);
    const matches: Record<SearchKind, number[]> = { post: [], project: [], book: [] };
    SEARCH_KINDS.forEach((kind, place) => {
      if (!kinds.includes(kind)) return;
      const next = SEARCH_KINDS[place + 1];
      const end = next === undefined ? statistics.documentCount : first[next];
      for (let id = first[kind]; id < end; id += 1) if (estimate.matches(id)) matches[kind].push(id);
    });
    return { combine, estimate, matches };
  };
  const all = await match("AND");
  return kinds.some((kind) => all.matches[kind].length > 0) ? all : match("OR");
}

function kindOf(id: number, first: OpenIndex["first"]): SearchKind {
  return SEARCH_KINDS.findLast((candidate) => id >= first[candidate]) ?? "post";
}

/** The hits of a range, in order: MiniSearch is asked about what the estimate cannot rule out. */
function rank({ index, lookup, combine, estimate, matches }: Found, { kinds = SEARCH_KINDS, range }: SearchOptions): SearchHitRef[] {
  const { statistics, first } = index;
  const { plan, terms } = lookup;
  const { start, end } = range ?? { start: 0, end: Number.POSITIVE_INFINITY };
  // As ids are: the kinds in their order, each by number.
  const ids = Uint32Array.from(SEARCH_KINDS.flatMap((kind) => (kinds.includes(kind) ? matches[kind] : [])));
  const { chosen, above } = narrow(ids, estimate, start, end);
  const characters = termsOfPlan(plan).flatMap(({ term, prefix }) => (prefix && [...term].length === 1 ? [term] : []));
  return loadTerms(statistics, terms, chosen)
    .search(toMiniSearchQuery(plan, combine))
    .map((result) => toHit(result, first, characters))
    .sort(compareHits)
    .slice(start - above, end - above);
}

/**
 * What may stand in a range of the order.
 * @returns the ids ascending, and how many others stand before all of them
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

/** @param characters single characters of a script without spaces that were asked for: not the pair that they begin was found, but they */
function toHit(result: SearchResult, first: Readonly<Record<SearchKind, number>>, characters: readonly string[]): SearchHitRef {
  const id: number = result.id;
  const kind = kindOf(id, first);
  const found = new Set<string>();
  for (const fields of Object.values(result.match)) for (const field of fields) found.add(field);
  let terms = Object.keys(result.match);
  if (characters.length > 0) terms = [...new Set(terms.map((term) => characters.find((character) => term.startsWith(character)) ?? term))];
  return {
    kind,
    number: id - first[kind],
    score: Number(result.score.toPrecision(SCORE_DIGITS)),
    terms: terms.length > 1 ? terms.sort() : terms,
    fields: SEARCH_FIELDS.filter((field) => found.has(field)),
  };
}

/** Numbers rise with the date and, on one date, against the slug: the greater one is newer, or earlier in slugs. */
function compareHits(a: SearchHitRef, b: SearchHitRef): number {
  return b.score - a.score || HIT_ORDER[a.kind] - HIT_ORDER[b.kind] || b.number - a.number;
}
