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
  | SlugsFilter
  | SlugFilter
  | EnumFilter
  | ExactFilter
  | BooleanFilter
  | NumberFilter
  | FoldedFilter
  | LanguageFilter
  | PeriodFilter
  | InstantFilter;

interface Row {
  /** Name of the query parameter. */
  readonly name: string;
  /**
   * Member of a document that contains the values: `status`, `categories.slug`. A null or empty
   * member matches no value.
   */
  readonly member: string;
}

/** One slug, or several joined by commas, all of which must match. */
export interface SlugsFilter extends Row {
  readonly type: "slugs";
  readonly column: "tags";
}
/** A slug in any case. */
export interface SlugFilter extends Row {
  readonly type: "slug";
  readonly column: "posting";
}
export interface EnumFilter extends Row {
  readonly type: "enum";
  readonly values: readonly string[];
  readonly default: null;
  readonly column: "posting" | "trait";
}
/** One of the listed values, exactly as written. Other values match nothing. */
export interface ExactFilter extends Row {
  readonly type: "exact";
  readonly values: readonly string[];
  readonly column: "posting";
}
export interface BooleanFilter extends Row {
  readonly type: "boolean";
  readonly column: "posting" | "trait";
}
/** A number as JSON writes it. */
export interface NumberFilter extends Row {
  readonly type: "number";
  readonly column: "posting";
}
/** A text, ignoring case and differences in white space: see `foldValue`. */
export interface FoldedFilter extends Row {
  readonly type: "folded";
  readonly column: "posting";
}
/** A BCP 47 tag in any case. */
export interface LanguageFilter extends Row {
  readonly type: "language";
  readonly column: "prefix";
}
/** The year or month of a document's date in the site's time zone, or `undated`. */
export interface PeriodFilter extends Row {
  readonly type: "period";
  readonly column: "prefix";
  /** The member that dates a document if `member` is null. */
  readonly otherwise?: string;
}
/** A date or date-time, inclusive. */
export interface InstantFilter extends Row {
  readonly type: "instant";
  readonly bound: "from" | "to";
  readonly column: "instant";
}

export const TAG_FILTER = { name: "tag", type: "slugs", column: "tags", member: "tags.slug" } as const satisfies SlugsFilter;

export const LANGUAGE_FILTER = {
  name: "language",
  type: "language",
  column: "prefix",
  member: "language",
} as const satisfies LanguageFilter;

/** The `period` of documents without a date. */
export const UNDATED_PERIOD = "undated";

/** The form in which texts are compared: NFKC, lower case, runs of white space as one space. */
export function foldValue(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
