import { CHUNK_READS_MAX, CHUNK_SIZE, LARGE_CHUNK_SIZE, type ListIndex } from "../../contract/index-format.ts";

/** Position of a document. */
export interface ChunkPlace {
  /** File name of the chunk; undefined if the manifest lacks it. */
  readonly name: string | undefined;
  readonly index: number;
}

/**
 * Chooses small chunks if few are needed, otherwise large ones. Depends only on the manifest and
 * the documents, so that every host reads the same files.
 * @param numbers document numbers within their list
 * @param readsMax remaining reads of the response
 */
export function planChunks(list: ListIndex, numbers: readonly number[], readsMax: number): readonly ChunkPlace[] {
  const locate = (sort: "chunks" | "largeChunks", size: number): readonly ChunkPlace[] => {
    const starts = list.starts?.[sort];
    return numbers.map((number) => {
      const at = starts?.findLastIndex((start) => start <= number) ?? Math.floor(number / size);
      return { name: list[sort][at], index: number - (starts?.[at] ?? at * size) };
    });
  };
  const small = locate("chunks", CHUNK_SIZE);
  const isFew = new Set(small.map(({ name }) => name)).size <= Math.min(readsMax, CHUNK_READS_MAX);
  return isFew || list.largeChunks.length === 0 ? small : locate("largeChunks", LARGE_CHUNK_SIZE);
}
