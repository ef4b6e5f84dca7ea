import { type FileSort, fileName } from "../format/layout.ts";

/** A file below index/v1. */
export interface SearchFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** May read or assemble the file on each call. */
  bytes(): Uint8Array;
}

export interface NamedFile {
  /** Part of its name. */
  readonly hash: string;
  readonly bytes: number;
}

/** The files of one index, by name. */
export class FileSet {
  readonly #hash: (bytes: Uint8Array) => string;
  readonly #files = new Map<string, SearchFile>();

  constructor(hash: (bytes: Uint8Array) => string) {
    this.#hash = hash;
  }

  add(sort: FileSort, bytes: Uint8Array): NamedFile {
    const file = { hash: this.#hash(bytes), bytes: bytes.length };
    this.addExisting(sort, file, () => bytes);
    return file;
  }

  /** Adds a file with a known hash, which is assembled on demand. */
  addExisting(sort: FileSort, { hash, bytes: size }: NamedFile, bytes: () => Uint8Array): void {
    const name = fileName(sort, hash);
    const other = this.#files.get(name);
    // The same text twice is one file. Two texts with the same hash would give wrong results.
    if (other !== undefined && !isSame(other.bytes(), bytes()))
      throw new Error(`two different files of the search index have the name ${name}; change one of their texts`);
    this.#files.set(name, { name, size, bytes });
  }

  files(): SearchFile[] {
    return [...this.#files.values()];
  }
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
