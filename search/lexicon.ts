import type { Lexicon, QueryTerm } from "./query.ts";

/** The terms of an index, sorted, each with its undecoded line. */
export interface TermLexicon extends Lexicon {
  /** Lines of all terms that the query's terms find, in the order of terms, each once. */
  expand(terms: readonly QueryTerm[]): string[];
}

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

  return {
    has: (term) => terms[lowerBound(term)] === term,
    hasPrefix: (prefix) => terms[lowerBound(prefix)]?.startsWith(prefix) ?? false,
    expand(queryTerms) {
      const found = new Set<number>();
      for (const { term, prefix, fuzzy } of queryTerms) {
        const start = lowerBound(term);
        if (terms[start] === term) found.add(start);
        if (prefix) for (let at = start; terms[at]?.startsWith(term); at += 1) found.add(at);
        if (fuzzy) {
          terms.forEach((candidate, at) => {
            if (isWithinOneEdit(candidate, term)) found.add(at);
          });
        }
      }
      return [...found].sort((a, b) => a - b).map((at) => lines[at] ?? "");
    },
  };
}

/** Whether one insertion, deletion or replacement of a UTF-16 code unit, or none, makes one of the other. */
function isWithinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same += 1;
  const restA = a.slice(a.length > b.length || a.length === b.length ? same + 1 : same);
  const restB = b.slice(b.length > a.length || a.length === b.length ? same + 1 : same);
  return restA === restB;
}
