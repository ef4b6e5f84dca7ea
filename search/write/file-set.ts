import { type FileSort, fileName } from "../format/layout.ts";

/** A file below index/v1. */
export interface SearchFile {
  readonly name: string;
  readonly bytes: number;
  /** May be put together when it is looked at. */
  readonly text: string;
}

export interface NamedFile {
  /** In its name. */
  readonly hash: string;
  readonly bytes: number;
}

/** The files of one index, by name. */
export class FileSet {
  readonly #hash: (text: string) => string;
  readonly #encoder = new TextEncoder();
  readonly #files = new Map<string, SearchFile>();

  constructor(hash: (text: string) => string) {
    this.#hash = hash;
  }

  add(sort: FileSort, text: string): NamedFile {
    const hash = this.#hash(text);
    const bytes = this.#encoder.encode(text).length;
    this.#put({ name: fileName(sort, hash), bytes, text });
    return { hash, bytes };
  }

  /** A file whose hash is known, put together when it is looked at. */
  addKnown(sort: FileSort, { hash, bytes }: NamedFile, toText: () => string): void {
    this.#put({
      name: fileName(sort, hash),
      bytes,
      get text() {
        return toText();
      },
    });
  }

  files(): SearchFile[] {
    return [...this.#files.values()];
  }

  #put(file: SearchFile): void {
    const other = this.#files.get(file.name);
    // The same text twice is one file; two texts of one hash would be a wrong answer.
    if (other !== undefined && other.text !== file.text)
      throw new Error(`two texts of the search index are both called ${file.name}; change either`);
    this.#files.set(file.name, file);
  }
}
