import type { Options } from "minisearch";
import { normalizeText } from "./fold.ts";
import type { SearchField, SearchText } from "./search-documents.ts";
import { eachTerm } from "./tokenize.ts";

/**
 * Version of everything that an index and its reader must agree on: the tokeniser, the fields and their order, the
 * layout of the files. MiniSearch itself does not notice options that differ, so raise it with every change that
 * makes the golden tests fail.
 */
export const SEARCH_VERSION = 3;

/** Weightiest first; a field's place is its number in the index. */
export const SEARCH_FIELDS = ["title", "tags", "headings", "excerpt", "body"] as const satisfies readonly SearchField[];

export const BODY_FIELD = SEARCH_FIELDS.indexOf("body");

/** Query terms looked up, in the order typed; what follows is ignored. */
export const QUERY_TERMS_MAX = 10;
/** Query terms for which near spellings are looked up. */
export const FUZZY_TERMS_MAX = 3;
/** Characters from which on the last term also finds words that only begin with it. */
export const PREFIX_MIN = 3;

/** The terms of a field, each as often as it occurs. */
export function toTerms(text: string): string[] {
  const terms: string[] = [];
  eachTerm(normalizeText(text), (term) => terms.push(term));
  return terms;
}

/** The text of a field; entries of a list stand on lines of their own, so that none runs into the next. */
export function fieldText(document: SearchText, field: SearchField): string {
  const value = document[field];
  return typeof value === "string" ? value : value.join("\n");
}

/** The boost of each field, by the field's number. */
export const BOOSTS = SEARCH_FIELDS.map((field) => ({ title: 6, tags: 4, headings: 2.5, excerpt: 1.5, body: 1 })[field]);
/** How much less a word counts that only begins like the one typed, or is spelt nearly so; MiniSearch's own. */
export const WEIGHTS = { prefix: 0.375, fuzzy: 0.45 };
/** BM25+; MiniSearch's own. */
export const BM25 = { k: 1.2, b: 0.7, d: 0.5 };

/** The one set of MiniSearch options: what scores in the reader, and what a whole index is built and loaded with. */
export const SEARCH_OPTIONS: Options = {
  idField: "id",
  fields: [...SEARCH_FIELDS],
  storeFields: [],
  tokenize: toTerms,
  processTerm: (term) => term,
  autoVacuum: false,
  searchOptions: {
    /** The query is taken apart before, in search/read/search-query.ts. */
    tokenize: (term) => [term],
    processTerm: (term) => term,
    boost: Object.fromEntries(SEARCH_FIELDS.map((field, id) => [field, BOOSTS[id] ?? 1])),
    weights: WEIGHTS,
    bm25: BM25,
    /** Share of a term's length that may be typed wrongly, and its bound in characters. */
    maxFuzzy: 1,
    prefix: false,
    fuzzy: false,
  },
};

export const FUZZY = 0.2;
