import { findBound } from "../../../contract/lists/find-bound.ts";
import type { CutOptions } from "../../format/sizes.ts";
import type { NamedFile } from "../file-set.ts";
import { type Items, type Piece, sizeAt } from "./items.ts";

/** Items in their own file. */
export interface Block extends NamedFile {
  /** Characters, as counted by `sizeOf`. */
  readonly size: number;
  readonly first: string;
  readonly last: string;
}

/** A list in blocks, with its changes. */
export interface BlockChanges {
  readonly blocks: readonly Block[];
  /** New items of changed blocks. */
  readonly changed: ReadonlyMap<number, Items>;
  /** The items of an unchanged block. */
  load(block: number): Items;
}

/** A place in a list: its block, and the item in that block. */
interface Place {
  readonly block: number;
  readonly item: number;
}

/**
 * Splits a list into blocks of a size between two limits, at the item in that range whose key has
 * the smallest hash. After a change in one place, all splits far from it stay the same. The result
 * depends only on the items; unchanged blocks are neither loaded nor read.
 * @param previous the sizes by which the blocks were split
 */
export function resplit(list: BlockChanges, cut: CutOptions, previous: CutOptions = cut): (Block | Piece[])[] {
  const { blocks, changed, load } = list;
  // The first items of an empty list go into a block that does not exist yet.
  const count = Math.max(blocks.length, 1);
  const loaded = new Map<number, Items>();
  const itemsOf = (block: number): Items => {
    const items = changed.get(block) ?? loaded.get(block) ?? load(block);
    if (!changed.has(block)) loaded.set(block, items);
    return items;
  };
  const isCutAlike = cut.min === previous.min && cut.max === previous.max;
  const parts: (Block | Piece[])[] = [];
  let at: Place = { block: 0, item: 0 };
  while (at.block < count) {
    const block = blocks[at.block];
    if (block !== undefined && at.item === 0 && isCutAlike && staysAsItWas(list, at.block, cut)) {
      parts.push(block);
      at = { block: at.block + 1, item: 0 };
      continue;
    }
    const end = findEnd(at, count, itemsOf, cut);
    const pieces = toPieces(at, end, itemsOf);
    if (pieces.length > 0) parts.push(pieces);
    at = end;
    for (const loadedBlock of loaded.keys()) if (loadedBlock < at.block) loaded.delete(loadedBlock);
  }
  return parts;
}

/** Whether all items that decide where a block ends are unchanged. */
function staysAsItWas({ blocks, changed }: BlockChanges, block: number, { max }: CutOptions): boolean {
  let size = 0;
  for (let at = block; at < blocks.length && size <= max; at += 1) {
    if (changed.has(at)) return false;
    size += blocks[at]?.size ?? 0;
  }
  return true;
}

/**
 * The end of the block that begins at `start`.
 * @param count number of the list's blocks
 */
function findEnd(start: Place, count: number, itemsOf: (block: number) => Items, { min, max }: CutOptions): Place {
  let size = 0;
  let best: Place | null = null;
  let bestHash = Number.POSITIVE_INFINITY;
  for (let { block, item } = start; block < count; block += 1, item = 0) {
    const items = itemsOf(block);
    for (; item < items.keys.count; item += 1) {
      const next = sizeAt(items, item);
      if (size > 0 && size + next > max) return best ?? { block, item };
      const hash = items.keys.hashes[item] ?? 0;
      if (size > 0 && size >= min && hash < bestHash) {
        best = { block, item };
        bestHash = hash;
      }
      size += next;
    }
  }
  return { block: count, item: 0 };
}

function toPieces(start: Place, end: Place, itemsOf: (block: number) => Items): Piece[] {
  const pieces: Piece[] = [];
  for (let { block, item } = start; block < end.block || (block === end.block && item < end.item); block += 1, item = 0) {
    const items = itemsOf(block);
    const to = block === end.block ? end.item : items.keys.count;
    if (to > item) pieces.push({ items, from: item, to });
  }
  return pieces;
}

/** The only block that can have a key, where it also belongs. */
export function findBlock(blocks: readonly Block[], key: string): number {
  return Math.max(findBound(blocks.length, (place) => (blocks[place]?.first ?? "") <= key) - 1, 0);
}

/** The shortest beginning of a key that is greater than the previous key. */
export function toStart(key: string, before: string | undefined): string {
  if (before === undefined) return "";
  let shared = 0;
  while (shared < before.length && before.charCodeAt(shared) === key.charCodeAt(shared)) shared += 1;
  return key.slice(0, shared + 1);
}
