import type { Query } from "minisearch";
import { normalizeText } from "../format/fold.ts";
import { FUZZY, FUZZY_TERMS_MAX, PREFIX_MIN, QUERY_TERMS_MAX } from "../format/search-options.ts";
import { LOOKUPS_MAX } from "../format/sizes.ts";
import { scanText, spansOf, type Token, type Word } from "../format/tokenize.ts";

/** Facts about the index's terms that planning needs. */
export interface Lexicon {
  has(term: string): boolean;
  /** Whether a term begins so. */
  hasPrefix(prefix: string): boolean;
}

/** A term to look up: as it is, as a beginning, or in near spellings. */
export interface QueryTerm {
  readonly term: string;
  readonly prefix: boolean;
  readonly fuzzy: boolean;
}

/** All terms of `all` must be found; `whole`, the compound they make, adds to the score. */
export interface QueryClause {
  readonly whole: QueryTerm | null;
  readonly all: readonly QueryTerm[];
}

/** Terms that a plan for a text may ask a lexicon about, in the order typed, LOOKUPS_MAX at most: the others are as if not typed. */
export function lookupTerms(text: string): string[] {
  const found = new Set<string>();
  for (const token of scanText(normalizeText(text))) {
    for (const { term } of token.kind === "run" && token.pairs.length > 0 ? token.pairs : spansOf(token)) {
      if (found.size < LOOKUPS_MAX) found.add(term);
    }
  }
  return [...found];
}

/**
 * Plans the look-ups for a text. At most 10 terms, those typed first. The last one, of 3 characters at least, also finds
 * words that begin so. A term that the index does not hold is looked up in near spellings, 3 of them at most; not so a
 * term without any letter, as 2027 is no misspelling of 2026. A compound asks for its parts and prefers the whole. An
 * identifier asks for the whole where the index holds it, else for its humps. Stop words count like others.
 */
export function planQuery(text: string, lexicon: Lexicon): QueryClause[] {
  const tokens = [...scanText(normalizeText(text))];
  const candidates = new Set(lookupTerms(text));
  const clauses: QueryClause[] = [];
  const seen = new Set<string>();
  let fuzzyLeft = FUZZY_TERMS_MAX;

  function toTerm(term: string, prefix: boolean): QueryTerm | null {
    if (seen.has(term) || seen.size >= QUERY_TERMS_MAX || !candidates.has(term)) return null;
    seen.add(term);
    const fuzzy = fuzzyLeft > 0 && canBeMistyped(term) && !isKnown(lexicon, term, prefix);
    if (fuzzy) fuzzyLeft -= 1;
    return { term, prefix, fuzzy };
  }

  tokens.forEach((token, index) => {
    const last = index === tokens.length - 1;
    let whole: QueryTerm | null = null;
    if (token.kind === "compound") {
      const prefix = last && isBeginning(token.whole.term);
      if (isKnown(lexicon, token.whole.term, prefix)) whole = toTerm(token.whole.term, prefix);
    }
    const all: QueryTerm[] = [];
    for (const { term, prefix } of requiredTerms(token, last, lexicon)) {
      const found = toTerm(term, prefix);
      if (found !== null) all.push(found);
    }
    if (whole !== null || all.length > 0) clauses.push({ whole, all });
  });
  return clauses;
}

/** A share of FUZZY of its length is an edit, and there is a letter in it. */
function canBeMistyped(term: string): boolean {
  return Math.round(term.length * FUZZY) > 0 && /\p{L}/u.test(term);
}

function isKnown(lexicon: Lexicon, term: string, prefix: boolean): boolean {
  return lexicon.has(term) || (prefix && lexicon.hasPrefix(term));
}

/** Whether a term at the end of the text is long enough to be a beginning. */
function isBeginning(term: string): boolean {
  return [...term].length >= PREFIX_MIN;
}

function requiredTerms(token: Token, last: boolean, lexicon: Lexicon): { term: string; prefix: boolean }[] {
  if (token.kind === "run") {
    // A single character begins a pair or is the last of a run, wherever it stands.
    const alone = token.pairs.length === 0;
    return (alone ? token.characters : token.pairs).map(({ term }) => ({ term, prefix: alone }));
  }
  const words = token.kind === "word" ? [token] : token.parts;
  return words.flatMap((word, index) => termsOfWord(word, last && index === words.length - 1, lexicon));
}

function termsOfWord({ whole, finer }: Word, last: boolean, lexicon: Lexicon): { term: string; prefix: boolean }[] {
  const prefix = last && isBeginning(whole.term);
  if (finer.length === 0 || isKnown(lexicon, whole.term, prefix)) return [{ term: whole.term, prefix }];
  return finer.map(({ term }, index) => ({ term, prefix: last && index === finer.length - 1 && isBeginning(term) }));
}

/** The terms that a plan looks up. */
export function termsOfPlan(clauses: readonly QueryClause[]): QueryTerm[] {
  return clauses.flatMap(({ whole, all }) => (whole === null ? all : [whole, ...all]));
}

function toLeaf({ term, prefix, fuzzy }: QueryTerm): Query {
  return { queries: [term], prefix, fuzzy: fuzzy ? FUZZY : false, combineWith: "OR" };
}

/** The plan as MiniSearch takes it: every clause must match (AND), or any term of any clause (OR). */
export function toMiniSearchQuery(clauses: readonly QueryClause[], combine: "AND" | "OR"): Query {
  if (combine === "OR") return { combineWith: "OR", queries: termsOfPlan(clauses).map(toLeaf) };
  const queries = clauses.map(({ whole, all }): Query => {
    const parts: Query = { combineWith: "AND", queries: all.map(toLeaf) };
    if (whole === null) return parts;
    // Where the whole is found, so are its parts: this narrows nothing but the score. Without parts of its own
    // (typed before), the whole alone.
    return { combineWith: "OR", queries: all.length === 0 ? [toLeaf(whole)] : [toLeaf(whole), parts] };
  });
  return { combineWith: "AND", queries };
}
