import { type FileStat, readStat } from "../shared/file-stat.ts";
import { EMPTY_TABLE, isAsInTable, type StatTable, StatTableBuilder, statInTable, toKeptTable, toPlacesInTable } from "./stat-table.ts";

/**
 * Everything that a build reads from the disk. If all of it is unchanged, the build has the same
 * result. Each stat is taken before its file is read.
 */
export class Inputs {
  /** Start of this build by the file system's clock, in milliseconds. */
  readonly since: number;
  readonly #previous: StatTable;
  #places: ReadonlyMap<string, number> | null = null;
  /** Index in the table, by path. */
  readonly #noted = new Map<string, number>();
  readonly #table = new StatTableBuilder();

  /**
   * @param previous table of the last build, with absolute paths; texts are content digests, or ""
   * if unknown
   */
  constructor(previous: StatTable = EMPTY_TABLE, since = 0) {
    this.#previous = previous;
    this.since = since;
  }

  /**
   * Records the stat of a file or folder.
   * @param path absolute
   */
  note(path: string): void {
    if (!this.#noted.has(path)) this.add(path, readStat(path));
  }

  /**
   * Records a stat that was already taken.
   * @param digest digest of the content, if known
   */
  add(path: string, stat: FileStat | null, digest = ""): void {
    const at = this.#noted.get(path);
    if (at === undefined) this.#noted.set(path, this.#table.add(path, stat, digest));
    else this.#table.replace(at, stat, digest);
  }

  /** The digest of an unchanged file; null if it changed or is unknown. */
  digestIfSame(path: string, stat: FileStat): string | null {
    this.#places ??= toPlacesInTable(this.#previous);
    const at = this.#places.get(path);
    return at !== undefined && isAsInTable(this.#previous, at, stat) ? this.#previous.texts[at] || null : null;
  }

  noted(): Iterable<readonly [path: string, { readonly stat: FileStat | null }]> {
    const table = this.#table.build("");
    return table.paths.map((path, at) => [path, { stat: statInTable(table, at) }]);
  }

  /**
   * Returns the stats to store for comparison by a later build.
   * @param run id of the commit
   */
  toTable(run: string): StatTable {
    return toKeptTable(this.#table.build(run), this.since);
  }
}

/** Whether all inputs are unchanged. */
export function areInputsSame(table: StatTable): boolean {
  return table.paths.every((path, at) => isAsInTable(table, at, readStat(path)));
}
