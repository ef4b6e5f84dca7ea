/**
 * Which members of a kind's documents search reads, in addition to title, headings and body. Plain
 * data; search/format/search-options.ts has the weight of each field.
 */
export interface SearchRow {
  /** Members whose texts have the weight of tags. */
  readonly tags: readonly string[];
  /** Members that form the excerpt of a hit, joined by commas. */
  readonly excerpt: readonly string[];
  /** The member with the picture of a hit. */
  readonly cover: string | null;
  /** The member with the language of a document. */
  readonly language: string | null;
  /**
   * Whether a document's response has the text of its body. Snippets are cut from that text, so the
   * index does not store it again.
   */
  readonly hasBodyText: boolean;
}
