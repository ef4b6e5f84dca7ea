import { CARRYING, DIGIT_OF, ENDING } from "../format/numbers.ts";
import { BODY_FIELD, SEARCH_FIELDS } from "../format/options.ts";
import { createNumberWriter, type NumberWriter } from "./encode.ts";
import { compareUnits, type Inverted, type Rows, sortByTerm } from "./invert.ts";

const FIELDS = SEARCH_FIELDS.length;

/** Bytes. */
const ROOM = 1 << 16;

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
  /** Where ids stay: all terms whose postings say something else of documents that are gone or added; `added` names no others. Without it all are searched for them. */
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
  const reader = new PostingsReader(old, ids);
  // What a few documents more take; it grows where that is not enough.
  const writer = createNumberWriter(old.postings.length + ROOM);
  const isSpliced = touched !== undefined;
  const encode = createEncoder(writer, { reader, rows, addedIds, lengths, isSpliced });
  const numbers = new Map<string, number>();
  for (const [number, name] of names.entries())
    if (rows.starts[number * FIELDS] !== rows.starts[(number + 1) * FIELDS]) numbers.set(name, number);
  const changed = new Set([...(touched ?? reader.findTouched()), ...numbers.keys()]);

  const terms = new Stretches(old.terms);
  const most = old.terms.length + numbers.size;
  const starts = new Uint32Array(most + 1);
  const places = new Int32Array(most);
  const newTerms: string[] = [];
  const goneTerms = new Set<string>();
  let next = 0;
  const copyUntil = (place: number): void => {
    const from = old.starts[next] ?? 0;
    const shift = writer.length - from;
    writer.copy(old.postings, from, old.starts[place] ?? from);
    let at = terms.length;
    terms.copy(next, place);
    for (; next < place; next += 1) {
      places[at++] = next;
      starts[at] = (old.starts[next + 1] ?? 0) + shift;
    }
  };
  for (const term of [...changed].sort(compareUnits)) {
    copyUntil(findPlace(old.terms, term, next));
    const isKnown = old.terms[next] === term;
    const [from = 0, to = 0] = isKnown ? [old.starts[next], old.starts[next + 1]] : [];
    if (isKnown) reader.read(from, isSpliced);
    else reader.clear();
    const before = writer.length;
    if (encode(numbers.get(term) ?? null)) {
      places[terms.length] = isKnown && writer.endsWith(before, old.postings, from, to) ? next : GONE;
      terms.add(term);
      starts[terms.length] = writer.length;
      if (!isKnown) newTerms.push(term);
    } else if (isKnown) goneTerms.add(term);
    if (isKnown) next += 1;
  }
  copyUntil(old.terms.length);
  return {
    inverted: { terms: terms.toList(), postings: writer.takeBytes(), starts: starts.slice(0, terms.length + 1) },
    places: places.slice(0, terms.length),
    newTerms,
    goneTerms,
  };
}

/** Joined at once: each is an argument of a call. */
const PARTS_MAX = 10_000;

/** A list of stretches of a former one with other items between them: of a hundred thousand nearly all are copied at once. */
export class Stretches {
  readonly #former: readonly string[];
  #parts: (readonly string[])[] = [];
  #added: string[] = [];
  #length = 0;

  constructor(former: readonly string[]) {
    this.#former = former;
  }

  get length(): number {
    return this.#length;
  }

  /** Of the former list. */
  copy(start: number, end: number): void {
    if (start >= end) return;
    this.#parts.push(this.#added, this.#former.slice(start, end));
    this.#added = [];
    this.#length += end - start;
    if (this.#parts.length > PARTS_MAX) this.#parts = [this.toList()];
  }

  add(item: string): void {
    this.#added.push(item);
    this.#length += 1;
  }

  toList(): string[] {
    return this.#parts.length === 0 ? this.#added : ([] as string[]).concat(...this.#parts, this.#added);
  }
}

/** Where a term stands in a sorted list, or would. @param from where to begin */
export function findPlace(terms: readonly string[], term: string, from: number): number {
  let [low, high] = [from, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] ?? "") < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads postings of an index whose documents have other ids now. */
class PostingsReader {
  /** Of the term that was read: where each field's documents begin, and the end. */
  readonly ends = new Uint32Array(FIELDS + 1);
  readonly ids: Int32Array;
  readonly occurrences: Uint32Array;
  readonly bytes: Uint8Array;
  /** Of bodies that are to be copied: where their postings begin, and how many there are. */
  bodyStart = 0;
  bodyCount = 0;
  readonly #terms: readonly string[];
  readonly #starts: Uint32Array;
  readonly #newIds: Int32Array;
  readonly #isAnyTouched: boolean;
  #at = 0;

