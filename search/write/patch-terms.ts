import { type CutOptions, SHARDS_MAX } from "../format/sizes.ts";
import { addBlocks, fromTermList, type ListSort, loadItems, type ReadPreviousFile, toTermList } from "./blocks/block-files.ts";
import { type Block, type BlockChanges, resplit } from "./blocks/blocks.ts";
import { patchFuzzyKeys } from "./blocks/fuzzy-changes.ts";
import { type Items, NO_ITEMS, type Piece, sizeOf } from "./blocks/items.ts";
import { patchPostings, patchRecent } from "./blocks/postings-changes.ts";
import type { DocumentChanges } from "./document-changes.ts";
import type { FileSet } from "./file-set.ts";
import type { IndexState } from "./state.ts";

type BlockPart = Block | readonly Piece[];

export interface PatchedTerms {
  readonly shards: ReturnType<typeof addBlocks>;
  readonly fuzzy: ReturnType<typeof addBlocks>;
  /** Terms of the newest documents. */
  readonly recent: ReturnType<typeof toTermList>;
  /** All terms, those of the newest documents last. */
  listPieces(): readonly [readonly Piece[], readonly Piece[]];
}

interface TermInput {
  readonly previous: IndexState;
  readonly read: ReadPreviousFile;
  readonly changes: DocumentChanges;
  readonly out: FileSet;
}

/** Adds the files of terms. Unchanged blocks stay as they are. */
export function patchTerms({ previous, changes, read, out }: TermInput): PatchedTerms {
  const { shardCut, fuzzyCut, shards } = previous;
  const postings = patchPostings(shards, createLoader("shard", shards, read), changes);
  const keys = patchFuzzyKeys(previous.fuzzy, createLoader("near", previous.fuzzy, read), postings.terms);
  const parts = resplit(
    postings,
    scaleCut(shardCut, totalOf(postings)),
    scaleCut(shardCut, totalOf({ blocks: shards, changed: new Map() })),
  );
  const toPieces = (part: BlockPart): readonly Piece[] => ("hash" in part ? [toPiece(loadItems("shard", part, read))] : part);
  const recentItems = changes.isRecentSame ? null : patchRecent(fromTermList(previous.recent), changes);
  return {
    shards: addBlocks("shard", parts, out, read),
    fuzzy: addBlocks("near", resplit(keys, fuzzyCut), out, read),
    recent: recentItems === null ? previous.recent : toTermList(recentItems),
    listPieces: () => [parts.flatMap(toPieces), [toPiece(recentItems ?? fromTermList(previous.recent))]],
  };
}

function createLoader(sort: ListSort, blocks: readonly Block[], read: ReadPreviousFile): (block: number) => Items {
  return (at) => {
    const block = blocks[at];
    return block === undefined ? NO_ITEMS[sort] : loadItems(sort, block, read);
  };
}

function toPiece(items: Items): Piece {
  return { items, from: 0, to: items.keys.count };
}

/** Characters of a list. */
function totalOf({ blocks, changed }: Pick<BlockChanges, "blocks" | "changed">): number {
  const stay = blocks.map(({ size }, at) => (changed.has(at) ? 0 : size));
  return [...stay, ...[...changed.values()].map((items) => sizeOf(items))].reduce((total, size) => total + size, 0);
}

/** The sizes of shards for a total of characters, so that a large site has few files. */
function scaleCut({ min, max }: CutOptions, total: number): CutOptions {
  let scale = 1;
  while (total > (SHARDS_MAX * scale * (min + max)) / 2) scale *= 2;
  return { min: min * scale, max: max * scale };
}
