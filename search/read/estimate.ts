import { isWithinOneEdit } from "../format/fuzzy-keys.ts";
import { BM25, BODY_FIELD, BOOSTS, WEIGHTS } from "../format/search-options.ts";
import type { Statistics, TermPostings } from "./engine.ts";
import type { YieldWhenDue } from "./matches.ts";
import { type QueryClause, type QueryTerm, termsOfPlan } from "./search-query.ts";

/** Estimated scores of documents for a part of a query, by id. */
interface Sums {
  /** Score without MiniSearch's factor, the number of terms found. */
  readonly scores: Float64Array;
  /** Number of the query's terms found. 0: the document does not match. */
  readonly found: Uint8Array;
}

/** The documents that match a query, and estimates of their scores. */
export interface Estimate {
  matches(id: number): boolean;
  /** MiniSearch's score except for the last few bits, by id. */
  scoreOf(id: number): number;
}

/**
 * Finds the matching documents, and which of them can be on a page. MiniSearch makes objects for each document and each term of a query: nearly the
 * whole cost of a query of frequent words. MiniSearch still gives a page its order, scores and words; this decides which documents it need not rank.
 */
export function createEstimates(
  statistics: Statistics,
  plan: readonly QueryClause[],
  terms: readonly TermPostings[],
  yieldWhenDue: YieldWhenDue = () => null,
): (combine: "AND" | "OR") => Promise<Estimate> {
  const estimator = new Estimator(statistics, terms, yieldWhenDue);
  return async (combine) => {
    const parts = combine === "OR" ? await estimator.sumTerms(termsOfPlan(plan)) : await estimator.sumClauses(plan);
    const { scores, found } = estimator.sumAll(parts, combine);
    return { matches: (id) => (found[id] ?? 0) > 0, scoreOf: (id) => (scores[id] ?? 0) * (found[id] ?? 0) };
  };
}

class Estimator {
  readonly #statistics: Statistics;
  readonly #terms: readonly TermPostings[];
  readonly #yieldWhenDue: YieldWhenDue;
  readonly #sumsByTerm = new Map<QueryTerm, Sums>();

  constructor(statistics: Statistics, terms: readonly TermPostings[], yieldWhenDue: YieldWhenDue) {
    this.#statistics = statistics;
    this.#terms = terms;
    this.#yieldWhenDue = yieldWhenDue;
  }

  /** Sums one term after the other, so that at most one step runs without a pause. */
  async sumTerms(wanted: readonly QueryTerm[]): Promise<Sums[]> {
    const sums: Sums[] = [];
    for (const term of wanted) sums.push(await this.#sumTerm(term));
    return sums;
  }

  async sumClauses(plan: readonly QueryClause[]): Promise<Sums[]> {
    const sums: Sums[] = [];
    for (const clause of plan) sums.push(await this.#sumClause(clause));
    return sums;
  }

  sumAll(all: readonly Sums[], combine: "AND" | "OR"): Sums {
    const [first, ...others] = all;
    if (first === undefined) return this.#createSums();
    if (others.length === 0) return first;
    const scores = first.scores.slice();
    const found = first.found.slice();
    for (const part of others) {
      for (let id = 0; id < scores.length; id += 1) {
        const before = found[id] ?? 0;
        const more = part.found[id] ?? 0;
        const matches = combine === "OR" || (before > 0 && more > 0);
        found[id] = matches ? before + more : 0;
        scores[id] = matches ? (scores[id] ?? 0) + (part.scores[id] ?? 0) : 0;
      }
    }
    return { scores, found };
  }

  #createSums(): Sums {
    const { length } = this.#statistics.bodyLengths;
    return { scores: new Float64Array(length), found: new Uint8Array(length) };
  }

  async #sumClause({ whole, all }: QueryClause): Promise<Sums> {
    const parts = all.length === 0 ? [] : [this.sumAll(await this.sumTerms(all), "AND")];
    return this.sumAll(whole === null ? parts : [await this.#sumTerm(whole), ...parts], "OR");
  }

  async #sumTerm(wanted: QueryTerm): Promise<Sums> {
    const cached = this.#sumsByTerm.get(wanted);
    if (cached !== undefined) return cached;
    const sums = this.#createSums();
    for (const each of this.#terms) {
      const weight = weigh(wanted, each.term);
      if (weight === 0) continue;
      addScores(sums, weight, each, this.#statistics);
      const due = this.#yieldWhenDue();
      if (due !== null) await due;
    }
    this.#sumsByTerm.set(wanted, sums);
    return sums;
  }
}

function addScores(
  { scores, found }: Sums,
  weight: number,
  { postings }: TermPostings,
  { documentCount, averageLengths, bodyLengths }: Statistics,
): void {
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
      found[id] = 1;
    }
  }
}

/** The weight of an index term for a term of the query. 0: no match. */
function weigh({ term: wanted, prefix, fuzzy }: QueryTerm, term: string): number {
  if (term === wanted) return 1;
  if (prefix && term.startsWith(wanted)) return (WEIGHTS.prefix * term.length) / (term.length + 0.3 * (term.length - wanted.length));
  return fuzzy && isWithinOneEdit(term, wanted) ? (WEIGHTS.fuzzy * term.length) / (term.length + 1) : 0;
}
