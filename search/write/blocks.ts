import type { CutOptions } from "../format/sizes.ts";
import type { NamedFile } from "./file-set.ts";

/** Items of a sorted list: keys and, in a list of terms, the postings of each. */
export interface Items {
  readonly keys: readonly string[];
  readonly postings: readonly string[] | null;
}

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

/**
 * Splits a list into blocks between two sizes, at the item in that window whose key has the least hash: a list that changed at one place is split as
 * before everywhere but near it. The result depends on the items alone; blocks that stay are neither loaded nor looked at.
 * @param former the sizes that the blocks were split by
 */
export function resplit({ blocks, changed, load }: BlockChanges, cut: CutOptions, former: CutOptions = cut): (Block | Items)[] {
  // A list without any has its first items in one that is not there yet.
  const count = Math.max(blocks.length, 1);
  const isCutAlike = cut.min === former.min && cut.max === former.max;
  const parts: (Block | Items)[] = [];
  let pending: Items = { keys: [], postings: null };
  /** Of the pending items the first that has no block yet. */
  let start = 0;
  /** Where in them a block began; at their end the next that is to be loaded. */
  let begins = new Map([[0, 0]]);
  let next = 0;
  for (;;) {
    const first = begins.get(start) ?? count;
    let stays = first;
    for (let block = blocks[stays]; block !== undefined && staysAsItWas(stays); block = blocks[stays]) {
      parts.push(block);
      stays += 1;
    }
    if (stays > first) {
      [pending, start, next] = [{ keys: [], postings: null }, 0, stays];
      begins = new Map([[0, next]]);
    }
    const end = findEnd(pending, start, cut, next === count);
    if (end === start) return parts;
    if (end === null) {
      pending = join(slice(pending, start), changed.get(next) ?? load(next));
      begins = new Map([...begins].flatMap(([at, block]) => (at < start ? [] : [[at - start, block]])));
      next += 1;
      begins.set(pending.keys.length, next);
      start = 0;
    } else {
      parts.push(slice(pending, start, end));
      start = end;
    }
  }

  /** Whether all items that decide where a block ends are as they were. */
  function staysAsItWas(block: number): boolean {
    let size = 0;
    for (let at = block; at < blocks.length && size <= cut.max; at += 1) {
      if (!isCutAlike || changed.has(at)) return false;
      size += blocks[at]?.size ?? 0;
    }
    return true;
  }
}

/** Where the block ends that begins at `start`; null where items that come later decide it. */
function findEnd(items: Items, start: number, { min, max }: CutOptions, isLast: boolean): number | null {
  const { keys } = items;
  let size = 0;
  let best = -1;
  let bestHash = Number.POSITIVE_INFINITY;
  for (let end = start; end < keys.length; end += 1) {
    const next = sizeAt(items, end);
    if (end > start && size + next > max) return best > start ? best : end;
    if (size >= min) {
      const hash = hashKey(keys[end] ?? "");
      if (hash < bestHash) {
        best = end;
        bestHash = hash;
      }
    }
    size += next;
  }
  return isLast ? keys.length : null;
}

/** Characters that items take in a file, before what their keys share is left out. */
export function sizeOf(items: Items): number {
  let size = 0;
  for (let at = 0; at < items.keys.length; at += 1) size += sizeAt(items, at);
  return size;
}

/** A space stands after each key and after its postings. */
function sizeAt({ keys, postings }: Items, at: number): number {
  return (keys[at]?.length ?? 0) + 1 + (postings === null ? 0 : (postings[at]?.length ?? 0) + 1);
}

function slice({ keys, postings }: Items, start: number, end?: number): Items {
  return { keys: keys.slice(start, end), postings: postings?.slice(start, end) ?? null };
}

function join(a: Items, b: Items): Items {
  if (a.keys.length === 0) return b;
  return { keys: [...a.keys, ...b.keys], postings: a.postings === null || b.postings === null ? null : [...a.postings, ...b.postings] };
}

/** FNV-1a over UTF-16 code units, its bits mixed once more (murmur3's last step): keys that are alike get hashes far apart. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
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
