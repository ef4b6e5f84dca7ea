import type { TermCounts } from "./term-counter.ts";

/** Numbers in a chunk. */
const CHUNK = 1 << 16;
const NO_CHUNK: Uint32Array = new Uint32Array();

/** Postings of a field by term. */
export interface SortedPostings {
  /** End of each term's postings, by term number. They begin at the end of the previous term's. */
  readonly ends: Uint32Array;
  /**
   * Twice the id of a document, plus one if it has the term more than once; then the count follows.
   */
  readonly postings: Uint32Array;
}

/**
 * The counts of a field, document by document. Each entry is twice a term's number, encoded as in
 * `SortedPostings`; most terms of a text occur once. Stored in chunks, because enlarging one array
 * needs twice its memory.
 */
export class CountedField {
  readonly #ids: number[] = [];
  readonly #sizes: number[] = [];
  #chunks: Uint32Array[] = [];
  #chunk: Uint32Array = NO_CHUNK;
  #at = CHUNK;

  get isEmpty(): boolean {
    return this.#ids.length === 0;
  }

  /** @param id greater than the ids of all earlier documents */
  add(id: number, { size, terms, occurrences }: TermCounts): void {
    if (size === 0) return;
    this.#ids.push(id);
    this.#sizes.push(size);
    for (let place = 0; place < size; place += 1) {
      const times = occurrences[place] ?? 0;
      this.#write((terms[place] ?? 0) * 2 + (times > 1 ? 1 : 0));
      if (times > 1) this.#write(times);
    }
  }

  /**
   * Postings by term, each in document order, by a counting sort. The counts are released.
   * @param terms number of terms
   */
  takeSorted(terms: number): SortedPostings {
    const [ids, sizes, chunks] = [this.#ids.splice(0), this.#sizes.splice(0), this.#chunks];
    [this.#chunks, this.#chunk, this.#at] = [[], NO_CHUNK, CHUNK];
    const ends = new Uint32Array(terms + 1);
    const counted = createReader(chunks);
    for (const size of sizes)
      for (let remaining = size; remaining > 0; remaining -= 1) {
        const word = counted();
        const term = word >>> 1;
        ends[term + 1] = (ends[term + 1] ?? 0) + 1 + (word & 1);
        if ((word & 1) === 1) counted();
      }
    // Start of each term's postings. When they are filled in, it becomes their end.
    for (let term = 1; term <= terms; term += 1) ends[term] = (ends[term] ?? 0) + (ends[term - 1] ?? 0);
    const postings = new Uint32Array(ends[terms] ?? 0);
    const again = createReader(chunks);
    for (const [document, id] of ids.entries()) {
      for (let left = sizes[document] ?? 0; left > 0; left -= 1) {
        const word = again();
        const term = word >>> 1;
        const place = ends[term] ?? 0;
        ends[term] = place + 1 + (word & 1);
        postings[place] = id * 2 + (word & 1);
        if ((word & 1) === 1) postings[place + 1] = again();
      }
    }
    return { ends, postings };
  }

  #write(number: number): void {
    if (this.#at === CHUNK) {
      this.#chunk = new Uint32Array(CHUNK);
      this.#chunks.push(this.#chunk);
      this.#at = 0;
    }
    this.#chunk[this.#at] = number;
    this.#at += 1;
  }
}

/** Yields one number after the other. */
function createReader(chunks: readonly Uint32Array[]): () => number {
  let [chunk, next, at]: [Uint32Array, number, number] = [NO_CHUNK, 0, CHUNK];
  return () => {
    if (at === CHUNK) {
      chunk = chunks[next] ?? NO_CHUNK;
      next += 1;
      at = 0;
    }
    const number = chunk[at] ?? 0;
    at += 1;
    return number;
  };
}
