import { fuzzyBeginnings, isWithinOneEdit, termOfKey } from "../format/fuzzy-keys.ts";
import { decodePostings, type FieldPostings, joinPostings } from "../format/postings.ts";
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
  // If similar spellings are needed too, they get as many of the remaining reads as beginnings.
  const prefixPlaces = limit(
    placesOfPrefixes(index.shards, terms, shards),
    Math.min(PREFIX_SHARDS_MAX, fuzzy.length === 0 ? readsLeft : readsLeft / 2),
  );
  readsLeft -= prefixPlaces.chosen.length;
  const nearPlaces = limit(new Set(fuzzy.flatMap((term) => fuzzyBeginnings(term).flatMap(index.near.range))), readsLeft * NEAR_SHARE);
  readsLeft -= nearPlaces.chosen.length;
  const [inFiles] = await Promise.all([readNear(files, index.near, nearPlaces.chosen, fuzzy), shards.read(prefixPlaces.chosen)]);
  const near = [...inFiles, ...index.recent.terms.filter((term) => !inFiles.has(term) && isNear(term, fuzzy))].sort();
  const spellings = near.slice(0, NEAR_TERMS_MAX);

  const written = spellings.filter((term) => inFiles.has(term));
  const places = written.map((term) => index.shards.find(term)).filter((place) => !shards.has(place));
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

/** Terms of shards within one edit of the given ones. */
async function readNear(
  files: Files,
  table: Table,
  places: readonly number[],
  terms: readonly string[],
): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(places.map((place) => loadNear(files, table.names[place] ?? "")));
  const found = new Set<string>();
  for (const keys of lists) {
    for (const key of keys) {
      const candidate = termOfKey(key);
      if (isNear(candidate, terms)) found.add(candidate);
    }
  }
  return found;
}

function isNear(candidate: string, terms: readonly string[]): boolean {
  return terms.some((term) => isWithinOneEdit(candidate, term));
}

/** A term of the index with its encoded postings: in its shard, in the most recent documents. */
interface WrittenTerm {
  readonly term: string;
  readonly written: readonly string[];
}

async function decodeAll(terms: readonly WrittenTerm[], yieldWhenDue: YieldWhenDue): Promise<TermPostings[]> {
  const decoded: TermPostings[] = [];
  for (const { term, written } of terms) {
    const [first = [], ...more] = written.map(decodePostings);
    decoded.push({ term, postings: more.reduce<readonly FieldPostings[]>(joinPostings, first) });
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
          if (!exact.has(term) && !beginnings.some((beginning) => term.startsWith(beginning))) return;
          const written = matched.get(term);
          if (written === undefined) matched.set(term, [postings[at] ?? ""]);
          else written.push(postings[at] ?? "");
        });
      }
      const all = [...matched].map(([term, written]) => ({ term, written }));
      const found = all.filter(({ term }) => exact.has(term));
      const begun = all.filter(({ term }) => !exact.has(term));
      const areAll = begun.length <= PREFIX_TERMS_MAX;
      if (!areAll) begun.sort((a, b) => a.term.length - b.term.length || compareTerms(a, b));
      found.push(...begun.slice(0, PREFIX_TERMS_MAX));
      return { found: found.sort(compareTerms), all: areAll };
    },
  };
}

/** By UTF-16 code unit, as in shards. */
function compareTerms(a: WrittenTerm, b: WrittenTerm): number {
  return a.term < b.term ? -1 : 1;
}

/** Answers for the terms whose shards are loaded. */
function toLexicon({ shards: table, recent }: Pick<OpenIndex, "shards" | "recent">, shards: Shards): Lexicon {
  /** The first term in a shard that is not less. */
  const next = (shard: Shard | undefined, term: string): string => shard?.terms[lowerBound(shard.terms, term)] ?? "";
  return {
    has: (term) => next(shards.shardOf(term), term) === term || next(recent, term) === term,
    hasPrefix: (prefix) =>
      next(shards.shardOf(prefix), prefix).startsWith(prefix) || table.goesOn(prefix) || next(recent, prefix).startsWith(prefix),
  };
}

/** Position of the first term that is not less. */
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
