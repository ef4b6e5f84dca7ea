import { type FileSort, type FileTable, fileName, type TermList } from "../../format/layout.ts";
import { packTerms } from "../encode.ts";
import type { FileSet } from "../file-set.ts";
import { type Block, toStart } from "./blocks.ts";
import { type Items, KeyList, type Piece, type Postings, sizeOf, startAt } from "./items.ts";

export type ListSort = Extract<FileSort, "shard" | "near">;

/**
 * A file of the index as the last build wrote it.
 * @throws MissingFileError
 */
export type ReadPreviousFile = (name: string) => Uint8Array;

/** A required file of the index is missing. The index must be rebuilt. */
export class MissingFileError extends Error {
  override readonly name = "MissingFileError";
}

/** Bytes of JSON's characters. */
const [SPACE, QUOTE, COMMA, OPENING, CLOSING] = [32, 34, 44, 91, 93];

/** The items of a block. */
export function loadItems(sort: ListSort, { hash }: Block, read: ReadPreviousFile): Items {
  const bytes = read(fileName(sort, hash));
  const toKeys = (from: number, to: number): KeyList =>
    KeyList.unpack(String(JSON.parse(new TextDecoder().decode(bytes.subarray(from, to)))));
  if (sort === "near") return { keys: toKeys(0, bytes.length), postings: null };
  // Postings contain no quotes, but are enclosed in quotes.
  const end = bytes.length - 2;
  const start = bytes.lastIndexOf(QUOTE, end - 1) + 1;
  const keys = toKeys(1, start - 2);
  return { keys, postings: findEnds(bytes.subarray(start, end), keys.count) };
}

/** Items from the base, which no other file has. */
export function fromTermList([packed, written]: TermList): Items {
  const keys = KeyList.unpack(packed);
  return { keys, postings: findEnds(new TextEncoder().encode(written), keys.count) };
}

export function toTermList({ keys, postings }: Items): TermList {
  return [keys.pack(0, keys.count), new TextDecoder().decode(postings?.bytes)];
}

function findEnds(bytes: Uint8Array, count: number): Postings {
  const ends = new Uint32Array(count);
  let next = 0;
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === SPACE) ends[next++] = at;
  if (count > 0) ends[next] = bytes.length;
  return { bytes, ends };
}

function toBytes(pieces: readonly Piece[]): Uint8Array {
  const [first] = pieces;
  const packed =
    first !== undefined && pieces.length === 1
      ? first.items.keys.pack(first.from, first.to)
      : packTerms(pieces.flatMap(({ items, from, to }) => items.keys.keys.slice(from, to)));
  const keys = new TextEncoder().encode(JSON.stringify(packed));
  const postings = pieces.flatMap(({ items, from, to }) => (items.postings === null ? [] : [slicePostings(items.postings, from, to)]));
  if (postings.length === 0) return keys;
  const bytes = new Uint8Array(keys.length + postings.reduce((sum, { length }) => sum + length + 1, 0) + 4);
  bytes[0] = OPENING;
  bytes.set(keys, 1);
  bytes.set([COMMA, QUOTE], keys.length + 1);
  let at = keys.length + 3;
  for (const [place, each] of postings.entries()) {
    if (place > 0) bytes[at++] = SPACE;
    bytes.set(each, at);
    at += each.length;
  }
  bytes.set([QUOTE, CLOSING], at);
  return bytes;
}

function slicePostings(postings: Postings, from: number, to: number): Uint8Array {
  return postings.bytes.subarray(startAt(postings, from), postings.ends[to - 1]);
}

/** Assembles a list's files. Unchanged files are read when needed. */
export function addBlocks(sort: ListSort, parts: readonly (Block | readonly Piece[])[], out: FileSet, read: ReadPreviousFile): Block[] {
  return parts.map((part) => {
    if ("hash" in part) {
      out.addExisting(sort, part, () => read(fileName(sort, part.hash)));
      return part;
    }
    const [start, end] = [part[0], part.at(-1)];
    return {
      ...out.add(sort, toBytes(part)),
      size: part.reduce((sum, { items, from, to }) => sum + sizeOf(items, from, to), 0),
      first: start?.items.keys.at(start.from) ?? "",
      last: end?.items.keys.at(end.to - 1) ?? "",
    };
  });
}

export function toTable(blocks: readonly Block[]): FileTable {
  return {
    starts: blocks.map(({ first }, at) => toStart(first, blocks[at - 1]?.last)).join(" "),
    hashes: blocks.map(({ hash }) => hash).join(""),
  };
}
