import { findBound } from "../../contract/lists/find-bound.ts";
import { fuzzyBeginnings, isWithinOneEdit, termOfKey } from "../format/fuzzy-keys.ts";
import { decodePostings, joinPostings } from "../format/postings.ts";
import { INDEX_READS_MAX, NEAR_SHARE, NEAR_TERMS_MAX, PREFIX_SHARDS_MAX, PREFIX_TERMS_MAX } from "../format/sizes.ts";
import type { Table } from "../format/tables.ts";
import type { TermPostings } from "./engine.ts";
import type { Files } from "./file-cache.ts";
import type { YieldWhenDue } from "./matches.ts";
import { loadNear, loadShard, type OpenIndex, type Shard } from "./open-index.ts";
import { type Lexicon, lookupTerms, planQuery, type QueryClause, type QueryTerm, termsOfPlan } from "./search-query.ts";

/** A query with the part of the index that it needs. */
export interface Lookup {
  readonly plan: readonly QueryClause[];
  /** Terms of the index that match the plan, sorted. */
  readonly terms: readonly TermPostings[];
  /** Files of the index needed, including cached ones. */
  readonly reads: number;
  readonly complete: boolean;
}

/**
 * Reads the files for a query in at most three rounds: the shards of its terms; shards of words
 * that begin with the last term, and similar spellings of unknown terms; the shards of those. The
 * files depend only on the index and the query.
 */
export async function lookUp(files: Files, index: OpenIndex, text: string, yieldWhenDue: YieldWhenDue = () => null): Promise<Lookup> {
  const shards = openShards(files, index);
  const candidates = lookupTerms(text);
  await shards.read(candidates.map((term) => index.shards.find(term)));
  const plan = planQuery(text, toLexicon(index, shards));
  const terms = termsOfPlan(plan);

  const fuzzy = terms.filter((each) => each.fuzzy).map(({ term }) => term);
  let readsLeft = INDEX_READS_MAX - shards.count;
  // If similar spellings are also needed, they get as many of the remaining reads as beginnings do.
  const prefixPlaces = limit(
    placesOfPrefixes(index.shards, terms, shards),
    Math.min(PREFIX_SHARDS_MAX, fuzzy.length === 0 ? readsLeft : readsLeft / 2),
  );
  readsLeft -= prefixPlaces.chosen.length;
  const nearPlaces = limit(new Set(fuzzy.flatMap((term) => fuzzyBeginnings(term).flatMap(index.near.range))), readsLeft * NEAR_SHARE);
  readsLeft -= nearPlaces.chosen.length;
  const [near] = await Promise.all([readNear(files, index, nearPlaces.chosen, fuzzy), shards.read(prefixPlaces.chosen)]);
  const spellings = near.slice(0, NEAR_TERMS_MAX);

  const places = spellings.map((term) => index.shards.find(term)).filter((place) => !shards.has(place));
  const spellingPlaces = limit(new Set(places), readsLeft);
  await shards.read(spellingPlaces.chosen);
  const { found, all } = shards.expand(terms, spellings);
  return {
    plan,
    terms: await decodeAll(found, yieldWhenDue),
    reads: shards.count + nearPlaces.chosen.length,
    complete: prefixPlaces.all && nearPlaces.all && spellingPlaces.all && near.length === spellings.length && all,
  };
}

function limit(places: ReadonlySet<number>, max: number): { readonly chosen: readonly number[]; readonly all: boolean } {
  const chosen = [...places].slice(0, Math.floor(max));
  return { chosen, all: chosen.length === places.size };
}

/** Additional shards that may have words beginning with a term. */
function placesOfPrefixes(table: Table, terms: readonly QueryTerm[], shards: Shards): ReadonlySet<number> {
  return new Set(terms.flatMap(({ term, prefix }) => (prefix ? table.range(term).filter((place) => !shards.has(place)) : [])));
}

