/**
 * The files below `dist/index/v1`: what the build writes and the read handler and the write server read. All are
 * JSON. Every file but the manifest has a hash of its bytes in its name and never changes.
 *
 * Documents of a kind are numbered from 0 by (date ascending, nulls first, slug descending), where the date is
 * the member that its definition names, or for photos without one publishedAt in the site's zone: a new document
 * then touches the last chunk alone, and the reverse of the numbering is the order of posts and of photos.
 */
import type { ListKind } from "../kinds/list-kinds.ts";
import type { OwnListDefinition } from "../kinds/own-kind.ts";
import type { Image } from "./schemas/values.ts";

/**
 * A reader that meets another number answers 503 `index-unavailable`. It goes up where an older reader would answer wrongly from the new files: one of format
 * 2 or 3 ignores `sort` and `period`.
 */
export const INDEX_FORMAT = 4;
/** Documents in a small chunk: what a page of neighbours reads. */
export const CHUNK_SIZE = 32;
/** Documents in a large chunk. At 10,000 documents, 20 of them hold all, so no page of a list needs more. */
export const LARGE_CHUNK_SIZE = 512;
/**
 * Large chunks are written for a kind that has more small ones than this. A page of search hits may need chunks of three kinds: with
 * 10,000 documents, however they are shared out, 35 at most.
 */
export const LARGE_CHUNKS_ABOVE = 8;
/** A page that needs more small chunks than this reads large ones instead, so that no answer needs over 40 reads. */
export const CHUNK_READS_MAX = 24;

export interface Manifest {
  readonly format: number;
  /** Hash over the names of all that the manifest refers to: the same content, the same id. */
  readonly buildId: string;
  readonly site: {
    /** Public base of the API, `/api/v1` included. */
    readonly baseUrl: string;
    /** The base that problem types are below, where it is another: the site's own, of a preview under another address. */
    readonly problemBaseUrl?: string;
    /** IANA name; a bare date in a query means that day there. */
    readonly timeZone: string;
    /**
     * Offsets of the time zone over the dates of the posts: a runtime takes 40 ms to open its own
     * tables. Missing: the runtime's own tables are used.
     */
    readonly offsets?: ZoneOffsets;
  };
  readonly lists: Readonly<Record<ListKind, ListIndex>>;
  /** Lists of the kinds that the site defines, by name. Missing: there are none. */
  readonly kinds?: Readonly<Record<string, OwnListIndex>>;
  /** Whether each post has a file of Markdown beside the one of JSON, below its former slugs too. Missing: none has. */
  readonly postsAsMarkdown?: boolean;
  /** Null after a build with `--no-search`. */
  readonly search: SearchFiles | null;
  /** File name of a Published. */
  readonly published: string;
  /** File name of a Counts document, where the build was given one. */
  readonly counts: string | null;
  /** File name of a PageIndex. Added later: where it is missing, no path can be resolved. */
  readonly resolve?: string;
  /** File name of GroupTexts. Missing: no tag, category or album has a description or a cover. */
  readonly groups?: string;
}

/** Descriptions and covers that an author gives, by slug: those of tags, categories and albums that published documents have. */
export type GroupTexts = Readonly<Record<"tags" | "categories" | "albums", Readonly<Record<string, GroupText>>>>;
export interface GroupText {
  /** Plain text. */
  readonly description: string | null;
  readonly cover: Image | null;
}

/**
 * Which document has which path: present paths and former ones, by `pageKey`. Parts hold a few hundred keys each, in the order of keys; where a part ends depends
 * on its own keys alone, so that an edit changes one of them.
 */
export interface PageIndex {
  /** Origin of the site's pages; keys are whole paths, its base included. */
  readonly site: string;
  /** Kinds, and what stands behind the key in paths of theirs: "" or "/". */
  readonly kinds: readonly (readonly [name: string, ending: string])[];
  /** The first key of each part and its file name. A part is an object: PageRecord by key. */
  readonly parts: readonly (readonly [key: string, file: string])[];
}

/**
 * A number: the place of the kind in PageIndex; the slug is the end of the key, the path is the key and the ending. An array: kind, slug and present path. A text: one of
 * these as JSON, sealed. A document that stands in no list has that below the key `~` and UNLISTED_KEY_LENGTH hex digits of SHA-256 of its own one: base64 of the bytes XORed with
 * SHA-256 of "<key>\n0", "<key>\n1" … Who knows a path reads it.
 */
export type PageRecord = number | readonly [kind: number, slug: string, path: string] | string;

export interface ListIndex {
  readonly total: number;
  /** File name of this kind's columns. */
  readonly columns: string;
  /** File name of its FilterColumns. Added later: where it is missing, no list can be filtered by them. */
  readonly filters?: string;
  /** File name of its SortColumns. */
  readonly sorts: string;
  /** File names, by number of their first document. */
  readonly chunks: readonly string[];
  /** Empty where the small ones are few. */
  readonly largeChunks: readonly string[];
  /** The number of the first document of each chunk. Missing: all but the last have CHUNK_SIZE and LARGE_CHUNK_SIZE documents, always so for posts. */
  readonly starts?: Readonly<Record<"chunks" | "largeChunks", readonly number[]>>;
}

/** The list of a kind that the site defines, and how it is asked. */
export interface OwnListIndex extends ListIndex {
  readonly definition: OwnListDefinition;
}

