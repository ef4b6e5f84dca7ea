import { fuzzyKeys } from "../../format/fuzzy-keys.ts";
import { sortTexts } from "../terms/sort-texts.ts";
import { type Block, type BlockChanges, findBlock } from "./blocks.ts";
import { type Items, KeyList } from "./items.ts";
import type { TermChanges } from "./postings-changes.ts";

/** Adds and removes keys of terms in the blocks where they belong. */
export function patchFuzzyKeys(blocks: readonly Block[], load: (block: number) => Items, { added, gone }: TermChanges): BlockChanges {
  const came = groupByBlock(blocks, fuzzyKeys(added, sort));
  const went = groupByBlock(blocks, fuzzyKeys(gone, sort));
  const changed = new Map<number, Items>();
  for (const block of new Set([...came.keys(), ...went.keys()])) {
    const removedKeys = new Set(went.get(block));
    const remainingKeys = load(block).keys.keys.filter((key) => !removedKeys.has(key));
    changed.set(block, { keys: KeyList.of(mergeSorted(remainingKeys, came.get(block) ?? [])), postings: null });
  }
  return { blocks, changed, load };
}

function sort(texts: readonly string[]): string[] {
  return Array.from(sortTexts(texts), (place) => texts[place] ?? "");
}

function groupByBlock(blocks: readonly Block[], keys: readonly string[]): ReadonlyMap<number, readonly string[]> {
  return blocks.length === 0 && keys.length > 0 ? new Map([[0, keys]]) : Map.groupBy(keys, (key) => findBlock(blocks, key));
}

function mergeSorted(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === 0) return b;
  const merged: string[] = [];
  let next = 0;
  for (const key of a) {
    for (; next < b.length && (b[next] ?? "") < key; next += 1) merged.push(b[next] ?? "");
    merged.push(key);
  }
  for (; next < b.length; next += 1) merged.push(b[next] ?? "");
  return merged;
}