  constructor({ terms, postings, starts }: Inverted, newIds: Int32Array) {
    this.bytes = postings;
    this.#terms = terms;
    this.#starts = starts;
    this.#newIds = newIds;
    this.#isAnyTouched = newIds.some((id, former) => id !== former);
    this.ids = new Int32Array(newIds.length * FIELDS);
    this.occurrences = new Uint32Array(newIds.length * FIELDS);
  }

  clear(): void {
    this.ends.fill(0);
    this.bodyCount = 0;
  }

  /** Terms whose postings name a document that is gone or has another id. */
  findTouched(): string[] {
    if (!this.#isAnyTouched) return [];
    return this.#terms.filter((_, place) => this.#isTouched(this.#starts[place] ?? 0));
  }

  #isTouched(start: number): boolean {
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

  /** The number that begins there. */
  numberAt(at: number): number {
    this.#at = at;
    return this.#next();
  }

  /** Where the number ends that was read last. */
  get end(): number {
    return this.#at;
  }

  isGone(id: number): boolean {
    return this.#newIds[id] === GONE;
  }

  /** Reads what begins there; documents that are gone are left out. @param copiesBody whether only to say where those of bodies are */
  read(start: number, copiesBody: boolean): void {
    this.#at = start;
    const mask = this.#next();
    let length = 0;
    this.bodyCount = 0;
    for (let field = 0; field < FIELDS; field += 1) {
      this.ends[field] = length;
      if ((mask & (1 << field)) === 0) continue;
      const count = this.#next();
      if (copiesBody && field === BODY_FIELD) {
        this.bodyStart = this.#at;
        this.bodyCount = count;
        continue;
      }
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
    const bytes = this.bytes;
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
  /** Whether ids stay as they are, and postings of bodies are copied but for the documents that are gone or added. */
  readonly isSpliced: boolean;
}

/** Writes what the reader read together with the rows of a term. @returns false: there is nothing to write */
function createEncoder(writer: NumberWriter, { reader, rows, addedIds, lengths, isSpliced }: Sources): (added: number | null) => boolean {
  const size = lengths.length / FIELDS;
  const ids = new Int32Array(size);
  const spliced = createNumberWriter();

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

  /** Postings of bodies with those of gone documents left out and those of added ones put in. @returns how many there are, in `spliced` */
  function spliceBody(added: number | null): number {
    let [row, rowEnd] = added === null ? [0, 0] : rowOf(added, BODY_FIELD);
    let count = 0;
    let previous = 0;
    // From where on bytes are still to be copied.
    let copyFrom = reader.bodyStart;
    let isShifted = false;
    const idOf = (at: number): number => (at < rowEnd ? (addedIds[rows.places[at] ?? 0] ?? 0) : size);
    const addUntil = (id: number): void => {
      for (; idOf(row) < id; row += 1) {
        const occurrences = rows.occurrences[row] ?? 0;
        spliced.write((idOf(row) - previous) * 2 + (occurrences > 1 ? 1 : 0));
        if (occurrences > 1) spliced.write(occurrences - 2);
        previous = idOf(row);
        count += 1;
        isShifted = true;
      }
    };
    let at = reader.bodyStart;
    for (let left = reader.bodyCount, id = 0; left > 0; left -= 1) {
      const value = reader.numberAt(at);
      id += value >> 1;
      const afterId = reader.end;
      if ((value & 1) === 1) reader.numberAt(afterId);
      const end = reader.end;
      if (idOf(row) < id) {
        spliced.copy(reader.bytes, copyFrom, at);
        copyFrom = at;
        addUntil(id);
      }
      if (reader.isGone(id)) {
        spliced.copy(reader.bytes, copyFrom, at);
        copyFrom = end;
        isShifted = true;
      } else {
        if (isShifted) {
          spliced.write((id - previous) * 2 + (value & 1));
          copyFrom = afterId;
          isShifted = false;
        }
        previous = id;
        count += 1;
      }
      at = end;
    }
    spliced.copy(reader.bytes, copyFrom, at);
    addUntil(size);
    return count;
  }

  function rowOf(added: number, field: number): [start: number, end: number] {
    return [rows.starts[added * FIELDS + field] ?? 0, rows.starts[added * FIELDS + field + 1] ?? 0];
  }

  // The body is the last.
  const fields = isSpliced ? BODY_FIELD : FIELDS;
  return (added) => {
    const bodies = isSpliced ? spliceBody(added) : 0;
    let mask = bodies > 0 ? 1 << BODY_FIELD : 0;
    for (let field = 0; field < fields; field += 1) {
      const [row, rowEnd] = added === null ? [0, 0] : rowOf(added, field);
      if (reader.ends[field] !== reader.ends[field + 1] || row !== rowEnd) mask |= 1 << field;
    }
    if (mask === 0) return false;
    writer.write(mask);
    for (let field = 0; field < fields; field += 1) writeField(field, added);
    if (bodies > 0) {
      writer.write(bodies);
      const bytes = spliced.takeBytes();
      writer.copy(bytes, 0, bytes.length);
    }
    writer.separate();
    return true;
  };
}
