import { SEARCH_FIELDS } from "../format/options.ts";
import { type Block, type BlockChanges, findBlock, type Items } from "./blocks.ts";
import { PostingsMerger, type Rows, sortByTerm } from "./merge-postings.ts";

const FIELDS = SEARCH_FIELDS.length;

export interface DocumentChanges {
  /** By former id of each document the present one, or GONE; those that stay in the order they had. */
  readonly ids: Int32Array;
  /** By id ascending; pairs as TermCounter gives them. */
  readonly added: readonly { readonly id: number; readonly pairs: Uint32Array }[];
  /** Of the pairs' terms, by number. */
  readonly names: readonly string[];
  /** By present id, FIELDS numbers each: distinct terms of the field. */
  readonly lengths: Uint32Array;
}

export interface TermChanges {
  /** Terms that no document had before. */
  readonly added: string[];
  /** Terms that no document has any more. */
  readonly gone: string[];
}

/** What shards hold once documents were added, are gone or are numbered otherwise. Where all of those are new, only shards of their terms are loaded. */
export function patchPostings(
  blocks: readonly Block[],
  load: (block: number) => Items,
  { ids, added, names, lengths }: DocumentChanges,
): BlockChanges & { readonly terms: TermChanges } {
  const rows = sortByTerm(
    names.length,
    added.map(({ pairs }) => pairs),
  );
  const numbers = toNumbers(names, rows);
  const merger = new PostingsMerger({ ids, rows, addedIds: Int32Array.from(added, ({ id }) => id), lengths });
  const encoder = new TextEncoder();
  const terms: TermChanges = { added: [], gone: [] };

  const patchBlock = (former: Items, addedTerms: readonly string[]): Items | null => {
    const before = former.postings?.join(" ") ?? "";
    merger.open(encoder.encode(before));
    const keys: string[] = [];
    let next = 0;
    const addUntil = (end: string | undefined): void => {
      for (let term = addedTerms[next]; term !== undefined && (end === undefined || term < end); term = addedTerms[next]) {
        merger.addNew(numbers.get(term) ?? 0);
        keys.push(term);
        terms.added.push(term);
        next += 1;
      }
    };
    for (const key of former.keys) {
      addUntil(key);
      const isAdded = addedTerms[next] === key;
      if (isAdded) next += 1;
      if (merger.mergeNext(isAdded ? (numbers.get(key) ?? 0) : null)) keys.push(key);
      else terms.gone.push(key);
    }
    addUntil(undefined);
    const postings = merger.take().slice(0, -1);
    const isSame = postings === before && keys.length === former.keys.length && keys.every((key, at) => key === former.keys[at]);
    return isSame ? null : { keys, postings: keys.length === 0 ? [] : postings.split(" ") };
  };

  const addedTerms = Map.groupBy([...numbers.keys()].sort(), (term) => findBlock(blocks, term));
  const isAnyElsewhere = ids.some((id, former) => id !== former);
  const changed = new Map<number, Items>();
  for (const block of new Set([...(isAnyElsewhere ? blocks.keys() : []), ...addedTerms.keys()])) {
    const items = patchBlock(load(block), addedTerms.get(block) ?? []);
    if (items !== null) changed.set(block, items);
  }
  return { blocks, load, changed, terms };
}

/** Of the terms that rows name. */
function toNumbers(names: readonly string[], { starts }: Rows): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [number, name] of names.entries()) if (starts[number * FIELDS] !== starts[(number + 1) * FIELDS]) numbers.set(name, number);
  return numbers;
}
