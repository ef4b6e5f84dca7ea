/**
 * One filter of a list: a query parameter, the index column that answers it, and the member of a
 * document that has the values. Plain data: the query parser, the OpenAPI document, the client,
 * the build's columns and the read handler are all made from these rows, so every declared
 * parameter filters. The columns:
 * - `tags`: postings in the file of columns, which every page of a tag reads
 * - `posting`: documents by value, in the file of filters
 * - `prefix`: the same, but the beginning of a value up to a hyphen also finds it: `en` finds
 *   `en-GB`
 * - `trait`: one character per document
 * - `instant`: the dates by which documents are numbered
 */
export type ListFilter =
  // One slug, or several joined by commas, all of which must match.
  | Filter<"slugs", "tags">
  // A slug in any case.
  | Filter<"slug", "posting">
  | (Filter<"enum", "posting" | "trait"> & { readonly values: readonly string[]; readonly default: null })
  // One of the listed values, exactly as written. Other values match nothing.
  | (Filter<"exact", "posting"> & { readonly values: readonly string[] })
  | Filter<"boolean", "posting" | "trait">
  // A number as JSON writes it.
  | Filter<"number", "posting">
  // A text, ignoring case and differences in white space: see `foldValue`.
  | Filter<"folded", "posting">
  // A BCP 47 tag in any case.
  | Filter<"language", "prefix">
  | PeriodFilter
  // A date or date-time, inclusive.
  | (Filter<"instant", "instant"> & { readonly bound: "from" | "to" });

interface Filter<Type extends string, Column extends string> {
  /** Name of the query parameter. */
  readonly name: string;
  /**
   * Member of a document that contains the values: `status`, `categories.slug`. A null or empty
   * member matches no value.
   */
  readonly member: string;
  readonly type: Type;
  readonly column: Column;
}

/** The year or month of a document's date in the site's time zone, or `undated`. */
export interface PeriodFilter extends Filter<"period", "prefix"> {
  /** The member that dates a document if `member` is null. */
  readonly otherwise?: string;
}

export const TAG_FILTER = { name: "tag", type: "slugs", column: "tags", member: "tags.slug" } as const satisfies ListFilter;

export const LANGUAGE_FILTER = { name: "language", type: "language", column: "prefix", member: "language" } as const satisfies ListFilter;

/** The `period` of documents without a date. */
export const UNDATED_PERIOD = "undated";

/** The form in which texts are compared: NFKC, lower case, runs of white space as one space. */
export function foldValue(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
