import { fuzzyBeginnings, isWithinOneEdit, termOfKey } from "../format/fuzzy-keys.ts";
import { decodePostings } from "../format/postings.ts";
import { INDEX_READS_MAX, NEAR_SHARE, NEAR_TERMS_MAX, PREFIX_SHARDS_MAX, PREFIX_TERMS_MAX } from "../format/sizes.ts";
import type { Table } from "../format/tables.ts";
import type { TermPostings } from "./engine.ts";
import type { Files } from "./file-cache.ts";
import type { YieldWhenDue } from "./matches.ts";
import { loadNear, loadShard, type OpenIndex, type Shard } from "./open-index.ts";
import { type Lexicon, lookupTerms, planQuery, type QueryClause, type QueryTerm, termsOfPlan } from "./search-query.ts";

/** A question, and all of the index that it needs. */
export interface Lookup {
  readonly plan: readonly QueryClause[];
  /** Terms of the index that match the plan, sorted. */
  readonly terms: readonly TermPostings[];
  /** Files of the index that this took, kept ones included. */
  readonly reads: number;
  readonly complete: boolean;
}

/**
 * Reads what a question needs, in three rounds at most: the shards where its terms are; those of words that begin with the last one, and near
 * spellings of terms that the index lacks; the shards of those. Which files that is depends on the index and the question alone.
 */
export async function lookUp(files: Files, index: OpenIndex, text: string, yieldWhenDue: YieldWhenDue = () => null): Promise<Lookup> {
  const shards = openShards(files, index.shards);
  const candidates = lookupTerms(text);
  await shards.read(candidates.map((term) => index.shards.find(term)));
  const plan = planQuery(text, toLexicon(index.shards, shards));
  const terms = termsOfPlan(plan);

  const fuzzy = terms.filter((each) => each.fuzzy).map(({ term }) => term);
  let readsLeft = INDEX_READS_MAX - shards.count;
  // Where there are near spellings to look for too, those get as much of what is left as beginnings.
  const prefixPlaces = limit(
    placesOfPrefixes(index.shards, terms, shards),
    Math.min(PREFIX_SHARDS_MAX, fuzzy.length === 0 ? readsLeft : readsLeft / 2),
  );
  readsLeft -= prefixPlaces.chosen.length;
  const nearPlaces = limit(new Set(fuzzy.flatMap((term) => fuzzyBeginnings(term).flatMap(index.near.range))), readsLeft * NEAR_SHARE);
  readsLeft -= nearPlaces.chosen.length;
  const [near] = await Promise.all([readNear(files, index.near, nearPlaces.chosen, fuzzy), shards.read(prefixPlaces.chosen)]);
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

/** Shards that words beginning with a term may stand in, beside those that are read. */
function placesOfPrefixes(table: Table, terms: readonly QueryTerm[], shards: Shards): ReadonlySet<number> {
  return new Set(terms.flatMap(({ term, prefix }) => (prefix ? table.range(term).filter((place) => !shards.has(place)) : [])));
}

/** Terms within one edit of some, sorted, each once. */
async function readNear(files: Files, table: Table, places: readonly number[], terms: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(places.map((place) => loadNear(files, table.names[place] ?? "")));
  const found = new Set<string>();
  for (const keys of lists) {
    for (const key of keys) {
      const candidate = termOfKey(key);
      if (terms.some((term) => isWithinOneEdit(candidate, term))) found.add(candidate);
    }
  }
  return [...found].sort();
}

/** A term of the index, and its postings as they are written. */
interface WrittenTerm {
  readonly term: string;
  readonly written: string;
}

async function decodeAll(terms: readonly WrittenTerm[], yieldWhenDue: YieldWhenDue): Promise<TermPostings[]> {
  const decoded: TermPostings[] = [];
  for (const { term, written } of terms) {
    decoded.push({ term, postings: decodePostings(written) });
    const due = yieldWhenDue();
    if (due !== null) await due;
  }
  return decoded;
}

interface Shards {
  readonly count: number;
  has(place: number): boolean;
  /** Reads files; one that was read is not counted again, nor a place below 0. */
  read(places: readonly number[]): Promise<void>;
  shardOf(term: string): Shard | undefined;
  /** The terms in the shards read that some terms find, in order; `all` is false where there are more of them than are looked up. */
  expand(terms: readonly QueryTerm[], near: readonly string[]): { readonly found: readonly WrittenTerm[]; readonly all: boolean };
}

function openShards(files: Files, table: Table): Shards {
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
      const found: WrittenTerm[] = [];
      const begun: WrittenTerm[] = [];
      for (const place of opened.keys()) {
        const { terms: shardTerms, postings } = opened.get(place) ?? { terms: [], postings: [] };
        shardTerms.forEach((term, at) => {
          const isExact = exact.has(term);
          if (!isExact && !beginnings.some((beginning) => term.startsWith(beginning))) return;
          (isExact ? found : begun).push({ term, written: postings[at] ?? "" });
        });
      }
      const all = begun.length <= PREFIX_TERMS_MAX;
      if (!all) begun.sort((a, b) => a.term.length - b.term.length || compareTerms(a, b));
      found.push(...begun.slice(0, PREFIX_TERMS_MAX));
      return { found: found.sort(compareTerms), all };
    },
  };
}

/** By UTF-16 code unit, as shards are. */
function compareTerms(a: WrittenTerm, b: WrittenTerm): number {
  return a.term < b.term ? -1 : 1;
}

/** Answers for the terms whose shards are read. */
function toLexicon(table: Table, shards: Shards): Lexicon {
  return {
    has: (term) => {
      const shard = shards.shardOf(term);
      return shard?.terms[lowerBound(shard.terms, term)] === term;
    },
    hasPrefix: (prefix) => {
      const shard = shards.shardOf(prefix);
      return shard?.terms[lowerBound(shard.terms, prefix)]?.startsWith(prefix) || table.goesOn(prefix);
    },
  };
}

/** Place of the first term that is not less. */
function lowerBound(terms: readonly string[], term: string): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? "") < term) low = middle + 1;
    else high = middle;
  }
  return low;
}
