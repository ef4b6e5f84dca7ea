/**
 * The files under `dist/index/v1`. The build writes them; the read handler and the write server
 * read them. All are JSON. Every file except the manifest has a hash of its bytes in its name and
 * never changes.
 *
 * Documents of a kind are numbered from 0 by date ascending, nulls first, then slug descending. The
 * date is the member that the kind's definition names; photos without one use publishedAt in the
 * site's zone. A new document therefore changes only the last chunk, and posts and photos are
 * listed in reverse order of their numbers.
 */
import type { ByListKind, ListKind } from "../kinds/list-kinds.ts";
import type { OwnListDefinition } from "../kinds/own-kind.ts";
import type { Image } from "./schemas/values.ts";

/** A reader that finds another number answers 503 `index-unavailable`. The number is raised when an
 * older reader would give wrong answers from new files: readers of formats 2 and 3 ignore `sort`
 * and `period`. */
export const INDEX_FORMAT = 4;
/** Documents in a small chunk, which is read for a page of adjacent documents. */
export const CHUNK_SIZE = 32;
/** Documents in a large chunk. Twenty of them hold 10,000 documents, so a page of a list never
 * needs more than that. */
export const LARGE_CHUNK_SIZE = 512;
/** A kind with more small chunks than this also gets large ones. A page of search hits may need
 * chunks of three kinds. With 10,000 documents, these are at most 35 chunks, however the documents
 * are divided among the kinds. */
export const LARGE_CHUNKS_ABOVE = 8;
/** A page that needs more small chunks than this reads large ones instead, so that no response
 * needs more than 40 reads. */
export const CHUNK_READS_MAX = 24;

export interface Manifest {
  readonly format: number;
  /** Hash of the names of all files in the manifest: the same content gives the same id. */
  readonly buildId: string;
  readonly site: {
    /** Public base of the API, with `/api/v1`. */
    readonly baseUrl: string;
    /** Base of problem types if it differs: a preview at another address uses the site's. */
    readonly problemBaseUrl?: string;
    /** IANA name. Bare dates in queries are days in this zone. */
    readonly timeZone: string;
    /** The time zone's offsets over the range of the posts' dates, because a runtime takes 40 ms to
     * open its own tables. If missing, the runtime's tables are used. */
    readonly offsets?: ZoneOffsets;
  };
  readonly lists: ByListKind<ListIndex>;
  /** Lists of the site's own kinds, by name. If missing, there are none. */
  readonly kinds?: Readonly<Record<string, OwnListIndex>>;
  /** Whether each post also has a Markdown file, including at its former slugs. Default: false. */
  readonly postsAsMarkdown?: boolean;
  /** Null after a build with `--no-search`. */
  readonly search: SearchFiles | null;
  /** File name of the Published object. */
  readonly published: string;
  /** File name of a Counts document, if the build was given one. */
  readonly counts: string | null;
  /** File name of the PageIndex. Older builds lack it; then no path can be resolved. */
  readonly resolve?: string;
  /** File name of GroupTexts. If missing, no group has a description or a cover. */
  readonly groups?: string;
  /** File name of the frame of the site's pages (views/site-view.ts). Missing if the site has no pages. */
  readonly frame?: string;
}

/** The author's descriptions and covers of groups that published documents have, by slug. */
export type GroupTexts = Readonly<Record<"tags" | "categories" | "albums", Readonly<Record<string, GroupText>>>>;
export interface GroupText {
  /** Plain text. */
  readonly description: string | null;
  readonly cover: Image | null;
}

/** Maps current and former paths to documents, by `pageKey`. A part holds a few hundred sorted
 * keys. Only its own keys decide where it ends, so an edit changes only one part. */
export interface PageIndex {
  /** Origin of the site's pages. Keys are whole paths, base included. */
  readonly site: string;
  /** Each kind with the text that its paths have after the key: "" or "/". */
  readonly kinds: readonly (readonly [name: string, ending: string])[];
  /** The first key and the file name of each part. A part is an object of PageRecords by key. */
  readonly parts: readonly (readonly [key: string, file: string])[];
}

/** A record has one of three forms. A number is the position of the kind in PageIndex; the slug is
 * the end of the key, and the path is the key plus the ending. An array has kind, slug and current
 * path. A string is one of these as JSON, encrypted. An unlisted document has the encrypted form,
 * under `~` plus UNLISTED_KEY_LENGTH hex digits of the SHA-256 of its key. The string is base64 of
 * the bytes XORed with SHA-256 of "<key>\n0", "<key>\n1" and so on, so only a client that knows the
 * path can read it. */
export type PageRecord = number | readonly [kind: number, slug: string, path: string] | string;

export interface ListIndex {
  readonly total: number;
  /** File name of the kind's columns. */
  readonly columns: string;
  /** File name of its FilterColumns. Older builds lack it; then lists cannot be filtered. */
  readonly filters?: string;
  /** File name of FilterColumns that have only the languages, because the lists on a site's pages
   * have one language each. If missing, all documents have the same language. */
  readonly languages?: string;
  /** File name of its SortColumns. */
  readonly sorts: string;
  /** File names of small chunks, in the order of their documents' numbers. */
  readonly chunks: readonly string[];
  /** Empty if there are few small chunks. */
  readonly largeChunks: readonly string[];
  /** The number of the first document of each chunk. If missing, all chunks but the last have
   * CHUNK_SIZE or LARGE_CHUNK_SIZE documents, as the chunks of posts always do. */
  readonly starts?: Readonly<Record<"chunks" | "largeChunks", readonly number[]>>;
}

/** The list of one of the site's own kinds, with its query parameters. */
export interface OwnListIndex extends ListIndex {
  readonly definition: OwnListDefinition;
}

