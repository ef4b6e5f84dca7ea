import type { SearchField, SearchText } from "../format/search-documents.ts";
import { BODY_FIELD, fieldText, SEARCH_FIELDS } from "../format/search-options.ts";
import { GONE } from "./blocks/merge-postings.ts";
import { findPartners, NO_PARTNER } from "./document-partners.ts";
import type { IndexDocument } from "./index-documents.ts";
import { NO_TEXT, type Numbered } from "./number-documents.ts";
import { type IndexState, parsePlain, plainOf } from "./state.ts";
import { CountedField, type SortedPostings } from "./terms/posting-rows.ts";
import { TermCounter, type TermCounts } from "./terms/term-counter.ts";
import type { TermTable } from "./terms/term-table.ts";
import { type TextColumn, toTextColumn } from "./text-column.ts";

const FIELDS = SEARCH_FIELDS.length;
/**
 * If more than this share of the documents have another body, nearly all shards are touched, and
 * finding them costs more than reading all.
 */
const TOUCHED_MAX = 1 / 8;

const NO_TERMS: TermCounts = { size: 0, terms: new Uint32Array(), occurrences: new Uint32Array() };

type Body = Pick<SearchText, "headings" | "body">;

/** The headings and the body for an id; null if no longer available. */
export type ReadBody = (bodyId: string) => Body | null;

/** Groups of fields that change together. */
const GROUPS = [
  { name: "plain", fields: toFields(["title", "tags", "excerpt"]) },
  { name: "body", fields: toFields(["headings", "body"]) },
] as const;
type Group = (typeof GROUPS)[number];

function toFields<const T extends SearchField>(names: readonly T[]): readonly { readonly name: T; readonly field: number }[] {
  return names.map((name) => ({ name, field: SEARCH_FIELDS.indexOf(name) }));
}

export function findChanges(
  previous: IndexState,
  { ordered: documents, inShards }: Pick<Numbered, "ordered" | "inShards">,
  readBody: ReadBody,
): DocumentChanges {
  const ids = documents.map(({ id }) => id);
  const partners = findPartners(previous.ids, ids);
  const changes = new DocumentChanges(previous, documents, inShards, readBody);
  const gone = new Set(previous.ids.keys());
  for (const partner of partners) gone.delete(partner);
  const isShifted = partners.some((partner, id) => partner !== NO_PARTNER && partner !== id && Math.min(partner, id) < inShards);
  const others = partners.filter((partner, id) => previous.bodyIds[partner] !== documents[id]?.bodyId).length;
  if (isShifted || others + gone.size > documents.length * TOUCHED_MAX) changes.touched = null;
  for (const id of documents.keys()) changes.take(id, partners[id] ?? NO_PARTNER);
  for (const id of gone) changes.drop(id);
  return changes;
}

/** The changes to an index's documents. */
export class DocumentChanges {
  /**
   * By field and former id: the current id of each document, or GONE if the field has changed.
   * Remaining documents keep their order.
   */
  readonly ids: readonly Int32Array[];
  readonly #counted = SEARCH_FIELDS.map(() => new CountedField());
  readonly #countedRecent = SEARCH_FIELDS.map(() => new CountedField());
  /** By current id, FIELDS numbers each: distinct terms of the field. */
  readonly lengths: Uint32Array;
  /** Numbers of the terms whose postings differ; null if any may differ. */
  touched: Set<number> | null = new Set();
  readonly #plain: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  readonly #counter = new TermCounter();
  readonly #previous: IndexState;
  readonly #documents: readonly IndexDocument[];
  readonly #inShards: number;
  readonly #readBody: ReadBody;
  #added: readonly SortedPostings[] | null = null;

  constructor(previous: IndexState, documents: readonly IndexDocument[], inShards: number, readBody: ReadBody) {
    this.#previous = previous;
    this.#documents = documents;
    this.#inShards = inShards;
    this.#readBody = readBody;
    this.ids = SEARCH_FIELDS.map(() => new Int32Array(previous.ids.length).fill(GONE));
    this.lengths = new Uint32Array(documents.length * FIELDS);
  }

  /** By field: postings of documents whose field has changed, for shards. */
  get added(): readonly SortedPostings[] {
    this.#added ??= this.#counted.map((field) => field.takeSorted(this.table.size));
    return this.#added;
  }

  /** The same for the most recent documents, which are in no shard. */
  get recent(): readonly SortedPostings[] {
    return this.#countedRecent.map((field) => field.takeSorted(this.table.size));
  }

