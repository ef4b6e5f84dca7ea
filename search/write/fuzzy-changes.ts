import { fuzzyKeys } from "../format/fuzzy-keys.ts";
import { type Block, type BlockChanges, findBlock, type Items } from "./blocks.ts";

/** The keys of terms that came and went, in the blocks where they are or belong. */
export function patchFuzzyKeys(
  blocks: readonly Block[],
  load: (block: number) => Items,
  terms: { readonly added: readonly string[]; readonly gone: readonly string[] },
): BlockChanges {
  const added = Map.groupBy(terms.added.flatMap(fuzzyKeys), (key) => findBlock(blocks, key));
  const gone = Map.groupBy(terms.gone.flatMap(fuzzyKeys), (key) => findBlock(blocks, key));
  const changed = new Map<number, Items>();
  for (const block of new Set([...added.keys(), ...gone.keys()])) {
    const left = new Set(gone.get(block));
    const keys = [...load(block).keys.filter((key) => !left.has(key)), ...(added.get(block) ?? [])];
    // By UTF-16 code unit.
    changed.set(block, { keys: keys.sort(), postings: null });
  }
  return { blocks, changed, load };
}
