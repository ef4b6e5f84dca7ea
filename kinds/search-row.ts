/** Which members of a kind's documents search looks at, beside title, headings and body. Plain data; search/format/search-options.ts says what each field weighs. */
export interface SearchRow {
  /** Members whose texts weigh as tags do. */
  readonly tags: readonly string[];
  /** Members that make the excerpt of a hit, joined by commas. */
  readonly excerpt: readonly string[];
  /** The member with the picture of a hit. */
  readonly cover: string | null;
  /** The member with the language of a document. */
  readonly language: string | null;
  /** Whether the answer of a document has the text of its body: snippets are cut from that, and the index does not hold the text once more. */
  readonly hasBodyText: boolean;
}
