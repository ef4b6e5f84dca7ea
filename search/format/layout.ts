/**
 * The files of a search index. Names are `search.<sort>.<hash>.json`; the base alone is named by the manifest, all others by the base.
 *
 * - `base`: a SearchBase.
 * - `shard`: a stretch of the sorted terms, a JSON array of two texts: the terms (packTerms) and, a space between them, their postings.
 * - `near`: a stretch of the sorted keys of search/format/fuzzy-keys.ts, for terms that are misspelt: one text (packTerms).
 * - `hits`: what to show of some documents, a JSON array with a HitLine on each line, by id; null in an empty slot. A file without any line is not written.
 * - `texts`: plain texts of bodies that no answer of the API has, a JSON array with a string or null on each line, by id.
 *
 * The postings of a term are numbers (search/format/numbers.ts): the set of fields that have it (bit f: SEARCH_FIELDS[f]), then for each of those the
 * number of its documents and, by id ascending, `(id − previous id) · 2`, plus 1 where the term occurs more than once, then `occurrences − 2`;
 * then, in every field but the body, the distinct terms of that field of each of those documents. Those of bodies, which most postings would repeat,
 * stand in the base once; the other fields have few postings, and their columns would be most of the base.
 *
 * One numbering for all kinds. Ids from `slots` on are the documents with a `publishedAt`, oldest first: a new one comes last. Ids below are slots: a
 * document without a `publishedAt` has one that its kind and slug decide (search/write/number-documents.ts), so a new one moves few others, or none.
 */
import type { Image } from "../../contract/schemas/values.ts";

/** Hexadecimal digits of the hash in a name: 48 bits, as the base holds over a thousand of them and is read by every first search. */
export const NAME_HASH_LENGTH = 12;

export const FILE_SORTS = ["base", "shard", "near", "hits", "texts"] as const;
export type FileSort = (typeof FILE_SORTS)[number];

export interface SearchBase {
  readonly version: number;
  /** Kinds with documents, in the order of ties. */
  readonly kinds: readonly SearchedKind[];
  /** Ids, empty slots included. */
  readonly ids: number;
  /** Ids that are slots. */
  readonly slots: number;
  /** By id: 0 in an empty slot, else 1 + the kind's place in `kinds` (encodeColumn). */
  readonly kindOf: readonly string[];
  /** For each document in a slot, by id: its rank among the documents of its kind, by slug descending (encodeColumn). */
  readonly ranks: readonly string[];
  /** In order; null: without a language. */
  readonly languages: readonly (string | null)[];
  /** By id: place in `languages` (encodeColumn). */
  readonly languageOf: readonly string[];
  /** By field: distinct terms in it, summed over all documents. */
  readonly lengthSums: readonly number[];
  /** By document id: distinct terms in the body (encodeColumn). */
  readonly bodyLengths: readonly string[];
  readonly shards: FileTable;
  readonly near: FileTable;
  /** Hashes of `hits`, HITS_SIZES ids in a file; NO_FILE for one without a line. */
  readonly hits: ByRegion<string>;
  /** The same with LARGE_HITS_SIZES; "" where the small ones are few. */
  readonly largeHits: ByRegion<string>;
  /** Hashes of `texts`, TEXTS_SIZES ids in a file; NO_FILE for one without a line. */
  readonly texts: ByRegion<string>;
}

/** A kind of content whose documents are searched. */
export interface SearchedKind {
  /** In hits and in `/search?kind=`. */
  readonly name: string;
  /** Pattern of its documents' addresses, with `{slug}`; "" where there is none. */
  readonly page: string;
  /** The path of its list, if the answers below it have the text of the body (`bodyText`); null: the index has the texts. */
  readonly documents: string | null;
}

/** The two parts of all ids. */
export type Region = "slots" | "dated";
export type ByRegion<T> = Readonly<Record<Region, T>>;

export function mapRegions<T, U>({ slots, dated }: ByRegion<T>, map: (value: T) => U): ByRegion<U> {
  return { slots: map(slots), dated: map(dated) };
}

/** Files that hold stretches of one sorted list of keys. */
export interface FileTable {
  /** For each file a text that is greater than all keys of the files before it, and that its own first key begins with; a space between them. */
  readonly starts: string;
  /** Hashes of the files' names, each of NAME_HASH_LENGTH. */
  readonly hashes: string;
}

/**
 * slug, url, title, tags as slug and name in turn, publishedAt, excerpt, cover, and HitHead.bodyChecksum where there is one. The url is 0 where
 * SearchedKind.page gives it.
 */
export type HitLine = readonly [string, string | 0, string, readonly string[], string | null, string, Image | null, number?];

export function fileName(sort: FileSort, hash: string): string {
  return `search.${sort}.${hash}.json`;
}

export function splitHashes(hashes: string): string[] {
  return hashes.match(new RegExp(`.{${NAME_HASH_LENGTH}}`, "g")) ?? [];
}

/** In the place of a hash. */
export const NO_FILE = "0".repeat(NAME_HASH_LENGTH);

/** Where the line of an id stands: its region, the number of the file there, and of the line in that. */
export function findLine(id: number, slots: number, sizes: ByRegion<number>): { region: Region; file: number; line: number } {
  const region = id < slots ? "slots" : "dated";
  const number = id < slots ? id : id - slots;
  return { region, file: Math.floor(number / sizes[region]), line: number % sizes[region] };
}

/** The character for 0 characters shared with the term before; TERM_MAX shared characters give `p`. */
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
