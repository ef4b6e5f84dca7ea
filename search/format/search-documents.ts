import type { SearchHit } from "../../contract/schemas/list.ts";

/** A document's text for the search index, all plain. */
export interface SearchText {
  readonly title: string;
  /** Display names of the tags. */
  readonly tags: readonly string[];
  readonly excerpt: string;
  readonly headings: readonly string[];
  readonly body: string;
}

/** Fields of a document in order of weight, the highest first. */
export type SearchField = "title" | "tags" | "headings" | "excerpt" | "body";

/**
 * The members of a hit except score and snippet. The excerpt becomes the snippet if the words occur
 * in it.
 */
export interface HitHead extends Pick<SearchHit, "slug" | "url" | "title" | "tags" | "publishedAt" | "cover"> {
  /** "" if there is none. */
  readonly excerpt: string;
  /**
   * CRC-32 of the body in the document's file, `"bodyHtml":…,"bodyText":…,"toc":…` in UTF-8; absent
   * if unknown.
   */
  readonly bodyChecksum?: number;
}

/** A document of an index. */
export interface DocumentPlace {
  readonly id: number;
}
