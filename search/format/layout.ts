/**
 * The files of a search index. Names are `search.<sort>.<hash>.json`; the base alone is named by the manifest, all others by the base.
 *
 * - `base`: a SearchBase.
 * - `shard`: a stretch of the sorted terms, a JSON array of two texts: the terms (packTerms) and, a space between them, their postings.
 * - `near`: a stretch of the sorted keys of search/format/fuzzy-keys.ts, for terms that are misspelt: one text (packTerms).
 * - `hits`: what to show of some documents, a JSON array with a HitLine on each line, by number; of one kind.
 * - `texts`: plain texts of bodies, a JSON array with a string on each line, by number; of projects or of books.
 *
 * The postings of a term are numbers (search/format/numbers.ts): the set of fields that have it (bit f: SEARCH_FIELDS[f]), then for each of those the
 * number of its documents and, by id ascending, `(id − previous id) · 2`, plus 1 where the term occurs more than once, then `occurrences − 2`;
 * then, in every field but the body, the distinct terms of that field of each of those documents. Those of bodies, which most postings would repeat,
 * stand in the base once; the other fields have few postings, and their columns would be most of the base.
 *
 * A document's id is its place in the order of SEARCH_KINDS, each kind by number.
 */
import type { SearchKind } from "../../contract/schemas/list.ts";
import { SEARCH_KINDS } from "./search-options.ts";

/** Hexadecimal digits of the hash in a name: 48 bits, as the base holds over a thousand of them and is read by every first search. */
export const NAME_HASH_LENGTH = 12;

export const FILE_SORTS = ["base", "shard", "near", "hits", "texts"] as const;
export type FileSort = (typeof FILE_SORTS)[number];

export interface SearchBase {
  readonly version: number;
  /** Documents of each kind. */
  readonly kinds: Readonly<Record<SearchKind, number>>;
  /** By field: distinct terms in it, summed over all documents. */
  readonly lengthSums: readonly number[];
  /** By document id: distinct terms in the body (encodeColumn). */
  readonly bodyLengths: readonly string[];
  readonly shards: FileTable;
  readonly near: FileTable;
  /** What the addresses of most documents of a kind begin with; their slug follows. */
  readonly urls: Readonly<Record<SearchKind, string>>;
  /** By kind, by number of the first document: hashes of `hits`, HITS_SIZE documents in a file. */
  readonly hits: Readonly<Record<SearchKind, string>>;
  /** The same with LARGE_HITS_SIZE in a file; "" where the small ones are few. */
  readonly largeHits: Readonly<Record<SearchKind, string>>;
  /** Hashes of `texts`, TEXTS_SIZE documents in a file. */
  readonly texts: Readonly<Record<"project" | "book", string>>;
}

/** Files that hold stretches of one sorted list of keys. */
export interface FileTable {
  /** For each file a text that is greater than all keys of the files before it, and that its own first key begins with; a space between them. */
  readonly starts: string;
  /** Hashes of the files' names, each of NAME_HASH_LENGTH. */
  readonly hashes: string;
}

/**
 * slug, url, title, tags as slug and name in turn, publishedAt, excerpt, and of a post HitHead.bodyChecksum. The url is 0 where it is SearchBase.urls of the
 * kind and the slug.
 */
export type HitLine = readonly [string, string | 0, string, readonly string[], string | null, string, number?];

export function fileName(sort: FileSort, hash: string): string {
  return `search.${sort}.${hash}.json`;
}

export function splitHashes(hashes: string): string[] {
  return hashes.match(new RegExp(`.{${NAME_HASH_LENGTH}}`, "g")) ?? [];
}

/** First id of each kind, and their total. */
export function idOffsets(kinds: Readonly<Record<SearchKind, number>>): {
  readonly first: Readonly<Record<SearchKind, number>>;
  readonly total: number;
} {
  const first = { post: 0, project: 0, book: 0 };
  let total = 0;
  for (const kind of SEARCH_KINDS) {
    first[kind] = total;
    total += kinds[kind];
  }
  return { first, total };
}

/** What stands for 0 characters shared with the term before; TERM_MAX of them come to `p`. */
export const SHARED_NONE = 48;

/** What `packTerms` (search/write/encode.ts) wrote. */
export function unpackTerms(packed: string): string[] {
  if (packed === "") return [];
  let before = "";
  return packed.split(" ").map((entry) => {
    before = before.slice(0, entry.charCodeAt(0) - SHARED_NONE) + entry.slice(1);
    return before;
  });
}
