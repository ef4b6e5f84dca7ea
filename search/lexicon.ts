import type { Lexicon, QueryTerm } from "./query.ts";

/** The terms of an index, sorted, each with its undecoded line. */
export interface TermLexicon extends Lexicon {
  /** Lines of all terms that the query's terms find, in the order of terms, each once. */
  expand(terms: readonly QueryTerm[]): string[];
}

const NONE = -1;

/** @param parts texts of the index's parts, in order (search/layout.ts) */
export function createLexicon(parts: readonly string[]): TermLexicon {
  const terms: string[] = [];
  const lines: string[] = [];
  for (const part of parts) {
    for (const row of part.split("\n")) {
      if (!row.startsWith('["')) continue;
      // Terms hold letters, digits and joiners alone: nothing that JSON escapes.
      terms.push(row.slice(2, row.indexOf('"', 2)));
      lines.push(row.endsWith(",") ? row.slice(0, -1) : row);
    }
  }

  /** Place of the first term that is not less. */
  function lowerBound(term: string): number {
    let low = 0;
    let high = terms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((terms[middle] ?? "") < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The last place of each end key and, by place, the one before with the same key; made at the first unknown word. */
  let ends: { readonly last: ReadonlyMap<number, number>; readonly before: Int32Array } | null = null;
  function linkEnds(): NonNullable<typeof ends> {
    const last = new Map<number, number>();
    const before = new Int32Array(terms.length);
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at] ?? "";
      const key = endKey(term, term.length);
      before[at] = last.get(key) ?? NONE;
      last.set(key, at);
    }
    return { last, before };
  }

  /**
   * Adds the places of all terms within one edit. What two such words have in common stands at their beginnings and at their ends,
   * and is all of the shorter one but a unit: half of that at one side at least. So they begin alike, which is a stretch of
   * the sorted terms, or they end alike.
   * @param term of 3 code units at least, as a query's fuzzy terms have
   */
  function addNear(term: string, found: Set<number>): void {
    const beginning = term.slice(0, Math.ceil((term.length - 1) / 2));
    for (let at = lowerBound(beginning); terms[at]?.startsWith(beginning); at += 1) {
      if (isWithinOneEdit(terms[at] ?? "", term)) found.add(at);
    }
    ends ??= linkEnds();
    for (const length of [term.length - 1, term.length, term.length + 1]) {
      for (let at = ends.last.get(endKey(term, length)) ?? NONE; at !== NONE; at = ends.before[at] ?? NONE) {
        if (isWithinOneEdit(terms[at] ?? "", term)) found.add(at);
      }
    }
  }

  return {
    has: (term) => terms[lowerBound(term)] === term,
    hasPrefix: (prefix) => terms[lowerBound(prefix)]?.startsWith(prefix) ?? false,
    expand(queryTerms) {
      const found = new Set<number>();
      for (const { term, prefix, fuzzy } of queryTerms) {
        const start = lowerBound(term);
        if (terms[start] === term) found.add(start);
        if (prefix) for (let at = start; terms[at]?.startsWith(term); at += 1) found.add(at);
        if (fuzzy) addNear(term, found);
      }
      return [...found].sort((a, b) => a - b).map((at) => lines[at] ?? "");
    },
  };
}

/** A number for a term's last code unit together with a length. */
function endKey(term: string, length: number): number {
  return length * 0x1_0000 + term.charCodeAt(term.length - 1);
}

/** Whether one insertion, deletion or replacement of a UTF-16 code unit, or none, makes one of the other. */
function isWithinOneEdit(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length);
  const shorter = Math.min(a.length, b.length);
  if (longer - shorter > 1) return false;
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  return start + end >= longer - 1;
}
