/**
 * The files of a search index. Names are `search.<sort>.<hash>.json`. The manifest names the base,
 * which names all others.
 *
 * - `base`: a SearchBase.
 * - `shard`: a range of the sorted terms of all documents but the most recent ones, a JSON array of
 *   two texts: the terms (packTerms) and their postings, separated by spaces.
 * - `near`: a range of the sorted keys of search/format/fuzzy-keys.ts, for misspelt terms: one text
 *   (packTerms).
 * - `hits`: the displayed data of some documents, a JSON array with a HitLine on each line, by id;
 *   null in an empty slot. A file without any line is not written.
 * - `texts`: plain texts of bodies that no API response has, a JSON array with a string or null on
 *   each line, by id.
 *
 * The postings of a term are numbers (search/format/numbers.ts). First comes the set of fields that
 * contain the term (bit f: SEARCH_FIELDS[f]). Then each of those fields has its number of documents
 * and, for each document by ascending id, `(id − previous id) · 2`, plus 1 if the term occurs more
 * than once, followed by `occurrences − 2`. Every field except the body then has the number of
 * distinct terms in that field of each document. The lengths of bodies, which most postings would
 * repeat, are in the base instead. The other fields have few postings, so their lengths would be
 * most of the base.
 *
 * All kinds share one numbering. Ids from `slots` on are documents with a `publishedAt`, oldest
 * first, so a new one comes last. Smaller ids are slots: kind and slug decide the slot of a
 * document without a `publishedAt` (search/write/number-documents.ts), so a new one moves few
 * others or none.
 */
import type { Image } from "../../contract/schemas/values.ts";

/**
 * Hexadecimal digits of the hash in a name. 48 bits, because the base contains over a thousand
 * names and every first search reads it.
 */
export const NAME_HASH_LENGTH = 12;

export const FILE_SORTS = ["base", "shard", "near", "hits", "texts"] as const;
export type FileSort = (typeof FILE_SORTS)[number];

export interface SearchBase {
  readonly version: number;
  /** Kinds with documents, in tie order. */
  readonly kinds: readonly SearchedKind[];
  /** Number of ids, including empty slots. */
  readonly ids: number;
  /** Number of ids that are slots. */
  readonly slots: number;
  /**
   * By id: 0 for an empty slot, otherwise 1 + the position of its kind in `kinds` (encodeColumn).
   */
  readonly kindOf: readonly string[];
  /**
   * For each document in a slot, by id: its rank among the documents of its kind, by slug
   * descending (encodeColumn).
   */
  readonly ranks: readonly string[];
  /** All languages, in order; null for documents without a language. */
  readonly languages: readonly (string | null)[];
  /** By id: position in `languages` (encodeColumn). */
  readonly languageOf: readonly string[];
  /** By field: number of distinct terms, summed over all documents. */
  readonly lengthSums: readonly number[];
  /** By id: number of distinct terms in the body (encodeColumn). */
  readonly bodyLengths: readonly string[];
  readonly shards: FileTable;
  /** The terms of the most recent documents, in the form of a shard. No file has these. */
  readonly recent: TermList;
  /** Only of the terms in shards. */
  readonly near: FileTable;
  /** Hashes of `hits`, with HITS_SIZES ids in a file. NO_FILE if a file has no line. */
  readonly hits: ByRegion<string>;
  /** The same with LARGE_HITS_SIZES. "" if there are few small files. */
  readonly largeHits: ByRegion<string>;
  /** Hashes of `texts`, with TEXTS_SIZES ids in a file. NO_FILE if a file has no line. */
  readonly texts: ByRegion<string>;
}

/** Terms (packTerms) and their postings, separated by spaces. */
export type TermList = readonly [terms: string, postings: string];

/** A kind of content whose documents are searched. */
export interface SearchedKind {
  /** Its name in hits and in `/search?kind=`. */
  readonly name: string;
  /** Pattern of its documents' addresses, with `{slug}`; "" if they have none. */
  readonly page: string;
  /**
   * The path of its list, if the responses below it have the text of the body (`bodyText`); null if
   * the index has the texts.
   */
  readonly documents: string | null;
}

/** The two ranges of ids. */
export type Region = "slots" | "dated";
export type ByRegion<T> = Readonly<Record<Region, T>>;

export function mapRegions<T, U>({ slots, dated }: ByRegion<T>, map: (value: T) => U): ByRegion<U> {
  return { slots: map(slots), dated: map(dated) };
}

/** Files with ranges of a sorted list of keys. */
export interface FileTable {
  /**
   * For each file a text that is greater than all keys of earlier files, and is a prefix of its own
   * first key. Separated by spaces.
   */
  readonly starts: string;
  /** Hashes in the files' names, each of NAME_HASH_LENGTH. */
  readonly hashes: string;
}

/**
 * slug, url, title, tags as alternating slug and name, publishedAt, excerpt, cover, and
 * HitHead.bodyChecksum if known. The url is 0 if SearchedKind.page gives it.
 */
export type HitLine = readonly [string, string | 0, string, readonly string[], string | null, string, Image | null, number?];

export function fileName(sort: FileSort, hash: string): string {
  return `search.${sort}.${hash}.json`;
}

export function splitHashes(hashes: string): string[] {
  return hashes.match(new RegExp(`.{${NAME_HASH_LENGTH}}`, "g")) ?? [];
}

/** Stands in for the hash of a missing file. */
export const NO_FILE = "0".repeat(NAME_HASH_LENGTH);

/** Position of an id's line: its region, the number of the file, and the line in it. */
export function findLine(id: number, slots: number, sizes: ByRegion<number>): { region: Region; file: number; line: number } {
  const region = id < slots ? "slots" : "dated";
  const number = id < slots ? id : id - slots;
  return { region, file: Math.floor(number / sizes[region]), line: number % sizes[region] };
}

/**
 * The character for 0 characters shared with the previous term. TERM_MAX shared characters give
 * `p`.
 */
export const SHARED_NONE = 48;

/** Reverses `packTerms` (search/write/encode.ts). */
export function unpackTerms(packed: string): string[] {
  if (packed === "") return [];
  let before = "";
  return packed.split(" ").map((entry) => {
    before = before.slice(0, entry.charCodeAt(0) - SHARED_NONE) + entry.slice(1);
    return before;
  });
}
