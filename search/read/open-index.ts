import {
  type ByRegion,
  fileName,
  type HitLine,
  mapRegions,
  NO_FILE,
  type SearchBase,
  splitHashes,
  type TermList,
  unpackTerms,
} from "../format/layout.ts";
import { decodeColumn } from "../format/numbers.ts";
import { SEARCH_FIELDS, SEARCH_VERSION } from "../format/search-options.ts";
import { openTable, type Table } from "../format/tables.ts";
import type { Statistics } from "./engine.ts";
import type { Files } from "./file-cache.ts";
import { SearchIndexError } from "./search-errors.ts";

/** A decoded base. */
export interface OpenIndex extends Pick<SearchBase, "kinds" | "slots" | "languages"> {
  /** Position in `kinds` from 1, by id; 0 for an empty slot. */
  readonly kindOf: Uint32Array;
  /** SearchHitRef.number, by id. */
  readonly numberOf: Uint32Array;
  /** Position in `languages`, by id. */
  readonly languageOf: Uint32Array;
  readonly statistics: Statistics;
  readonly shards: Table;
  /** The terms of the most recent documents. */
  readonly recent: Shard;
  readonly near: Table;
  /** Names of files; "" if there is no file. */
  readonly hits: ByRegion<readonly string[]>;
  readonly largeHits: ByRegion<readonly string[]>;
  readonly texts: ByRegion<readonly string[]>;
}

/** Sorted terms of a shard, each with its encoded postings. */
export interface Shard {
  readonly terms: readonly string[];
  readonly postings: readonly string[];
}

/** @throws SearchIndexError version */
export function checkVersion(version: unknown, file: string): void {
  if (version === SEARCH_VERSION) return;
  throw new SearchIndexError(
    "version",
    file,
    `the search index has version ${String(version)}, this reader needs ${SEARCH_VERSION}; build the site again`,
  );
}

export function openBase(files: Files, name: string): Promise<OpenIndex> {
  return files.load(name, (text) => {
    const base: SearchBase = JSON.parse(text);
    checkVersion(base?.version, name);
    const { kinds, ids, slots, languages } = base;
    const namesOf = (sort: "hits" | "texts", hashes: ByRegion<string>) =>
      mapRegions(hashes, (all) => splitHashes(all).map((hash) => (hash === NO_FILE ? "" : fileName(sort, hash))));
    const kindOf = decodeColumn(base.kindOf, ids);
    const { numberOf, total } = numberInKinds(base, kindOf);
    return {
      ...{ kinds, slots, languages, kindOf, numberOf },
      languageOf: decodeColumn(base.languageOf, ids),
      statistics: {
        documentCount: total,
        averageLengths: SEARCH_FIELDS.map((_, field) => (total === 0 ? 0 : (base.lengthSums[field] ?? 0) / total)),
        bodyLengths: decodeColumn(base.bodyLengths, ids),
      },
      shards: openTable("shard", base.shards),
      recent: toShard(base.recent),
      near: openTable("near", base.near),
      hits: namesOf("hits", base.hits),
      largeHits: namesOf("hits", base.largeHits),
      texts: namesOf("texts", base.texts),
    };
  });
}

/** Numbers the documents of each kind: those in slots by their ranks, the others by id. */
function numberInKinds({ kinds, ids, slots, ranks }: SearchBase, kindOf: Uint32Array): { numberOf: Uint32Array; total: number } {
  const numberOf = new Uint32Array(ids);
  const next = new Uint32Array(kinds.length + 1);
  const inSlots = kindOf.subarray(0, slots).reduce((sum, kind) => sum + (kind > 0 ? 1 : 0), 0);
  const rankOf = decodeColumn(ranks, inSlots);
  let rank = 0;
  for (let id = 0; id < ids; id += 1) {
    const kind = kindOf[id] ?? 0;
    if (kind === 0) continue;
    const number = next[kind] ?? 0;
    numberOf[id] = id < slots ? (rankOf[rank++] ?? 0) : number;
    next[kind] = number + 1;
  }
  return { numberOf, total: ids - slots + inSlots };
}

/**
 * Loads a shard and checks that it has terms: a host may return its own page, a truncated file, or
 * another file.
 */
export function loadShard(files: Files, name: string): Promise<Shard> {
  return files.load(name, (text) => toShard(JSON.parse(text)));
}

function toShard(list: TermList): Shard {
  const terms = unpackTerms(list[0]);
  const postings = terms.length === 0 ? [] : list[1].split(" ");
  if (!Array.isArray(list) || terms.length !== postings.length) throw new TypeError("a shard has as many postings as terms");
  return { terms, postings };
}

/** Sorted keys of search/format/fuzzy-keys.ts. */
export function loadNear(files: Files, name: string): Promise<readonly string[]> {
  return files.load(name, (text) => {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "string") throw new TypeError("a file of near spellings is one text");
    return unpackTerms(value);
  });
}

export function loadHits(files: Files, name: string): Promise<readonly (HitLine | null)[]> {
  return files.load(name, (text) => parseArray<HitLine | null>(text));
}

export function loadTexts(files: Files, name: string): Promise<readonly (string | null)[]> {
  return files.load(name, (text) => parseArray<string | null>(text));
}

/** Elements are trusted, because the name contains a hash of these bytes. */
function parseArray<T>(text: string): readonly T[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || value.length === 0) throw new TypeError("it is not an array with elements");
  return value;
}
