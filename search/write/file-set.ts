import { type FileSort, fileName } from "../format/layout.ts";
import type { SearchFile } from "./types.ts";

export interface NamedFile {
  /** In its name. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
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
    const size = this.#encoder.encode(text).length;
    this.#put({ name: fileName(sort, hash), size, text });
    return { hash, size };
  }

  /** A file whose hash is known, put together when it is looked at. */
  addKnown(sort: FileSort, { hash, size }: NamedFile, toText: () => string): void {
    this.#put({
      name: fileName(sort, hash),
      size,
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
