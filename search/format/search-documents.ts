import type { SearchHit } from "../../contract/schemas/list.ts";

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

/** The members of a hit beside its score and its excerpt. The excerpt becomes the snippet if the words occur in it. */
export interface HitHead extends Pick<SearchHit, "slug" | "url" | "title" | "tags" | "publishedAt" | "cover"> {
  /** "": none. */
  readonly excerpt: string;
  /** CRC-32 of a body as the document's file has it, `"bodyHtml":…,"bodyText":…,"toc":…` in UTF-8. Absent: not known. */
  readonly bodyChecksum?: number;
}

/** A document of an index. */
export interface DocumentPlace {
  readonly id: number;
}
