import type { Options } from "minisearch";
import { normalizeText } from "./fold.ts";
import type { SearchField, SearchText } from "./search-documents.ts";
import { eachTerm } from "./tokenize.ts";

/**
 * Version of everything on which an index and its reader must agree: the tokenizer, the fields and
 * their order, the layout of the files. MiniSearch itself does not detect differing options, so
 * raise it with every change that makes the golden tests fail.
 */
export const SEARCH_VERSION = 4;

/** Highest weight first. A field's position is its number in the index. */
export const SEARCH_FIELDS = ["title", "tags", "headings", "excerpt", "body"] as const satisfies readonly SearchField[];

export const BODY_FIELD = SEARCH_FIELDS.indexOf("body");

/** Query terms that are looked up, in the order typed. Further ones are ignored. */
export const QUERY_TERMS_MAX = 10;
/** Query terms for which similar spellings are looked up. */
export const FUZZY_TERMS_MAX = 3;
/** Length from which the last term also finds words that begin with it. */
export const PREFIX_MIN = 3;

/** The terms of a field with repetitions. */
export function toTerms(text: string): string[] {
  const terms: string[] = [];
  eachTerm(normalizeText(text), (term) => terms.push(term));
  return terms;
}

/**
 * The text of a field. Entries of a list are on separate lines, so that they do not run together.
 */
export function fieldText(document: SearchText, field: SearchField): string {
  const value = document[field];
  return typeof value === "string" ? value : value.join("\n");
}

/** The boost of each field, by the field's number. */
export const BOOSTS = SEARCH_FIELDS.map((field) => ({ title: 6, tags: 4, headings: 2.5, excerpt: 1.5, body: 1 })[field]);
/** Weight of a word that only begins with the typed one, or resembles it; MiniSearch's values. */
export const WEIGHTS = { prefix: 0.375, fuzzy: 0.45 };
/** BM25+ with MiniSearch's values. */
export const BM25 = { k: 1.2, b: 0.7, d: 0.5 };

/**
 * The only MiniSearch options, for scoring in the reader and for building and loading a whole
 * index.
 */
export const SEARCH_OPTIONS: Options = {
  idField: "id",
  fields: [...SEARCH_FIELDS],
  storeFields: [],
  tokenize: toTerms,
  processTerm: (term) => term,
  autoVacuum: false,
  searchOptions: {
    /** search/read/search-query.ts has already split the query. */
    tokenize: (term) => [term],
    processTerm: (term) => term,
    boost: Object.fromEntries(SEARCH_FIELDS.map((field, id) => [field, BOOSTS[id] ?? 1])),
    weights: WEIGHTS,
    bm25: BM25,
    /** Share of a term's length that may be mistyped, with a limit in characters. */
    maxFuzzy: 1,
    prefix: false,
    fuzzy: false,
  },
};

export const FUZZY = 0.2;
