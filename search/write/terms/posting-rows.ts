import type { TermCounts } from "./term-counter.ts";

/** Numbers in a chunk: two a posting. */
const CHUNK = 1 << 16;

/** Postings of a field by term. */
export interface SortedPostings {
  /** By number of the term: where its postings end; they begin where those of the term before end. */
  readonly ends: Uint32Array;
  /** Two numbers each: id of the document, and how often it has the term. */
  readonly postings: Uint32Array;
}

/** What was counted in a field of documents, one after the other. In chunks: to enlarge an array is to hold it twice. */
export class CountedField {
  readonly #ids: number[] = [];
  readonly #sizes: number[] = [];
  readonly #chunks: Uint32Array[] = [];
  #used = CHUNK;

  /** @param id greater than those of all documents before */
  add(id: number, { size, terms, occurrences }: TermCounts): void {
    if (size === 0) return;
    this.#ids.push(id);
    this.#sizes.push(size);
    let [chunk, at] = [this.#chunks.at(-1) ?? new Uint32Array(), this.#used];
    for (let place = 0; place < size; place += 1) {
      if (at === CHUNK) {
        chunk = new Uint32Array(CHUNK);
        this.#chunks.push(chunk);
        at = 0;
      }
      chunk[at] = terms[place] ?? 0;
      chunk[at + 1] = occurrences[place] ?? 0;
      at += 2;
    }
    this.#used = at;
  }

  /** By term, those of each in the order of the documents: a counting sort. @param terms how many there are */
  sort(terms: number): SortedPostings {
    const ends = new Uint32Array(terms + 1);
    const total = this.#sizes.reduce((sum, size) => sum + size, 0);
    for (const [place, chunk] of this.#chunks.entries()) {
      const used = place === this.#chunks.length - 1 ? this.#used : CHUNK;
      for (let at = 0; at < used; at += 2) ends[(chunk[at] ?? 0) + 1] = (ends[(chunk[at] ?? 0) + 1] ?? 0) + 1;
    }
    // Where each term begins; once its postings are there, where it ends.
    for (let term = 1; term <= terms; term += 1) ends[term] = (ends[term] ?? 0) + (ends[term - 1] ?? 0);
    const postings = new Uint32Array(total * 2);
    let [chunk, next, at]: [Uint32Array, number, number] = [new Uint32Array(), 0, CHUNK];
    for (const [document, id] of this.#ids.entries()) {
      for (let left = this.#sizes[document] ?? 0; left > 0; left -= 1) {
        if (at === CHUNK) [chunk, next, at] = [this.#chunks[next] ?? chunk, next + 1, 0];
        const term = chunk[at] ?? 0;
        const place = ends[term] ?? 0;
        ends[term] = place + 1;
        postings[place * 2] = id;
        postings[place * 2 + 1] = chunk[at + 1] ?? 0;
        at += 2;
      }
    }
    return { ends, postings };
  }
}
