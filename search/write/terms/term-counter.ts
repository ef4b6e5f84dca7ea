import { normalizeText } from "../../format/fold.ts";
import { TERM_MAX } from "../../format/tokenize.ts";
import { createTermScanner } from "./scan-terms.ts";
import { TermTable } from "./term-table.ts";

/** Initial room for distinct terms. */
const TERMS_AT_FIRST = 1_024;
/** Size limit of the cache of words by spelling. */
const KNOWN_MAX = 100_000;
const NONE = -1;

/** The distinct terms of a text, by number. Valid until the next text is counted. */
export interface TermCounts {
  readonly size: number;
  readonly terms: Uint32Array;
  readonly occurrences: Uint32Array;
}

/** Counts and numbers the terms of texts: everything that the index takes from a text. */
export class TermCounter implements TermCounts {
  readonly table = new TermTable();
  size = 0;
  terms = new Uint32Array(TERMS_AT_FIRST);
  occurrences = new Uint32Array(TERMS_AT_FIRST);
  /** The terms of words that are not plain, by number. */
  readonly #numbersByKey = new Map<string, readonly number[]>();
  /** By term: its position in the current text, or NONE. */
  #places = new Int32Array(TERMS_AT_FIRST).fill(NONE);
  readonly #scan = createTermScanner({
    word: (text, start, end, hash) => this.#add(this.table.numberOfWord(text, start, end, hash)),
    terms: (key, make) => {
      for (const number of this.#numbersByKey.get(key) ?? this.#learn(key, make())) this.#add(number);
    },
  });

  count(text: string): TermCounts {
    for (let place = 0; place < this.size; place += 1) this.#places[this.terms[place] ?? 0] = NONE;
    this.size = 0;
    this.#scan(normalizeText(text));
    return this;
  }

  #add(term: number): void {
    if (term >= this.#places.length) {
      const before = this.#places;
      this.#places = new Int32Array(term * 2).fill(NONE);
      this.#places.set(before);
    }
    const place = this.#places[term] ?? NONE;
    if (place !== NONE) {
      this.occurrences[place] = (this.occurrences[place] ?? 0) + 1;
      return;
    }
    if (this.size === this.terms.length) {
      this.terms = enlarge(this.terms);
      this.occurrences = enlarge(this.occurrences);
    }
    this.#places[term] = this.size;
    this.terms[this.size] = term;
    this.occurrences[this.size] = 1;
    this.size += 1;
  }

  #learn(key: string, terms: readonly string[]): readonly number[] {
    const numbers = terms.map((term) => this.table.numberOf(term));
    // Long words rarely occur again.
    if (key.length > TERM_MAX) return numbers;
    if (this.#numbersByKey.size >= KNOWN_MAX) this.#numbersByKey.clear();
    this.#numbersByKey.set(copyText(key), numbers);
    return numbers;
  }
}

function enlarge(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** A copy of the text. A substring would keep the whole source in memory. */
function copyText(text: string): string {
  const units: number[] = [];
  for (let at = 0; at < text.length; at += 1) units.push(text.charCodeAt(at));
  return String.fromCharCode(...units);
}
