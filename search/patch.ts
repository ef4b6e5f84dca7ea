import { createNumberWriter, type NumberWriter } from "./encode.ts";
import { compareUnits, type Inverted, type Rows, sortByTerm } from "./invert.ts";
import { CARRYING, DIGIT_OF, ENDING } from "./numbers.ts";
import { BODY_FIELD, SEARCH_FIELDS } from "./options.ts";

const FIELDS = SEARCH_FIELDS.length;

export const EMPTY_INDEX: Inverted = { terms: [], postings: new Uint8Array(), starts: new Uint32Array(1) };
/** What is no longer there, or was made anew. */
export const GONE = -1;

export interface Patch {
  /** By former id of each document the present one, or GONE; those that stay in the order they had. */
  readonly ids: Int32Array;
  /** By id ascending; pairs as `Terms.intern` gives them. */
  readonly added: readonly { readonly id: number; readonly pairs: Uint32Array }[];
  /** Of the pairs' terms, by number. */
  readonly names: readonly string[];
  /** By present id, FIELDS numbers each: distinct terms of the field. */
  readonly lengths: Uint32Array;
  /** Where ids stay: all terms of documents that are gone. Without it all postings are searched for them. */
  readonly touched?: ReadonlySet<string>;
}

export interface Patched {
  readonly inverted: Inverted;
  /** By place of each term: the former place, or GONE where it is new or its postings are others than before. */
  readonly places: Int32Array;
  readonly newTerms: readonly string[];
  readonly goneTerms: ReadonlySet<string>;
}

/** What an inverted index becomes with some documents added, gone or numbered otherwise. Terms that none of those has are copied as they are. */
export function patchIndex(old: Inverted, { ids, added, names, lengths, touched }: Patch): Patched {
  const rows = sortByTerm(
    names.length,
    added.map(({ pairs }) => pairs),
  );
  const addedIds = Int32Array.from(added, ({ id }) => id);
  const numbers = names.map((_, number) => number).filter((number) => rows.starts[number * FIELDS] !== rows.starts[(number + 1) * FIELDS]);
  numbers.sort((a, b) => compareUnits(names[a] ?? "", names[b] ?? ""));

  const reader = new PostingsReader(old, ids);
  const writer = createNumberWriter();
  const encode = createEncoder(writer, { reader, rows, addedIds, lengths });
  const terms: string[] = [];
  const starts: number[] = [0];
  const places: number[] = [];
  const newTerms: string[] = [];
  const goneTerms = new Set<string>();
  const isTouched = (term: string, from: number): boolean => (touched === undefined ? reader.isTouched(from) : touched.has(term));
  // Postings that stay as they are, many terms in a row, are copied at once.
  let [copyFrom, copyTo] = [0, 0];
  const copy = (): void => {
    writer.copy(old.postings, copyFrom, copyTo);
    copyFrom = copyTo;
  };
  const end = (term: string, place: number): void => {
    terms.push(term);
    places.push(place);
    starts.push(writer.length + copyTo - copyFrom);
  };
  for (let at = 0, next = 0; at < old.terms.length || next < numbers.length; ) {
    const [term, name] = [old.terms[at], names[numbers[next] ?? -1]];
    const order = term === undefined ? 1 : name === undefined ? -1 : compareUnits(term, name);
    if (order > 0 && name !== undefined) {
      copy();
      reader.clear();
      encode(numbers[next] ?? 0);
      newTerms.push(name);
      end(name, GONE);
      next += 1;
      continue;
    }
    if (term === undefined) break;
    const [from = 0, to = 0] = [old.starts[at], old.starts[at + 1]];
    if (order < 0 && !isTouched(term, from)) {
      if (copyFrom === copyTo) copyFrom = from;
      copyTo = to;
      end(term, at);
    } else {
      copy();
      const before = writer.length;
      reader.read(from);
      if (encode(order === 0 ? (numbers[next] ?? 0) : null)) end(term, writer.endsWith(before, old.postings, from, to) ? at : GONE);
      else goneTerms.add(term);
    }
    at += 1;
    if (order === 0) next += 1;
  }
  copy();
  return {
    inverted: { terms, postings: writer.takeBytes(), starts: Uint32Array.from(starts) },
    places: Int32Array.from(places),
    newTerms,
    goneTerms,
  };
}

