import type { CutOptions } from "../../format/sizes.ts";
import type { NamedFile } from "../file-set.ts";
import { type Items, type Piece, sizeAt } from "./items.ts";

/** Items that stand in a file of their own. */
export interface Block extends NamedFile {
  /** Characters, as `sizeOf` counts them. */
  readonly size: number;
  readonly first: string;
  readonly last: string;
}

/** A list in blocks, and what has become of them. */
export interface BlockChanges {
  readonly blocks: readonly Block[];
  /** The items that a block holds now; those of the others are as they were. */
  readonly changed: ReadonlyMap<number, Items>;
  /** The items of a block that is not changed. */
  load(block: number): Items;
}

/** A place in a list: its block, and the item in that. */
interface Place {
  readonly block: number;
  readonly item: number;
}

/**
 * Splits a list into blocks between two sizes, at the item in that window whose key has the least hash: a list that changed at one place is split as
 * before everywhere but near it. The result depends on the items alone; blocks that stay are neither loaded nor looked at.
 * @param former the sizes that the blocks were split by
 */
export function resplit(list: BlockChanges, cut: CutOptions, former: CutOptions = cut): (Block | Piece[])[] {
  const { blocks, changed, load } = list;
  // A list without any has its first items in one that is not there yet.
  const count = Math.max(blocks.length, 1);
  const loaded = new Map<number, Items>();
  const itemsOf = (block: number): Items => {
    const items = changed.get(block) ?? loaded.get(block) ?? load(block);
    if (!changed.has(block)) loaded.set(block, items);
    return items;
  };
  const isCutAlike = cut.min === former.min && cut.max === former.max;
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

/** Whether all items that decide where a block ends are as they were. */
function staysAsItWas({ blocks, changed }: BlockChanges, block: number, { max }: CutOptions): boolean {
  let size = 0;
  for (let at = block; at < blocks.length && size <= max; at += 1) {
    if (changed.has(at)) return false;
    size += blocks[at]?.size ?? 0;
  }
  return true;
}

/** Where the block ends that begins at `start`. @param count of the list's blocks */
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

/** The block where a key is, if it is in any, and where it belongs. */
export function findBlock(blocks: readonly Block[], key: string): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.first ?? "") <= key) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, 0);
}

/** The shortest beginning of a key that is greater than the key before it. */
export function toStart(key: string, before: string | undefined): string {
  if (before === undefined) return "";
  let shared = 0;
  while (shared < before.length && before.charCodeAt(shared) === key.charCodeAt(shared)) shared += 1;
  return key.slice(0, shared + 1);
}
