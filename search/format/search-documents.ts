import type { SearchHit, SearchKind } from "../../contract/schemas/list.ts";

/** A document's text, as the search index sees it: all plain. */
export interface SearchText {
  readonly title: string;
  /** Names of the tags, as displayed. */
  readonly tags: readonly string[];
  readonly excerpt: string;
  readonly headings: readonly string[];
  readonly body: string;
}

/** Fields of a document, the weightiest first. */
export type SearchField = "title" | "tags" | "headings" | "excerpt" | "body";

/** What a hit shows beside its score, and its excerpt, which is the snippet where the words are found there. */
export interface HitHead extends Pick<SearchHit, "slug" | "url" | "title" | "tags" | "publishedAt"> {
  /** Read from an index, a post's is cut at EXCERPT_MAX. */
  readonly excerpt: string;
  /** CRC-32 of a post's body as its file has it, `"bodyHtml":…,"bodyText":…,"toc":…` in UTF-8. Absent: not known. */
  readonly bodyChecksum?: number;
}

/** A document by its number within its kind. */
export interface DocumentPlace {
  readonly kind: SearchKind;
  readonly number: number;
}
