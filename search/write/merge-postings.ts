import { CARRYING, DIGIT_OF, ENDING } from "../format/numbers.ts";
import { BODY_FIELD, SEARCH_FIELDS } from "../format/options.ts";
import { createNumberWriter } from "./encode.ts";

const FIELDS = SEARCH_FIELDS.length;

/** A document that is no longer there, or is counted anew. */
export const GONE = -1;
/** More than any id. */
const NONE = 0x7fffffff;

export interface MergeOptions {
  /** By former id of each document the present one, or GONE; those that stay in the order they had. */
  readonly ids: Int32Array;
  /** Of added documents, whose ids are `addedIds`, ascending. */
  readonly rows: Rows;
  readonly addedIds: Int32Array;
  /** By present id, FIELDS numbers each: distinct terms of the field. */
  readonly lengths: Uint32Array;
}

/**
 * Writes postings of one term after the other, each from what they were and from the rows of added documents. What stays is copied as bytes: as a
 * posting says how far its document is from the one before, few say something else where all later documents have other numbers.
 */
export class PostingsMerger {
  readonly #options: MergeOptions;
  /** Terms that are done; the fields of the term at hand; the postings of the field at hand. */
  readonly #terms = createNumberWriter();
  readonly #fields = createNumberWriter();
  readonly #postings = createNumberWriter();
  readonly #decoder = new TextDecoder();
  /** Ids of the field at hand. */
  readonly #ids: Int32Array;
  #bytes = new Uint8Array();
  #at = 0;

  constructor(options: MergeOptions) {
    this.#options = options;
    this.#ids = new Int32Array(options.lengths.length / FIELDS);
  }

  /** Begins with postings of terms, a space between them, which are then read in order. */
  open(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#at = 0;
  }

  /**
   * Reads the next term's postings and writes them with those of added documents.
   * @param added number of the term, if added documents have it
   * @returns false: none are left, and nothing is written
   */
  mergeNext(added: number | null): boolean {
    const isWritten = (added === null && this.#copyUntouched()) || this.#merge(this.#next(), added);
    // The space.
    this.#at += 1;
    return isWritten;
  }

  /** Writes the postings of a term that was not there before. */
  addNew(added: number): void {
    this.#merge(0, added);
  }

  /** What was written since the last time, a space after each term's. */
  take(): string {
    return this.#decoder.decode(this.#terms.takeBytes());
  }

  /**
   * Copies the next term's postings if all their documents are there and have the numbers they had: of a small edit nearly all are such, and numbers are
   * read where they stand, as a call for each takes several times as long.
   * @returns false: nothing is done
   */
  #copyUntouched(): boolean {
    const { ids: present } = this.#options;
    const bytes = this.#bytes;
    const start = this.#at;
    const mask = this.#next();
    for (let field = 0; field < FIELDS; field += 1) {
      if ((mask & (1 << field)) === 0) continue;
      const count = this.#next();
      let at = this.#at;
      for (let left = count, id = 0; left > 0; left -= 1) {
        let high = 0;
        let digit = DIGIT_OF[bytes[at++] ?? 0] ?? 0;
        while (digit >= ENDING) {
          high = high * CARRYING + (digit - ENDING) + 1;
          digit = DIGIT_OF[bytes[at++] ?? 0] ?? 0;
        }
        const value = high * ENDING + digit;
        id += value >> 1;
        if (present[id] !== id) {
          this.#at = start;
          return false;
        }
        if ((value & 1) === 1) at = skipNumber(bytes, at);
      }
      if (field !== BODY_FIELD) for (let left = count; left > 0; left -= 1) at = skipNumber(bytes, at);
      this.#at = at;
    }
    this.#terms.copy(bytes, start, this.#at);
    this.#terms.separate();
    return true;
  }

