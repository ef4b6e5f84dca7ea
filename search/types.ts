import type { SearchFiles, TextKind } from "../contract/index-format.ts";
import type { SearchKind } from "../contract/schemas/list.ts";

/** A document as the search index sees it: all plain text. */
export interface SearchDocument {
  readonly kind: SearchKind;
  /** Document number within its kind, as contract/index-format.ts says: 0 to n − 1, oldest first. */
  readonly number: number;
  readonly title: string;
  /** Names of the tags, as displayed. */
  readonly tags: readonly string[];
  readonly excerpt: string;
  readonly headings: readonly string[];
  readonly body: string;
}

/** Fields of a document, the weightiest first. */
export type SearchField = "title" | "tags" | "headings" | "excerpt" | "body";

export interface SearchHitRef {
  readonly kind: SearchKind;
  /** Document number within its kind: the place of its summary in the chunks. */
  readonly number: number;
  /** Greater is better; rounded to 6 significant digits. */
  readonly score: number;
  /** Terms of the index that matched, sorted; what `makeSnippet` marks. */
  readonly terms: readonly string[];
  /** Fields that a term was found in, the weightiest first. */
  readonly fields: readonly SearchField[];
}

export interface SearchMatches {
  /** All of them (pages are cut by the caller): score, then kind (post, project, book), then newest, then slug. */
  readonly hits: readonly SearchHitRef[];
  /** Of the match set, before `kinds` narrows it. */
  readonly facets: Readonly<Record<SearchKind, number>>;
}

export interface SearchOptions {
  /**
   * What belongs to the match set at all, and so what the facets count. `/posts?q=` accepts posts alone. All terms must be found (AND); where that
   * finds nothing that is accepted and of `kinds`, one is enough (OR).
   */
  readonly accept?: (kind: SearchKind, number: number) => boolean;
  /** Narrows the hits after the facets are counted. `/search?kind=` names one. */
  readonly kinds?: readonly SearchKind[];
}

export interface SearchReader {
  /**
   * The documents that match a text. A text without a letter or digit matches nothing.
   * @throws SearchIndexError where a file of the index is gone or is of another version (search/errors.ts)
   */
  search(text: string, options?: SearchOptions): Promise<SearchMatches>;
}

export interface SearchReaderOptions {
  /** Bytes of a file below the out folder (`index/v1/search-base.1a2b3c.json`), or null where there is none. */
  readonly read: (path: string) => Promise<Uint8Array | null>;
  /** From the manifest; texts are for who shows snippets. */
  readonly files: Omit<SearchFiles, "texts">;
}

/** What the build writes under hashed names and lists in the manifest as SearchFiles. */
export interface SearchIndex {
  readonly version: number;
  /** JSON text. */
  readonly base: string;
  /** JSON texts, each of PART_MAX_BYTES at most; their order matters. */
  readonly parts: readonly string[];
  /** JSON texts of the files that SearchFiles.texts names. */
  readonly texts: Readonly<Record<TextKind, readonly string[]>>;
}

export interface SearchWriter {
  /** Documents may come in any order. */
  add(document: SearchDocument): void;
  /**
   * The index of all that was added, the same bytes for the same documents.
   * @throws Error where the numbers of a kind are not 0 to n − 1
   */
  finish(): SearchIndex;
}

export interface SnippetOptions {
  /** Most UTF-16 code units of text, without markup and ellipses. Default 200. */
  readonly length?: number;
}
