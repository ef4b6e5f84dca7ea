import type { SearchText } from "../format/documents.ts";
import { normalizeText } from "../format/fold.ts";
import { fieldText, SEARCH_FIELDS } from "../format/options.ts";
import { TERM_MAX } from "../format/tokenize.ts";
import { createTermScanner } from "./scan-terms.ts";
import { copyText, TermTable } from "./term-table.ts";

const FIELDS = SEARCH_FIELDS.length;
/** Distinct terms that there is room for before more is asked for. */
const TERMS_AT_FIRST = 1_024;
/** Words that are looked up by their spelling before they are forgotten. */
const KNOWN_MAX = 100_000;
const NONE = -1;

/** Counts the terms of documents, which it numbers: all that the index takes from a text. */
export class TermCounter {
  readonly #table = new TermTable();
  /** Of words that are not plain: the numbers of their terms. */
  readonly #known = new Map<string, readonly number[]>();
  /** Of the field that is counted: by term its place, or NONE; by place the term and its occurrences. */
  #places = new Int32Array(TERMS_AT_FIRST).fill(NONE);
  #terms = new Uint32Array(TERMS_AT_FIRST);
  #occurrences = new Uint32Array(TERMS_AT_FIRST);
  #size = 0;
  /** Of the document that is counted. */
  #pairs = new Uint32Array(TERMS_AT_FIRST);
  readonly #scan = createTermScanner({
    word: (bytes, start, end, hash) => this.#add(this.#table.numberOfWord(bytes, start, end, hash)),
    terms: (key, make) => {
      for (const number of this.#known.get(key) ?? this.#learn(key, make())) this.#add(number);
    },
  });

  /** Terms by number. */
  get names(): readonly string[] {
    return this.#table.names;
  }

  /** Of a document, in turn: term number · fields + field (SEARCH_FIELDS), and occurrences; each term of each field once. */
  count(text: SearchText): Uint32Array {
    let length = 0;
    for (const [field, name] of SEARCH_FIELDS.entries()) {
      this.#scan(normalizeText(fieldText(text, name)));
      while (length + this.#size * 2 > this.#pairs.length) this.#pairs = grow(this.#pairs);
      for (let place = 0; place < this.#size; place += 1) {
        const term = this.#terms[place] ?? 0;
        this.#pairs[length++] = term * FIELDS + field;
        this.#pairs[length++] = this.#occurrences[place] ?? 0;
        this.#places[term] = NONE;
      }
      this.#size = 0;
    }
    return this.#pairs.slice(0, length);
  }

  #add(term: number): void {
    if (term >= this.#places.length) {
      const before = this.#places;
      this.#places = new Int32Array(term * 2).fill(NONE);
      this.#places.set(before);
    }
    const place = this.#places[term] ?? NONE;
    if (place !== NONE) {
      this.#occurrences[place] = (this.#occurrences[place] ?? 0) + 1;
      return;
    }
    if (this.#size === this.#terms.length) {
      this.#terms = grow(this.#terms);
      this.#occurrences = grow(this.#occurrences);
    }
    this.#places[term] = this.#size;
    this.#terms[this.#size] = term;
    this.#occurrences[this.#size] = 1;
    this.#size += 1;
  }

  #learn(key: string, terms: readonly string[]): readonly number[] {
    const numbers = terms.map((term) => this.#table.numberOf(term));
    // Long ones hardly come again.
    if (key.length > TERM_MAX) return numbers;
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(copyText(key), numbers);
    return numbers;
  }
}

function grow(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Adds up the distinct terms of each field. @param lengths FIELDS numbers a document */
export function addLengths(pairs: Uint32Array, lengths: Uint32Array, document: number): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const place = document * FIELDS + ((pairs[at] ?? 0) % FIELDS);
    lengths[place] = (lengths[place] ?? 0) + 1;
  }
}