/** A time zone's offsets from UTC within a range of time, all in seconds since 1970. */
export interface ZoneOffsets {
  /** Each offset with the instant from which it applies. The range begins at the first instant. */
  readonly changes: readonly (readonly [at: number, offset: number])[];
  /** The end of the range. */
  readonly end: number;
}

/** Facets of the documents of a kind. Long columns are strings for two reasons: parsing the whole
 * file must be cheap if a filter needs only one column, and a loop over 1,000 documents costs a
 * fifth of a millisecond in a function that has just started. */
export interface Columns {
  /** Document numbers in the order of the unfiltered list; null if that is the reverse order of the
   * numbers, as it always is for posts and photos. */
  readonly order: readonly number[] | null;
  /** By tag slug: the count of its documents, the greatest document number, then the difference
   * from each number to the next smaller one, in base 36 and separated by spaces. A page of the
   * newest documents needs only the beginning of the string. */
  readonly tags: Readonly<Record<string, string>>;
  /** Posts only, in list order: one character for each post, from TRAITS, for its type and whether
   * it has code. */
  readonly traits?: string;
  /** Posts only. */
  readonly publishedAt?: InstantColumn;
  /** Posts only: former slug → current slug. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** All columns, plus more filters. A request with such a filter reads this file instead of the
 * columns, so a filtered answer costs no extra read. */
export interface FilterColumns extends Columns {
  /** By filter (kinds/list-filter.ts, `posting` and `prefix`) and value: documents in the form of
   * `tags`. Languages are in lower case. */
  readonly filters?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** All filter columns, plus the sort orders. A request with `sort` reads this file instead of the
 * other two. */
export interface SortColumns extends FilterColumns {
  /** By sort key. */
  readonly sorts?: Readonly<Record<string, SortOrder>>;
}

/** The documents in ascending order of a key. Ties are ordered by slug; documents without a value
 * come last. */
export interface SortOrder {
  /** The number of each document, as `width` base-36 digits. */
  readonly numbers: string;
  readonly width: number;
  /** Number of documents without a value, which come at the end. */
  readonly missing: number;
  /** Start and length, alternating, of each run of documents with the same value. A descending sort
   * reverses the order of the runs, but not the documents within them. */
  readonly ties: readonly number[];
}

/** Two characters for each type of post: one for posts without code, one for posts with code. */
export const TRAITS = { TEXT: ["t", "T"], VIDEO: ["v", "V"], IMAGE: ["i", "I"] } as const;

/** Instants by document number, ascending. Each can be read without the others. */
export interface InstantColumn {
  /** Number of documents without a date, which come at the beginning. */
  readonly missing: number;
  /** The first date, in ms since 1970. */
  readonly first: number;
  /** Length of a unit, in ms. */
  readonly unit: number;
  /** The other dates by document number, each as `width` base-36 digits: units since `first`. */
  readonly digits: string;
  readonly width: number;
}

/* A chunk is a JSON array with each item of the list, in its final form, on its own line, so that a
 * page can be assembled without parsing: split at "\n", drop the first and last line, and remove the
 * comma at each line's end. */

export interface SearchFiles {
  /** Identifies the tokenizer, the fields, the boosts and the file layout. A reader with another
   * version answers 503. */
  readonly version: number;
  /** File name of the base, which names the other files of the index (search/format/layout.ts). */
  readonly base: string;
  /** File name of the whole index in the form of `MiniSearch.loadJSON`; null if it would have more
   * postings than WHOLE_INDEX_POSTINGS_MAX. */
  readonly whole: string | null;
}

/** Maximum number of postings (a term in a field of a document) in SearchFiles.whole: about 450
 * posts of 750 words, 750 KB with gzip. Counting postings costs nothing; measuring the compressed
 * size would. */
export const WHOLE_INDEX_POSTINGS_MAX = 250_000;

/** All published documents. The write server learns from it which documents exist; the read handler
 * checks it before it answers 404. */
export interface Published {
  /** All slugs by kind, sorted. */
  readonly slugs: ByListKind<readonly string[]>;
  /** Slugs of the site's own kinds, sorted. If missing, there are none. */
  readonly own?: Readonly<Record<string, readonly string[]>>;
  /** Slugs of series with a published post, sorted. If missing, series are unknown. */
  readonly series?: readonly string[];
  /** Configured path pattern of pages by kind: `/posts/{slug}`. Older builds lack it; then patterns
   * are unknown. */
  readonly pages?: Readonly<Partial<Record<ListKind, string>>> | undefined;
  /** Pages of listed documents that no pattern of `pages` covers, because of dates or permalinks:
   * by `pageKey`, sorted. If missing, there are none. */
  readonly paths?: readonly string[];
  /** Former slug of a post → current slug. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Slugs of posts whose comments are closed, sorted. */
  readonly commentsClosed: readonly string[];
  /** Published offerings: id and slug, sorted by id. */
  readonly services: readonly { readonly id: string; readonly slug: string }[];
  /** If missing, there are none. */
  readonly unlisted?: UnlistedPosts;
  /** Whether views are counted by campaign. If missing, they are not. */
  readonly campaigns?: boolean;
}

/** Posts that can be reached by their slug but are in no list. This file is public, so it names
 * them by UNLISTED_KEY_LENGTH hex digits of the slug's SHA-256. */
export interface UnlistedPosts {
  /** By hash of the current slug, sorted. */
  readonly posts: Readonly<Record<string, { readonly commentsOpen: boolean }>>;
  /** By hash of the former slug, sorted: the current slug XORed with SHAKE-256 of the former one,
   * in base64. Only a client that knows the former slug can read it. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Hashes of the paths that would be in `paths`, sorted. If missing, there are none. */
  readonly paths?: readonly string[];
}

export const UNLISTED_KEY_LENGTH = 16;
