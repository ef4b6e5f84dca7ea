import type { SearchKind } from "../../contract/schemas/list.ts";
import { fileName, type HitLine, idOffsets, type SearchBase, splitHashes, unpackTerms } from "../format/layout.ts";
import { decodeColumn } from "../format/numbers.ts";
import { SEARCH_FIELDS, SEARCH_VERSION } from "../format/search-options.ts";
import { openTable, type Table } from "../format/tables.ts";
import type { Statistics } from "./engine.ts";
import type { Files } from "./file-cache.ts";
import { SearchIndexError } from "./search-errors.ts";

/** A base, taken apart. */
export interface OpenIndex {
  readonly kinds: SearchBase["kinds"];
  /** First id of each kind. */
  readonly first: Readonly<Record<SearchKind, number>>;
  readonly statistics: Statistics;
  readonly shards: Table;
  readonly near: Table;
  readonly urls: SearchBase["urls"];
  /** Names of files, by kind. */
  readonly hits: Readonly<Record<SearchKind, readonly string[]>>;
  readonly largeHits: Readonly<Record<SearchKind, readonly string[]>>;
  readonly texts: Readonly<Record<SearchKind, readonly string[]>>;
}

/** Terms of a shard, sorted, and the postings of each as they are written. */
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
    `the search index has version ${String(version)}, this reader wants ${SEARCH_VERSION}; build the site again`,
  );
}

export function openBase(files: Files, name: string): Promise<OpenIndex> {
  return files.load(name, (text) => {
    const base: SearchBase = JSON.parse(text);
    checkVersion(base?.version, name);
    const { first, total } = idOffsets(base.kinds);
    const namesOf = (sort: "hits" | "texts", hashes: string): string[] => splitHashes(hashes).map((hash) => fileName(sort, hash));
    const byKind = (hashes: Readonly<Record<SearchKind, string>>) => ({
      post: namesOf("hits", hashes.post),
      project: namesOf("hits", hashes.project),
      book: namesOf("hits", hashes.book),
    });
    return {
      kinds: base.kinds,
      first,
      statistics: {
        documentCount: total,
        averageLengths: SEARCH_FIELDS.map((_, field) => (total === 0 ? 0 : (base.lengthSums[field] ?? 0) / total)),
        bodyLengths: decodeColumn(base.bodyLengths, total),
      },
      shards: openTable("shard", base.shards),
      near: openTable("near", base.near),
      urls: base.urls,
      hits: byKind(base.hits),
      largeHits: byKind(base.largeHits),
      texts: { post: [], project: namesOf("texts", base.texts.project), book: namesOf("texts", base.texts.book) },
    };
  });
}

/** What a host puts in the place of a file (a page of its own, half of it, another file) would else be a shard without the terms. */
export function loadShard(files: Files, name: string): Promise<Shard> {
  return files.load(name, (text) => {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value) || typeof value[0] !== "string" || typeof value[1] !== "string") throw new TypeError("a shard is two texts");
    const [terms, postings] = [unpackTerms(value[0]), value[1].split(" ")];
    if (terms.length !== postings.length) throw new TypeError("a shard has as many postings as terms");
    return { terms, postings };
  });
}

/** Keys of search/format/fuzzy-keys.ts, sorted. */
export function loadNear(files: Files, name: string): Promise<readonly string[]> {
  return files.load(name, (text) => {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "string") throw new TypeError("a file of near spellings is one text");
    return unpackTerms(value);
  });
}

export function loadHits(files: Files, name: string): Promise<readonly HitLine[]> {
  return files.load(name, (text) => parseArray<HitLine>(text));
}

export function loadTexts(files: Files, name: string): Promise<readonly string[]> {
  return files.load(name, (text) => parseArray<string>(text));
}

/** Elements are what the build wrote: the name holds the hash of these bytes. */
function parseArray<T>(text: string): readonly T[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || value.length === 0) throw new TypeError("it is not an array with something in it");
  return value;
}
