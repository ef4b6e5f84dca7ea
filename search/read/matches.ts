import type { DocumentPlace, HitHead, SearchField } from "../format/search-documents.ts";
import type { Files } from "./file-cache.ts";

export interface SearchHitRef extends DocumentPlace {
  readonly kind: string;
  /**
   * Number among the documents of its kind: those without a `publishedAt` first, then oldest first;
   * on the same date by slug descending.
   */
  readonly number: number;
  /** Greater is better; rounded to 6 significant digits. */
  readonly score: number;
  /** Matching terms of the index, sorted; `makeSnippet` marks them. */
  readonly terms: readonly string[];
  /** Fields in which a term was found, the highest weight first. */
  readonly fields: readonly SearchField[];
}

export interface SearchMatches extends SearchCost {
  /**
   * The hits in the requested range, ordered by score, then by kind as in SearchBase.kinds, then
   * newest, then slug.
   */
  readonly hits: readonly SearchHitRef[];
  /** Number of all hits. */
  readonly total: number;
  /** Number of hits of each kind, before `kinds` restricts them. */
  readonly facets: Readonly<Record<string, number>>;
}

/** Matching documents of a kind: their numbers within it (SearchHitRef.number), ascending. */
export interface SearchNumbers extends SearchCost {
  readonly numbers: readonly number[];
}

export interface SearchCost {
  /**
   * Files of the index that the query needs, cached or not, so that the number is the same for
   * everybody.
   */
  readonly reads: number;
  /**
   * Whether every beginning and similar spelling was looked up, so that the result equals that of
   * the whole index. If not, the limits of search/format/sizes.ts applied.
   */
  readonly complete: boolean;
}

export interface SearchOptions {
  /** Restricts the hits, but neither the matches nor the facets. `/search?kind=` names one. */
  readonly kinds?: readonly string[];
  /**
   * Lower case; also matches tags that begin with it up to a hyphen. Restricts hits and facets, but
   * does not affect whether all terms are required.
   */
  readonly language?: string;
  /**
   * Positions of the wanted hits from 0, `end` excluded. A short range is cheap, however many
   * documents match. Default: all.
   */
  readonly range?: { readonly start: number; readonly end: number };
}

export interface ShownHit extends HitHead {
  readonly language: string | null;
  /** SearchedKind.documents of its kind. */
  readonly documents: string | null;
}

/** The hits of a page with their displayed data. */
export interface HitHeads {
  readonly heads: readonly ShownHit[];
  /** Number of files that contain them. */
  readonly reads: number;
}

export interface SearchReader {
  /**
   * The documents that match a text: those with all its terms or, if there are none, those with
   * any. A text without letters and digits matches nothing.
   * @throws SearchIndexError if a file of the index is gone or has another version
   * (search/read/search-errors.ts)
   */
  search(text: string, options?: SearchOptions): Promise<SearchMatches>;
  /**
   * The matching documents of one kind, as if there were no others, unordered.
   * @throws SearchIndexError
   */
  match(text: string, kind: string): Promise<SearchNumbers>;
  /**
   * Reads the heads of some hits, in their order.
   * @param readsMax limit of reads; above it, larger files with more heads are read instead
   */
  heads(hits: readonly DocumentPlace[], readsMax: number): Promise<HitHeads>;
  /**
   * Plain texts of bodies. null if the reads are used up, or if the kind's responses have the text.
   */
  texts(hits: readonly DocumentPlace[], readsMax: number): Promise<readonly (string | null)[]>;
}

/**
 * Lets other work of the process run; null if that is not due yet. Called between steps of a few
 * milliseconds, so that no search blocks others for its whole duration.
 */
export type YieldWhenDue = () => Promise<void> | null;

export interface SearchReaderOptions {
  /** The index's files (createFiles). */
  readonly files: Files;
  /** From the manifest. */
  readonly index: { readonly version: number; readonly base: string };
  /** Default: never. */
  readonly yieldWhenDue?: YieldWhenDue;
}
