import { type FileStat, readStat } from "../shared/file-stat.ts";
import { EMPTY_TABLE, isAsInTable, type StatTable, StatTableBuilder, statInTable, toKeptTable, toPlacesInTable } from "./stat-table.ts";

/**
 * Everything of the disk that a build looks at: while all of it is as it was, the build would say the same. Each stat is taken before
 * the file is read.
 */
export class Inputs {
  /** When this build began, by the file system's clock, milliseconds. */
  readonly since: number;
  readonly #former: StatTable;
  #places: ReadonlyMap<string, number> | null = null;
  /** By path: its place in the table. */
  readonly #noted = new Map<string, number>();
  readonly #table = new StatTableBuilder();

  /** @param former of the last build, by absolute path; texts are digests of content, "" where that is not known */
  constructor(former: StatTable = EMPTY_TABLE, since = 0) {
    this.#former = former;
    this.since = since;
  }

  /** Takes the stat of a file or folder. @param path absolute */
  note(path: string): void {
    if (!this.#noted.has(path)) this.add(path, readStat(path));
  }

  /** The same with a stat that was taken already. @param digest of the content, where it is known */
  add(path: string, stat: FileStat | null, digest = ""): void {
    const at = this.#noted.get(path);
    if (at === undefined) this.#noted.set(path, this.#table.add(path, stat, digest));
    else this.#table.replace(at, stat, digest);
  }

  /** The digest of a file that is as the last build saw it; null: it is not, or was not known. */
  digestIfSame(path: string, stat: FileStat): string | null {
    this.#places ??= toPlacesInTable(this.#former);
    const at = this.#places.get(path);
    return at !== undefined && isAsInTable(this.#former, at, stat) ? this.#former.texts[at] || null : null;
  }

  noted(): Iterable<readonly [path: string, { readonly stat: FileStat | null }]> {
    const table = this.#table.build("");
    return table.paths.map((path, at) => [path, { stat: statInTable(table, at) }]);
  }

  /** Stats to store for comparison by a later build. @param run names the commit */
  toTable(run: string): StatTable {
    return toKeptTable(this.#table.build(run), this.since);
  }
}

/** Whether everything is as it was. */
export function areInputsSame(table: StatTable): boolean {
  return table.paths.every((path, at) => isAsInTable(table, at, readStat(path)));
}
