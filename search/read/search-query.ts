import type { Query } from "minisearch";
import { normalizeText } from "../format/fold.ts";
import { FUZZY, FUZZY_TERMS_MAX, PREFIX_MIN, QUERY_TERMS_MAX } from "../format/search-options.ts";
import { LOOKUPS_MAX } from "../format/sizes.ts";
import { scanText, spansOf, type Token, type Word } from "../format/tokenize.ts";

/** Facts about the index's terms that planning needs. */
export interface Lexicon {
  has(term: string): boolean;
  /** Whether a term begins with this prefix. */
  hasPrefix(prefix: string): boolean;
}

/** A term to look up: exactly, as a beginning, or in similar spellings. */
export interface QueryTerm {
  readonly term: string;
  readonly prefix: boolean;
  readonly fuzzy: boolean;
}

/** All terms of `all` must be found. `whole`, the compound they form, adds to the score. */
export interface QueryClause {
  readonly whole: QueryTerm | null;
  readonly all: readonly QueryTerm[];
}

/**
 * Terms that a plan for a text may look up, in the order typed, at most LOOKUPS_MAX. Further ones
 * are ignored.
 */
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
 * Plans the look-ups for a text: at most 10 terms, in the order typed. The last one, with at least
 * 3 characters, also finds words that begin with it. For up to 3 unknown terms, similar spellings
 * are looked up; but not for a term without letters, because 2027 is not a misspelling of 2026. A
 * compound requires its parts and prefers the whole. An identifier requires the whole if the index
 * has it, otherwise its humps. Stop words count like others.
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

/** Whether one edit is within FUZZY of its length, and it contains a letter. */
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
    // A single character always begins a pair or ends a run.
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

/**
 * The plan as a MiniSearch query: every clause must match (AND), or any term of any clause (OR).
 */
export function toMiniSearchQuery(clauses: readonly QueryClause[], combine: "AND" | "OR"): Query {
  if (combine === "OR") return { combineWith: "OR", queries: termsOfPlan(clauses).map(toLeaf) };
  const queries = clauses.map(({ whole, all }): Query => {
    const parts: Query = { combineWith: "AND", queries: all.map(toLeaf) };
    if (whole === null) return parts;
    // If the whole matches, so do its parts, so this only affects the score. If its parts were
    // typed before, only the whole remains.
    return { combineWith: "OR", queries: all.length === 0 ? [toLeaf(whole)] : [toLeaf(whole), parts] };
  });
  return { combineWith: "AND", queries };
}