  /** Whether the most recent documents, their numbers and their terms are those of the former index. */
  get isRecentSame(): boolean {
    const { inShards } = this.#previous;
    const areKept = (column: Int32Array): boolean => column.subarray(inShards).every((id, at) => id === inShards + at);
    return this.#countedRecent.every(({ isEmpty }) => isEmpty) && this.ids.every(areKept);
  }

  /** The terms of the changed documents, before and after. */
  get table(): TermTable {
    return this.#counter.table;
  }

  /** By current id: `plainOf` the document's text. */
  get plain(): TextColumn {
    return toTextColumn(this.#plain);
  }

  /**
   * Adds a document.
   * @param partner its former id, or NO_PARTNER
   */
  take(id: number, partner: number): void {
    const document = this.#documents[id];
    if (document === undefined) return;
    const isSame = partner !== NO_PARTNER && this.#previous.ids[partner] === document.id;
    this.#plain[id] = isSame ? this.#previous.plain.bytesAt(partner) : this.#encoder.encode(plainOf(document.text));
    const mayStay = partner !== NO_PARTNER && this.#isInShards(partner) === id < this.#inShards;
    for (const group of GROUPS) {
      if (mayStay && (isSame || this.#isSame(group, partner, document))) this.#keep(group, partner, id);
      // Shards contain no terms of a recent document.
      else this.#count(group, this.#isInShards(partner) ? partner : NO_PARTNER, id);
    }
  }

  /** Records that a former document was removed. */
  drop(previous: number): void {
    if (this.#isInShards(previous)) for (const group of GROUPS) this.#count(group, previous, null);
  }

  /** Whether a former document had its terms in shards. */
  #isInShards(previous: number): boolean {
    return previous !== NO_PARTNER && previous < this.#previous.inShards;
  }

  #isSame({ name }: Group, partner: number, document: IndexDocument): boolean {
    if (name === "body") return this.#previous.bodyIds[partner] === document.bodyId;
    return this.#previous.plain.at(partner) === plainOf(document.text);
  }

  #keep({ fields }: Group, partner: number, id: number): void {
    for (const { field } of fields) {
      const ids = this.ids[field];
      if (ids !== undefined) ids[partner] = id;
      this.lengths[id * FIELDS + field] = this.#previous.lengths[partner * FIELDS + field] ?? 0;
    }
  }

  /**
   * Counts the fields of a document. If requested, also records the terms that this touches,
   * including the former ones.
   */
  #count(group: Group, partner: number, id: number | null): void {
    const before = partner === NO_PARTNER || this.touched === null ? null : this.#textBefore(group, partner);
    const isRecent = id !== null && id >= this.#inShards;
    const now = id === null ? null : (this.#documents[id]?.text ?? null);
    for (const { name, field } of group.fields) {
      const previous = before === null ? new Map<number, number>() : this.#countAlone(fieldText(before, name));
      const present = this.#counter.count(now === null ? "" : fieldText(now, name));
      if (id !== null) {
        (isRecent ? this.#countedRecent : this.#counted)[field]?.add(id, present);
        this.lengths[id * FIELDS + field] = present.size;
      }
      this.#touch(previous, isRecent ? NO_TERMS : present, field);
    }
  }

  /** Counts the terms of a field in its former state. */
  #countAlone(text: string): Map<number, number> {
    const { size, terms, occurrences } = this.#counter.count(text);
    const counts = new Map<number, number>();
    for (let place = 0; place < size; place += 1) counts.set(terms[place] ?? 0, occurrences[place] ?? 0);
    return counts;
  }

  /** Returns a document's former text, or null if it cannot be read, so any term may be touched. */
  #textBefore({ name }: Group, previous: number): SearchText | null {
    if (name === "plain") return { ...NO_TEXT, ...parsePlain(this.#previous.plain.at(previous)) };
    const bodyId = this.#previous.bodyIds[previous] ?? "";
    // An empty slot.
    if (bodyId === "") return NO_TEXT;
    const body = this.#readBody(bodyId);
    if (body === null) this.touched = null;
    return body === null ? null : { ...NO_TEXT, ...body };
  }

  /** Compares a field with its former state. */
  #touch(previous: Map<number, number>, { size, terms, occurrences }: TermCounts, field: number): void {
    if (this.touched === null) return;
    // Postings of all fields except the body contain the field's length.
    const areAll = field !== BODY_FIELD && previous.size !== size;
    for (let place = 0; place < size; place += 1) {
      const term = terms[place] ?? 0;
      if (areAll || previous.get(term) !== occurrences[place]) this.touched.add(term);
      previous.delete(term);
    }
    for (const term of previous.keys()) this.touched.add(term);
  }
}
