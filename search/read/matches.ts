import type { DocumentPlace, HitHead, SearchField } from "../format/search-documents.ts";
import type { Files } from "./file-cache.ts";

export interface SearchHitRef extends DocumentPlace {
  readonly kind: string;
  /** Among the documents of its kind: those without a `publishedAt` first, then oldest first, on one date by slug descending. */
  readonly number: number;
  /** Greater is better; rounded to 6 significant digits. */
  readonly score: number;
  /** Terms of the index that matched, sorted; what `makeSnippet` marks. */
  readonly terms: readonly string[];
  /** Fields that a term was found in, the weightiest first. */
  readonly fields: readonly SearchField[];
}

export interface SearchMatches extends SearchCost {
  /** In the range that was asked for, of this order: score, then kind as in SearchBase.kinds, then newest, then slug. */
  readonly hits: readonly SearchHitRef[];
  /** All hits, in the range or not. */
  readonly total: number;
  /** By kind of the index: hits before `kinds` narrows them. */
  readonly facets: Readonly<Record<string, number>>;
}

/** Documents of a kind that match: their numbers within it (SearchHitRef.number), ascending. */
export interface SearchNumbers extends SearchCost {
  readonly numbers: readonly number[];
}

export interface SearchCost {
  /** Files of the index that the question needs, whether they were kept or read now: the same for everybody who asks. */
  readonly reads: number;
  /** Whether every beginning and near spelling was looked up: the answer is that of the whole index. Else the bounds of search/format/sizes.ts cut them. */
  readonly complete: boolean;
}

export interface SearchOptions {
  /** Narrows the hits; neither what matches nor the facets depend on it. `/search?kind=` names one. */
  readonly kinds?: readonly string[];
  /** Lower case; takes what it begins, up to a hyphen, too. Narrows hits and facets, but not whether all terms are wanted or one is enough. */
  readonly language?: string;
  /** Places of the hits wanted, from 0, `end` not among them: few cost little, however many documents match. Default: all. */
  readonly range?: { readonly start: number; readonly end: number };
}

export interface ShownHit extends HitHead {
  readonly language: string | null;
  /** SearchedKind.documents of its kind. */
  readonly documents: string | null;
}

/** The hits of a page, as they are shown. */
export interface HitHeads {
  readonly heads: readonly ShownHit[];
  /** Files that they stand in. */
  readonly reads: number;
}

export interface SearchReader {
  /**
   * The documents that match a text: those with all its terms or, where no document has all, those with any. A text without a letter or digit
   * matches nothing.
   * @throws SearchIndexError where a file of the index is gone or is of another version (search/read/search-errors.ts)
   */
  search(text: string, options?: SearchOptions): Promise<SearchMatches>;
  /** The documents of one kind that match, as if there were no others, without their order. @throws SearchIndexError */
  match(text: string, kind: string): Promise<SearchNumbers>;
  /**
   * Reads the heads of some hits, in their order.
   * @param readsMax files that may be read for it; above that, larger ones that hold more are read instead
   */
  heads(hits: readonly DocumentPlace[], readsMax: number): Promise<HitHeads>;
  /** Plain texts of bodies; null beyond the reads that are left, and of kinds whose answers have the text. */
  texts(hits: readonly DocumentPlace[], readsMax: number): Promise<readonly (string | null)[]>;
}

/**
 * Lets other work of the process go first: null while that is not due. Called between steps of a few milliseconds, so that no search keeps others
 * waiting for all of its own time.
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
