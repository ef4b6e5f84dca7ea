import { CHUNK_READS_MAX, CHUNK_SIZE, LARGE_CHUNK_SIZE, type Manifest } from "../../contract/index-format.ts";
import { listOf } from "./kind-lists.ts";

/** A document by its number within its kind. */
export interface DocumentRef {
  readonly kind: string;
  readonly number: number;
}

/** Which chunks hold some documents. */
export interface ChunkPlan {
  /** File names, once each. */
  readonly names: readonly string[];
  /** Where a document of the plan is; a name that is undefined is one that the manifest lacks. */
  locate(document: DocumentRef): { readonly name: string | undefined; readonly index: number };
}

/**
 * Small chunks, as long as those are few; else large ones in place of the small ones of one kind after another, beginning where that
 * saves most. Depends on the manifest and the documents alone, so that every host reads the same.
 * @param readsMax what is left of the reads of an answer
 */
export function planChunks(manifest: Manifest, documents: readonly DocumentRef[], readsMax: number): ChunkPlan {
  const kinds = [...new Set(documents.map(({ kind }) => kind))].map((kind) => {
    const numbers = documents.filter((document) => document.kind === kind).map(({ number }) => number);
    const [small, large] = [countChunks(numbers, CHUNK_SIZE), countChunks(numbers, LARGE_CHUNK_SIZE)];
    return { kind, small, saving: listOf(manifest, kind).index.largeChunks.length > 0 ? small - large : 0 };
  });
  let reads = kinds.reduce((sum, { small }) => sum + small, 0);
  const large = new Set<string>();
  for (const { kind, saving } of kinds.toSorted((a, b) => b.saving - a.saving)) {
    if (reads <= Math.min(readsMax, CHUNK_READS_MAX) || saving === 0) break;
    large.add(kind);
    reads -= saving;
  }
  const locate = ({ kind, number }: DocumentRef) => {
    const { chunks, largeChunks } = listOf(manifest, kind).index;
    const [names, size] = large.has(kind) ? [largeChunks, LARGE_CHUNK_SIZE] : [chunks, CHUNK_SIZE];
    return { name: names[Math.floor(number / size)], index: number % size };
  };
  const names = new Set(documents.map((document) => locate(document).name));
  return { names: [...names].filter((name) => name !== undefined), locate };
}

function countChunks(numbers: readonly number[], size: number): number {
  return new Set(numbers.map((number) => Math.floor(number / size))).size;
}