/** Terms within one edit of the given ones, sorted, without duplicates. */
async function readNear(
  files: Files,
  { near, recent }: Pick<OpenIndex, "near" | "recent">,
  places: readonly number[],
  terms: readonly string[],
): Promise<string[]> {
  const lists = await Promise.all(places.map((place) => loadNear(files, near.names[place] ?? "")));
  const found = new Set<string>();
  for (const candidates of [...lists.map((keys) => keys.map(termOfKey)), recent.terms]) {
    for (const candidate of candidates) {
      if (terms.some((term) => isWithinOneEdit(candidate, term))) found.add(candidate);
    }
  }
  return [...found].sort();
}

/** A term of the index with its encoded postings: those in its shard, and those in the base. */
type WrittenTerm = readonly [term: string, written: readonly string[]];

async function decodeAll(terms: readonly WrittenTerm[], yieldWhenDue: YieldWhenDue): Promise<TermPostings[]> {
  const decoded: TermPostings[] = [];
  for (const [term, written] of terms) {
    decoded.push({ term, postings: joinPostings(written.map(decodePostings)) });
    const due = yieldWhenDue();
    if (due !== null) await due;
  }
  return decoded;
}

interface Shards {
  readonly count: number;
  has(place: number): boolean;
  /** Reads files. Files already read are not counted again; numbers below 0 are ignored. */
  read(places: readonly number[]): Promise<void>;
  shardOf(term: string): Shard | undefined;
  /**
   * Terms in the loaded shards that match the given ones, in order. `all` is false if there are
   * more than are looked up.
   */
  expand(terms: readonly QueryTerm[], near: readonly string[]): { readonly found: readonly WrittenTerm[]; readonly all: boolean };
}

function openShards(files: Files, { shards: table, recent }: Pick<OpenIndex, "shards" | "recent">): Shards {
  const opened = new Map<number, Shard>();
  return {
    get count() {
      return opened.size;
    },
    has: (place) => opened.has(place),
    async read(places) {
      const missing = [...new Set(places)].filter((place) => place >= 0 && !opened.has(place));
      const shards = await Promise.all(missing.map((place) => loadShard(files, table.names[place] ?? "")));
      missing.forEach((place, at) => {
        const shard = shards[at];
        if (shard !== undefined) opened.set(place, shard);
      });
    },
    shardOf: (term) => opened.get(table.find(term)),
    expand(terms, near) {
      const exact = new Set([...near, ...terms.map(({ term }) => term)]);
      const beginnings = terms.filter(({ prefix }) => prefix).map(({ term }) => term);
      const matched = new Map<string, string[]>();
      for (const { terms: shardTerms, postings } of [...opened.values(), recent]) {
        shardTerms.forEach((term, at) => {
          if (exact.has(term) || beginnings.some((beginning) => term.startsWith(beginning)))
            matched.set(term, [...(matched.get(term) ?? []), postings[at] ?? ""]);
        });
      }
      const begun = [...matched.keys()].filter((term) => !exact.has(term));
      const further = begun.sort((a, b) => a.length - b.length || compareTerms(a, b)).slice(PREFIX_TERMS_MAX);
      for (const term of further) matched.delete(term);
      return { found: [...matched].sort(([a], [b]) => compareTerms(a, b)), all: further.length === 0 };
    },
  };
}

/** By UTF-16 code unit, as in shards. */
function compareTerms(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** Answers for the terms whose shards are loaded. */
function toLexicon({ shards: table, recent }: Pick<OpenIndex, "shards" | "recent">, shards: Shards): Lexicon {
  /** Whether the first term from `term` on fits, in its shard or in the most recent documents. */
  const isNext = (term: string, fits: (next: string | undefined) => boolean | undefined): boolean =>
    [shards.shardOf(term) ?? recent, recent].some(({ terms }) =>
      fits(terms[findBound(terms.length, (place) => (terms[place] ?? "") < term)]),
    );
  return {
    has: (term) => isNext(term, (next) => next === term),
    hasPrefix: (prefix) => table.goesOn(prefix) || isNext(prefix, (next) => next?.startsWith(prefix)),
  };
}