/** A time zone's offsets from UTC within a span of time. All in seconds, instants since 1970. */
export interface ZoneOffsets {
  /** The offset from each instant on until the next; the first begins the span. */
  readonly changes: readonly (readonly [at: number, offset: number])[];
  /** The end of the span. */
  readonly end: number;
}

/**
 * Facets of the documents of a kind. Long columns are texts: JSON that is parsed whole for a filter that needs one of them should cost little, and a
 * loop over all documents, in a function that has just been started, costs a fifth of a millisecond for a thousand.
 */
export interface Columns {
  /** Numbers in the order of the unfiltered list; null: the reverse of the numbering, always so for posts and photos. */
  readonly order: readonly number[] | null;
  /**
   * By tag slug: how many documents have it, the greatest number of those, then each difference to the next smaller one; to the base of 36, a space between
   * them. A page of the newest is the beginning of it.
   */
  readonly tags: Readonly<Record<string, string>>;
  /** Posts alone, in the order of the list: a character each, TRAITS of its type and of whether it has code. */
  readonly traits?: string;
  /** Posts alone. */
  readonly publishedAt?: InstantColumn;
  /** Posts alone: the alias and the present slug. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/**
 * The columns once more, and those of further filters. A request with such a filter reads this file instead of the columns, so a filtered answer costs no
 * extra read.
 */
export interface FilterColumns extends Columns {
  /** By filter (kinds/list-filter.ts, `posting` and `prefix`) and value: documents as in `tags`. Languages are in lower case. */
  readonly filters?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The filter columns once more, and the sort orders. A request with `sort` reads this file instead of the other two. */
export interface SortColumns extends FilterColumns {
  /** By sort key. */
  readonly sorts?: Readonly<Record<string, SortOrder>>;
}

/** The documents in the ascending order of a key: ties by slug, documents without a value last. */
export interface SortOrder {
  /** The number of each document, `width` digits to the base of 36. */
  readonly numbers: string;
  readonly width: number;
  /** How many of the last have no value. */
  readonly missing: number;
  /** Place and length, in turn, of each run of several documents with the same value: descending, the runs are reversed, the documents in them are not. */
  readonly ties: readonly number[];
}

/** A character for each type of post, without code and with it. */
export const TRAITS = { TEXT: ["t", "T"], VIDEO: ["v", "V"], IMAGE: ["i", "I"] } as const;

/** Instants by document number, ascending: any of them is cut out and read by itself. */
export interface InstantColumn {
  /** How many of the first documents have none. */
  readonly missing: number;
  /** The first of the others, ms since 1970. */
  readonly first: number;
  /** ms. */
  readonly unit: number;
  /**
   * Sizes of the other documents by number, `width` digits to the base of 36 each: units after the
   * first.
   */
  readonly digits: string;
  readonly width: number;
}

/*
 * A chunk is a JSON array with each element (a PostSummary, Project, Book or Photo, in its final form) on a line of
 * its own, so that a page is put together without parsing it: split at "\n", drop the first and last line and the
 * comma at each end.
 */

export interface SearchFiles {
  /** Pins tokeniser, fields, boosts and the layout of the files: a reader with another version answers 503. */
  readonly version: number;
  /** File name of the base, which names the index's other files (search/format/layout.ts). */
  readonly base: string;
  /** File name of the whole index as `MiniSearch.loadJSON` takes it; null where it would have more postings than WHOLE_INDEX_POSTINGS_MAX. */
  readonly whole: string | null;
}

/**
 * Postings (a term in a field of a document) of SearchFiles.whole: some 450 posts of 750 words, 750 KB compressed with gzip. Counted, not compressed: whether an
 * index is written as a whole must cost nothing, where most saves are.
 */
export const WHOLE_INDEX_POSTINGS_MAX = 250_000;

/**
 * Everything public. The write server knows the site by it, and the read handler asks it before it
 * answers 404.
 */
export interface Published {
  /** All slugs by kind, sorted. */
  readonly slugs: Readonly<Record<ListKind, readonly string[]>>;
  /** Slugs by kind that the site defines, sorted. Missing: there are none. */
  readonly own?: Readonly<Record<string, readonly string[]>>;
  /** Slugs of series with a published post, sorted. Added later: where it is missing, they are not known. */
  readonly series?: readonly string[];
  /** Path of a document's page by kind, as configured: a pattern, `/posts/{slug}`. Added later: where it is missing, they are not known. */
  readonly pages?: Readonly<Record<ListKind, string>> | undefined;
  /** Pages of listed documents that no pattern of `pages` gives, with their dates or permalinks: by `pageKey`, sorted. Missing where there are none. */
  readonly paths?: readonly string[];
  /** Former slug of a post → present one. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Slugs of posts whose comments are closed, sorted. */
  readonly commentsClosed: readonly string[];
  /** Published offerings: id and slug, sorted by id. */
  readonly services: readonly { readonly id: string; readonly slug: string }[];
  /** Missing where there are none. */
  readonly unlisted?: UnlistedPosts;
}

/** Posts that answer at their slug but stand in no list: this file is public, so that it names them by UNLISTED_KEY_LENGTH hex digits of the slug's SHA-256. */
export interface UnlistedPosts {
  /** By the present slug's hash, sorted. */
  readonly posts: Readonly<Record<string, { readonly commentsOpen: boolean }>>;
  /** By a former slug's hash, sorted: the present one, base64, each byte XORed with that of SHAKE-256 of the former one. Who knows a former slug reads it. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Hashes of what would stand in `paths`, sorted. Missing where there are none. */
  readonly paths?: readonly string[];
}

export const UNLISTED_KEY_LENGTH = 16;
