import type { SearchResult } from "minisearch";
import type { SearchKind } from "../contract/schemas/list.ts";
import { loadTerms } from "./engine.ts";
import { readHeads, readTexts } from "./hits.ts";
import { type Lookup, lookUp } from "./lookup.ts";
import { checkVersion, type OpenIndex, openBase } from "./open.ts";
import { SEARCH_FIELDS, SEARCH_KINDS } from "./options.ts";
import { termsOfPlan, toMiniSearchQuery } from "./query.ts";
import type { SearchHitRef, SearchMatches, SearchOptions, SearchReader, SearchReaderOptions } from "./types.ts";

/**
 * Significant digits of a score. `Math.log` may differ between engines in the last bit, and a sum of some ten such
 * terms in a few: 6 digits stay the same everywhere, so that the same hits tie everywhere and pages are cut alike.
 */
const SCORE_DIGITS = 6;

const HIT_ORDER: Readonly<Record<SearchKind, number>> = { post: 0, project: 1, book: 2 };

/**
 * Searches an index that `createSearchWriter` wrote, reading of it what a question needs. All state is in `files`, so that a reader costs nothing
 * to create.
 */
export function createSearchReader({ files, index: { version, base } }: SearchReaderOptions): SearchReader {
  const open = async (): Promise<OpenIndex> => {
    checkVersion(version, base);
    return openBase(files, base);
  };

  return {
    async search(text, options = {}) {
      const index = await open();
      const lookup = await lookUp(files, index, text);
      return lookup.plan.length === 0
        ? { hits: [], facets: { post: 0, project: 0, book: 0 }, reads: lookup.reads, complete: true }
        : find(index, lookup, options);
    },
    heads: async (hits, readsMax) => readHeads(files, await open(), hits, readsMax),
    texts: async (hits, readsMax) => readTexts(files, await open(), hits, readsMax),
  };
}

function find({ statistics, first }: OpenIndex, { plan, terms, reads, complete }: Lookup, { accept, kinds }: SearchOptions): SearchMatches {
  const engine = loadTerms(statistics, terms);
  const characters = termsOfPlan(plan).flatMap(({ term, prefix }) => (prefix && [...term].length === 1 ? [term] : []));
  const isOfKind = ({ kind }: SearchHitRef): boolean => kinds === undefined || kinds.includes(kind);
  const search = (combine: "AND" | "OR") => {
    const hits = engine.search(toMiniSearchQuery(plan, combine)).map((result) => toHit(result, first, characters));
    return accept === undefined ? hits : hits.filter(({ kind, number }) => accept(kind, number));
  };
  let hits = search("AND");
  if (!hits.some(isOfKind)) hits = search("OR");
  const facets = { post: 0, project: 0, book: 0 };
  for (const { kind } of hits) facets[kind] += 1;
  return { hits: hits.filter(isOfKind).sort(compareHits), facets, reads, complete };
}

/** @param characters single characters of a script without spaces that were asked for: not the pair that they begin was found, but they */
function toHit(result: SearchResult, first: Readonly<Record<SearchKind, number>>, characters: readonly string[]): SearchHitRef {
  const id: number = result.id;
  const kind = SEARCH_KINDS.findLast((candidate) => id >= first[candidate]) ?? "post";
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
