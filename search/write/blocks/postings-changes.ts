import { findBound } from "../../../contract/lists/find-bound.ts";
import type { DocumentChanges } from "../document-changes.ts";
import { isSame } from "../file-set.ts";
import type { SortedPostings } from "../terms/posting-rows.ts";
import { sortTexts } from "../terms/sort-texts.ts";
import type { TermTable } from "../terms/term-table.ts";
import { type Block, type BlockChanges, findBlock } from "./blocks.ts";
import { type Items, KeyList } from "./items.ts";
import { NOT_ADDED, PostingsMerger } from "./merge-postings.ts";

export interface TermChanges {
  /** Terms that no document had before, sorted. */
  readonly added: string[];
  /** Terms that no document has any more. */
  readonly gone: string[];
}

/** Terms in order, and the number of each. */
interface SortedTerms {
  readonly names: readonly string[];
  readonly numbers: readonly number[];
}

/**
 * Patches the shards after documents were added, removed or renumbered. If the touched terms are
 * known, only their shards are loaded, and the postings of all other terms are copied.
 */
export function patchPostings(
  blocks: readonly Block[],
  load: (block: number) => Items,
  { ids, added, table, lengths, touched }: DocumentChanges,
): BlockChanges & { readonly terms: TermChanges } {
  const merger = new PostingsMerger({ ids, added, lengths });
  const sorted = sortTerms(table, touched ?? allIn(added, table.size));
  const terms: TermChanges = { added: [], gone: [] };
  const changed = new Map<number, Items>();
  let from = 0;
  for (let block = 0; block < Math.max(blocks.length, 1); block += 1) {
    let to = from;
    while (to < sorted.names.length && findBlock(blocks, sorted.names[to] ?? "") === block) to += 1;
    if (touched === null || to > from) {
      const own = { names: sorted.names.slice(from, to), numbers: sorted.numbers.slice(from, to) };
      const items = patchBlock(load(block), own, { merger, isAnyTouched: touched === null, terms });
      if (items !== null) changed.set(block, items);
    }
    from = to;
  }
  return { blocks, load, changed, terms };
}

/**
 * Patches the terms of the most recent documents.
 * @param previous the terms of the formerly most recent documents
 */
export function patchRecent(previous: Items, { ids, recent, table, lengths }: DocumentChanges): Items {
  const merger = new PostingsMerger({ ids, added: recent, lengths });
  const own = sortTerms(table, allIn(recent, table.size));
  return patchBlock(previous, own, { merger, isAnyTouched: true, terms: { added: [], gone: [] } }) ?? previous;
}

interface PatchOptions {
  readonly merger: PostingsMerger;
  /** Whether the postings of any term may differ, or only those of the given terms. */
  readonly isAnyTouched: boolean;
  /** Receives new and removed terms. */
  readonly terms: TermChanges;
}

/** @returns null if the block is unchanged */
function patchBlock({ keys, postings }: Items, own: SortedTerms, { merger, isAnyTouched, terms }: PatchOptions): Items | null {
  const previous = postings ?? { bytes: new Uint8Array(), ends: new Uint32Array() };
  merger.open(previous);
  const edits: KeyEdits = { gone: [], places: [], names: [] };
  let next = 0;
  const passUntil = (end: number): void => {
    if (!isAnyTouched) merger.copy(next, end);
    else for (let place = next; place < end; place += 1) if (!merger.merge(place, NOT_ADDED)) edits.gone.push(place);
    next = end;
  };
  for (const [at, name] of own.names.entries()) {
    const number = own.numbers[at] ?? NOT_ADDED;
    const place = findPlace(keys, name, next);
    passUntil(place);
    if (place < keys.count && keys.keys[place] === name) {
      if (!merger.merge(place, number)) edits.gone.push(place);
      next = place + 1;
    } else if (merger.addNew(number)) {
      edits.places.push(place);
      edits.names.push(name);
    }
  }
  passUntil(keys.count);
  const patched = merger.take();
  for (const place of edits.gone) terms.gone.push(keys.keys[place] ?? "");
  for (const name of edits.names) terms.added.push(name);
  if (edits.gone.length + edits.names.length > 0) return { keys: KeyList.of(editKeys(keys.keys, edits)), postings: patched };
  return isSame(patched.bytes, previous.bytes) ? null : { keys, postings: patched };
}

/** Ascending places of removed keys; new keys, sorted, with the places before which they go. */
interface KeyEdits {
  readonly gone: number[];
  readonly places: number[];
  readonly names: string[];
}

function editKeys(keys: readonly string[], { gone, places, names }: KeyEdits): readonly string[] {
  if (keys.length === 0) return names;
  const edited: string[] = [];
  let [left, added] = [0, 0];
  for (let place = 0; place <= keys.length; place += 1) {
    for (; places[added] === place; added += 1) edited.push(names[added] ?? "");
    if (gone[left] === place) left += 1;
    else if (place < keys.length) edited.push(keys[place] ?? "");
  }
  return edited;
}

/** The place of a key from `start` on, or the place before which it belongs. */
function findPlace(keys: KeyList, key: string, start: number): number {
  if (start === keys.count) return start;
  const all = keys.keys;
  return findBound(keys.count, (place) => (all[place] ?? "") < key, start);
}

/** All terms that have postings. */
function allIn(added: readonly SortedPostings[], size: number): number[] {
  const isIn = new Uint8Array(size);
  for (const { ends } of added) {
    let start = 0;
    for (let term = 0; term < size; term += 1) {
      const end = ends[term] ?? 0;
      if (end > start) isIn[term] = 1;
      start = end;
    }
  }
  const terms: number[] = [];
  for (let term = 0; term < size; term += 1) if (isIn[term] === 1) terms.push(term);
  return terms;
}

function sortTerms(table: TermTable, terms: Iterable<number>): SortedTerms {
  const numbers = [...terms];
  const names = numbers.map((number) => table.nameOf(number));
  const order = [...sortTexts(names)];
  return { names: order.map((place) => names[place] ?? ""), numbers: order.map((place) => numbers[place] ?? NOT_ADDED) };
}
