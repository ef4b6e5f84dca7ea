import { EMPTY_TABLE, isAsInTable, type StatTable, StatTableBuilder, sizeInTable, toPlacesInTable } from "../cache/stat-table.ts";
import { type FileStat, readStat, toKeptStat } from "../shared/file-stat.ts";
import { NEVER } from "./output-file.ts";

/**
 * Files that the last build left in an out folder, with their identities. A file that something
 * else changed has a different stat and counts as unknown.
 */
export class OutputTable {
  readonly #outDir: string;
  readonly #previous: StatTable;
  #places: ReadonlyMap<string, number> | null = null;
  /** The row after the last one that was found. */
  #next = 0;
  /** Files that were written or verified, with stat and identity. */
  readonly #rows = new Map<string, { readonly stat: FileStat; readonly text: string }>();
  #paths: ReadonlySet<string> | null = null;

  /**
   * @param outDir absolute path
   * @param previous table with identities as its texts
   */
  constructor(outDir: string, previous: StatTable = EMPTY_TABLE) {
    this.#outDir = outDir;
    this.#previous = previous;
  }

  /** The size of an untouched file with the same identity, otherwise null. */
  sizeIfSame(path: string, identity: string): number | null {
    const at = this.#find(path);
    if (at === undefined || this.#previous.texts[at] !== identity || identity === NEVER) return null;
    return isAsInTable(this.#previous, at, this.#stat(path)) ? sizeInTable(this.#previous, at) : null;
  }

  /** Whether all files are untouched. */
  areAsLeft(): boolean {
    const { paths } = this.#previous;
    return paths.length > 0 && paths.every((path, at) => isAsInTable(this.#previous, at, this.#stat(path)));
  }

  /** Whether anything was written. */
  get isChanged(): boolean {
    return this.#rows.size > 0;
  }

  /** Records a file in its current state. */
  keep(path: string, identity: string): void {
    const stat = this.#stat(path);
    if (stat !== null) this.add(path, identity, stat);
  }

  /** Records a file that was moved into place with its folder. */
  add(path: string, identity: string, stat: FileStat): void {
    this.#rows.set(path, { stat, text: identity });
  }

  /** Drops all files that are no longer part of the site. */
  retain(paths: ReadonlySet<string>): void {
    this.#paths = paths;
  }

  /**
   * Table to store for the next build.
   * @param run id of the commit
   * @param since an instant after the last file was written, by the file system's clock, in
   * milliseconds
   */
  toTable(run: string, since: number): StatTable {
    const table = new StatTableBuilder();
    for (const [at, path] of this.#previous.paths.entries())
      if (this.#paths?.has(path) !== false && !this.#rows.has(path)) table.addFrom(this.#previous, at);
    for (const [path, { stat, text }] of this.#rows) table.add(path, toKeptStat(stat, since), text);
    return table.build(run);
  }

  /**
   * Finds a path's row. Builds have their files in nearly the same order, so most rows follow the
   * previous one.
   */
  #find(path: string): number | undefined {
    let at: number | undefined = this.#next;
    if (this.#previous.paths[at] !== path) {
      this.#places ??= toPlacesInTable(this.#previous);
      at = this.#places.get(path);
    }
    if (at !== undefined) this.#next = at + 1;
    return at;
  }

  #stat(path: string): FileStat | null {
    // The path is concatenated, because `join` is slow for tens of thousands of files.
    return readStat(`${this.#outDir}/${path}`);
  }
}