/** Reads postings of an index whose documents have other ids now. */
class PostingsReader {
  /** Of the term that was read: where each field's documents begin, and the end. */
  readonly ends = new Uint32Array(FIELDS + 1);
  readonly ids: Int32Array;
  readonly occurrences: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #newIds: Int32Array;
  readonly #isAnyTouched: boolean;
  #at = 0;

  constructor({ postings }: Inverted, newIds: Int32Array) {
    this.#bytes = postings;
    this.#newIds = newIds;
    this.#isAnyTouched = newIds.some((id, former) => id !== former);
    this.ids = new Int32Array(newIds.length * FIELDS);
    this.occurrences = new Uint32Array(newIds.length * FIELDS);
  }

  clear(): void {
    this.ends.fill(0);
  }

  /** Whether the postings that begin there name a document that is gone or has another id. */
  isTouched(start: number): boolean {
    if (!this.#isAnyTouched) return false;
    this.#at = start;
    const mask = this.#next();
    for (let field = 0; field < FIELDS; field += 1) {
      if ((mask & (1 << field)) === 0) continue;
      const count = this.#next();
      for (let left = count, id = 0; left > 0; left -= 1) {
        const value = this.#next();
        id += value >> 1;
        if (this.#newIds[id] !== id) return true;
        if ((value & 1) === 1) this.#next();
      }
      if (field !== BODY_FIELD) for (let left = count; left > 0; left -= 1) this.#next();
    }
    return false;
  }

  /** Reads what begins there; documents that are gone are left out. */
  read(start: number): void {
    this.#at = start;
    const mask = this.#next();
    let length = 0;
    for (let field = 0; field < FIELDS; field += 1) {
      this.ends[field] = length;
      if ((mask & (1 << field)) === 0) continue;
      const count = this.#next();
      for (let left = count, id = 0; left > 0; left -= 1) {
        const value = this.#next();
        id += value >> 1;
        const occurrences = (value & 1) === 1 ? this.#next() + 2 : 1;
        const now = this.#newIds[id] ?? GONE;
        if (now === GONE) continue;
        this.ids[length] = now;
        this.occurrences[length] = occurrences;
        length += 1;
      }
      if (field !== BODY_FIELD) for (let left = count; left > 0; left -= 1) this.#next();
    }
    this.ends[FIELDS] = length;
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

interface Sources {
  readonly reader: PostingsReader;
  readonly rows: Rows;
  readonly addedIds: Int32Array;
  readonly lengths: Uint32Array;
}

/** Writes what the reader read together with the rows of a term. @returns false: there is nothing to write */
function createEncoder(writer: NumberWriter, { reader, rows, addedIds, lengths }: Sources): (added: number | null) => boolean {
  const size = lengths.length / FIELDS;
  const ids = new Int32Array(size);

  function writeField(field: number, added: number | null): void {
    let at = reader.ends[field] ?? 0;
    const atEnd = reader.ends[field + 1] ?? 0;
    let [row, rowEnd] = added === null ? [0, 0] : rowOf(added, field);
    const count = atEnd - at + (rowEnd - row);
    if (count === 0) return;
    writer.write(count);
    let previous = 0;
    for (let written = 0; written < count; written += 1) {
      const kept = at < atEnd ? (reader.ids[at] ?? 0) : size;
      const fresh = row < rowEnd ? (addedIds[rows.places[row] ?? 0] ?? 0) : size;
      const id = kept < fresh ? kept : fresh;
      const occurrences = (kept < fresh ? reader.occurrences[at++] : rows.occurrences[row++]) ?? 0;
      writer.write((id - previous) * 2 + (occurrences > 1 ? 1 : 0));
      if (occurrences > 1) writer.write(occurrences - 2);
      previous = id;
      ids[written] = id;
    }
    if (field === BODY_FIELD) return;
    for (let written = 0; written < count; written += 1) writer.write(lengths[(ids[written] ?? 0) * FIELDS + field] ?? 0);
  }

  function rowOf(added: number, field: number): [start: number, end: number] {
    return [rows.starts[added * FIELDS + field] ?? 0, rows.starts[added * FIELDS + field + 1] ?? 0];
  }

  return (added) => {
    let mask = 0;
    for (let field = 0; field < FIELDS; field += 1) {
      const [row, rowEnd] = added === null ? [0, 0] : rowOf(added, field);
      if (reader.ends[field] !== reader.ends[field + 1] || row !== rowEnd) mask |= 1 << field;
    }
    if (mask === 0) return false;
    writer.write(mask);
    for (let field = 0; field < FIELDS; field += 1) writeField(field, added);
    writer.separate();
    return true;
  };
}
