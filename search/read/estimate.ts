import { isWithinOneEdit } from "../format/fuzzy-keys.ts";
import { BM25, BODY_FIELD, BOOSTS, WEIGHTS } from "../format/search-options.ts";
import type { Statistics, TermPostings } from "./engine.ts";
import type { YieldWhenDue } from "./matches.ts";
import { type QueryClause, type QueryTerm, termsOfPlan } from "./search-query.ts";

/** Estimated scores of documents for a part of a query, by id. */
interface Sums {
  /** Score without MiniSearch's final factor, the number of terms. */
  readonly scores: Float64Array;
  /** Number of the query's terms found; 0 if the document does not match. */
  readonly found: Uint8Array;
}

/** Which documents match a query, and approximately how well. */
export interface Estimate {
  matches(id: number): boolean;
  /** MiniSearch's score except for the last few bits, by id. */
  scoreOf(id: number): number;
}

/**
 * Finds the matches and decides which of them can be on a page. MiniSearch creates objects for each
 * document and each term of a query, which is nearly the whole cost of a query with frequent words.
 * It still decides a page's order, scores and words; this estimate rules out the other documents.
 */
export function createEstimates(
  { documentCount, averageLengths, bodyLengths }: Statistics,
  plan: readonly QueryClause[],
  terms: readonly TermPostings[],
  yieldWhenDue: YieldWhenDue = () => null,
): (combine: "AND" | "OR") => Promise<Estimate> {
  const sumsByTerm = new Map<QueryTerm, Sums>();
  const ids = bodyLengths.length;
  const createSums = (): Sums => ({ scores: new Float64Array(ids), found: new Uint8Array(ids) });

  function add({ scores }: Sums, weight: number, { postings }: TermPostings, touched: Uint8Array): void {
    const { k, b, d } = BM25;
    for (const { field, ids, occurrences, lengths } of postings) {
      const count = ids.length;
      const rarity = weight * (BOOSTS[field] ?? 1) * Math.log(1 + (documentCount - count + 0.5) / (count + 0.5));
      const perLength = (k * b) / (averageLengths[field] ?? 1);
      const isBody = field === BODY_FIELD;
      for (let at = 0; at < count; at += 1) {
        const id = ids[at] ?? 0;
        const occurrence = occurrences[at] ?? 0;
        const length = (isBody ? bodyLengths[id] : lengths[at]) ?? 0;
        scores[id] = (scores[id] ?? 0) + rarity * (d + (occurrence * (k + 1)) / (occurrence + k * (1 - b) + perLength * length));
        touched[id] = 1;
      }
    }
  }

  async function sumTerm(wanted: QueryTerm): Promise<Sums> {
    let sums = sumsByTerm.get(wanted);
    if (sums === undefined) {
      sums = createSums();
      for (const each of terms) {
        const weight = weigh(wanted, each.term);
        if (weight === 0) continue;
        add(sums, weight, each, sums.found);
        const due = yieldWhenDue();
        if (due !== null) await due;
      }
      sumsByTerm.set(wanted, sums);
    }
    return sums;
  }

  /** Sums terms sequentially, so that each wait is short. */
  async function sumTerms(wanted: readonly QueryTerm[]): Promise<Sums[]> {
    const sums: Sums[] = [];
    for (const term of wanted) sums.push(await sumTerm(term));
    return sums;
  }

  function sumAll(all: readonly Sums[], combine: "AND" | "OR"): Sums {
    const [first, ...others] = all;
    if (first === undefined) return createSums();
    if (others.length === 0) return first;
    const scores = first.scores.slice();
    const found = first.found.slice();
    for (const part of others) {
      for (let id = 0; id < ids; id += 1) {
        const before = found[id] ?? 0;
        const more = part.found[id] ?? 0;
        const matches = combine === "OR" || (before > 0 && more > 0);
        found[id] = matches ? before + more : 0;
        scores[id] = matches ? (scores[id] ?? 0) + (part.scores[id] ?? 0) : 0;
      }
    }
    return { scores, found };
  }

  async function sumClause({ whole, all }: QueryClause): Promise<Sums> {
    const parts = all.length === 0 ? [] : [sumAll(await sumTerms(all), "AND")];
    return sumAll(whole === null ? parts : [await sumTerm(whole), ...parts], "OR");
  }

  async function sumClauses(): Promise<Sums[]> {
    const sums: Sums[] = [];
    for (const clause of plan) sums.push(await sumClause(clause));
    return sums;
  }

  return async (combine) => {
    const parts = combine === "OR" ? await sumTerms(termsOfPlan(plan)) : await sumClauses();
    const { scores, found } = sumAll(parts, combine);
    return { matches: (id) => (found[id] ?? 0) > 0, scoreOf: (id) => (scores[id] ?? 0) * (found[id] ?? 0) };
  };
}

/** The weight of an index term for a term of the query; 0 if no match. */
function weigh({ term: wanted, prefix, fuzzy }: QueryTerm, term: string): number {
  if (term === wanted) return 1;
  if (prefix && term.startsWith(wanted)) return (WEIGHTS.prefix * term.length) / (term.length + 0.3 * (term.length - wanted.length));
  return fuzzy && isWithinOneEdit(term, wanted) ? (WEIGHTS.fuzzy * term.length) / (term.length + 1) : 0;
}