  /** @param former fields that have postings to read */
  #merge(former: number, added: number | null): boolean {
    const { rows, lengths } = this.#options;
    let mask = 0;
    for (let field = 0; field < FIELDS; field += 1) {
      const read = (former & (1 << field)) === 0 ? 0 : this.#next();
      const row = added === null ? 0 : (rows.starts[added * FIELDS + field] ?? 0);
      const rowEnd = added === null ? 0 : (rows.starts[added * FIELDS + field + 1] ?? 0);
      const count = this.#splice(read, row, rowEnd);
      if (field !== BODY_FIELD) for (let left = read; left > 0; left -= 1) this.#next();
      if (count === 0) continue;
      mask |= 1 << field;
      this.#fields.write(count);
      this.#postings.moveTo(this.#fields);
      if (field === BODY_FIELD) continue;
      for (let place = 0; place < count; place += 1) this.#fields.write(lengths[(this.#ids[place] ?? 0) * FIELDS + field] ?? 0);
    }
    if (mask === 0) return false;
    this.#terms.write(mask);
    this.#fields.moveTo(this.#terms);
    this.#terms.separate();
    return true;
  }

  /**
   * Writes the postings of a field.
   * @param read how many there were
   * @param row of added documents, to `rowEnd`
   * @returns how many there are
   */
  #splice(read: number, row: number, rowEnd: number): number {
    const { ids: present, rows, addedIds } = this.#options;
    const [bytes, ids, writer] = [this.#bytes, this.#ids, this.#postings];
    let count = 0;
    let previous = 0;
    let next = row;
    let nextId = next < rowEnd ? (addedIds[rows.places[next] ?? 0] ?? 0) : NONE;
    const addUntil = (end: number): void => {
      while (nextId < end) {
        const occurrences = rows.occurrences[next] ?? 0;
        writer.write((nextId - previous) * 2 + (occurrences > 1 ? 1 : 0));
        if (occurrences > 1) writer.write(occurrences - 2);
        previous = nextId;
        ids[count++] = nextId;
        next += 1;
        nextId = next < rowEnd ? (addedIds[rows.places[next] ?? 0] ?? 0) : NONE;
      }
    };
    // From where on bytes are still to be copied.
    let copyFrom = this.#at;
    for (let left = read, former = 0; left > 0; left -= 1) {
      const start = this.#at;
      const value = this.#next();
      const afterId = this.#at;
      if ((value & 1) === 1) this.#next();
      former += value >> 1;
      const id = present[former] ?? GONE;
      if (id === GONE || nextId < id || id - previous !== value >> 1) {
        writer.copy(bytes, copyFrom, start);
        copyFrom = this.#at;
        if (id === GONE) continue;
        addUntil(id);
        writer.write((id - previous) * 2 + (value & 1));
        copyFrom = afterId;
      }
      previous = id;
      ids[count++] = id;
    }
    writer.copy(bytes, copyFrom, this.#at);
    addUntil(NONE);
    return count;
  }

  #next(): number {
    const bytes = this.#bytes;
    for (let high = 0; ; ) {
      const digit = DIGIT_OF[bytes[this.#at++] ?? 0] ?? 0;
      if (digit < ENDING) return high * ENDING + digit;
      high = high * CARRYING + (digit - ENDING) + 1;
    }
  }
}

/** @returns where the number ends that begins there */
function skipNumber(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((DIGIT_OF[bytes[at++] ?? 0] ?? 0) >= ENDING);
  return at;
}

/** By term and field (number · FIELDS + field): where its row begins; in it the documents' places in the list, ascending, and the occurrences. */
export interface Rows {
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
  readonly occurrences: Uint32Array;
}

/**
 * A counting sort: each row is in the order of the documents.
 * @param terms how many there are
 * @param documents pairs as TermCounter gives them
 */
export function sortByTerm(terms: number, documents: readonly Uint32Array[]): Rows {
  const starts = new Uint32Array(terms * FIELDS + 1);
  for (const pairs of documents)
    for (let at = 0; at < pairs.length; at += 2) starts[(pairs[at] ?? 0) + 1] = (starts[(pairs[at] ?? 0) + 1] ?? 0) + 1;
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const next = starts.slice();
  const total = starts[terms * FIELDS] ?? 0;
  const places = new Uint32Array(total);
  const occurrences = new Uint32Array(total);
  documents.forEach((pairs, document) => {
    for (let at = 0; at < pairs.length; at += 2) {
      const key = pairs[at] ?? 0;
      const place = next[key] ?? 0;
      next[key] = place + 1;
      places[place] = document;
      occurrences[place] = pairs[at + 1] ?? 0;
    }
  });
  return { starts, places, occurrences };
}
