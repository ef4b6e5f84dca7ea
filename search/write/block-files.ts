import { type FileSort, type FileTable, fileName, unpackTerms } from "../format/layout.ts";
import { type Block, type Items, sizeOf, toStart } from "./blocks.ts";
import { packTerms } from "./encode.ts";
import type { FileSet } from "./file-set.ts";

export type ListSort = Extract<FileSort, "shard" | "near">;

/** A file of the index as the last build wrote it. @throws MissingFileError */
export type ReadFile = (name: string) => string;

/** A file that the index needs is not there, or is not what was written: the index is to be made anew. */
export class MissingFileError extends Error {
  override readonly name = "MissingFileError";
}

/** Believes no text that does not have the hash that its name says. @param read null where there is no such file */
export function createFileReader(read: (name: string) => string | null, hash: (text: string) => string): ReadFile {
  return (name) => {
    const text = read(name);
    if (text === null || !name.endsWith(`.${hash(text)}.json`)) throw new MissingFileError(`${name} is not there as it was written`);
    return text;
  };
}

/** The items of a block. */
export function loadItems(sort: ListSort, { hash }: Block, read: ReadFile): Items {
  const value: unknown = JSON.parse(read(fileName(sort, hash)));
  const [packed, postings] = Array.isArray(value) ? value : [value, null];
  return { keys: unpackTerms(String(packed)), postings: sort === "shard" ? String(postings).split(" ") : null };
}

function toText({ keys, postings }: Items): string {
  const packed = packTerms(keys);
  return JSON.stringify(postings === null ? packed : [packed, postings.join(" ")]);
}

/** Puts a list's files together; those of blocks that stay are read when they are looked at. */
export function addBlocks(sort: ListSort, parts: readonly (Block | Items)[], out: FileSet, read: ReadFile): Block[] {
  return parts.map((part) => {
    if ("keys" in part) {
      const { keys } = part;
      return { ...out.add(sort, toText(part)), size: sizeOf(part), first: keys[0] ?? "", last: keys.at(-1) ?? "" };
    }
    out.addKnown(sort, part, () => read(fileName(sort, part.hash)));
    return part;
  });
}

export function toTable(blocks: readonly Block[]): FileTable {
  return {
    starts: blocks.map(({ first }, at) => toStart(first, blocks[at - 1]?.last)).join(" "),
    hashes: blocks.map(({ hash }) => hash).join(""),
  };
}
