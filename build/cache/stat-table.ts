import { type FileStat, isTrustworthy } from "../shared/file-stat.ts";

/**
 * Files by path, each with its stat and a text. They are stored as columns, which for tens of
 * thousands of files takes a tenth of the time of rows.
 */
export interface StatTable {
  /** Id of the commit that wrote it. */
  readonly run: string;
  readonly paths: readonly string[];
  readonly texts: readonly string[];
  /** Four numbers for each path: size (-1: nothing exists), mtime, ctime and inode. */
  readonly stats: Float64Array;
}

export const EMPTY_TABLE: StatTable = { run: "", paths: [], texts: [], stats: new Float64Array() };

const COLUMNS = 4;
const NOTHING_THERE = -1;
/** Bytes of the header, which contains the length of the JSON after it. */
const HEADER = 8;

/**
 * Builds a table row by row. It stores only the numbers of each stat, because a build has tens of
 * thousands of stats.
 */
export class StatTableBuilder {
  readonly #paths: string[] = [];
  readonly #texts: string[] = [];
  readonly #stats: number[] = [];

  /** @returns the index of the row */
  add(path: string, stat: FileStat | null, text: string): number {
    const at = this.#paths.push(path) - 1;
    this.replace(at, stat, text);
    return at;
  }

  replace(at: number, stat: FileStat | null, text: string): void {
    this.#texts[at] = text;
    const from = at * COLUMNS;
    this.#stats[from] = stat?.size ?? NOTHING_THERE;
    this.#stats[from + 1] = stat?.mtimeMs ?? NOTHING_THERE;
    this.#stats[from + 2] = stat?.ctimeMs ?? NOTHING_THERE;
    this.#stats[from + 3] = stat?.ino ?? NOTHING_THERE;
  }

  /** Copies a row from another table. */
  addFrom({ paths, texts, stats }: StatTable, at: number): void {
    this.#paths.push(paths[at] ?? "");
    this.#texts.push(texts[at] ?? "");
    for (let column = at * COLUMNS; column < (at + 1) * COLUMNS; column += 1) this.#stats.push(stats[column] ?? NOTHING_THERE);
  }

  build(run: string): StatTable {
    return { run, paths: this.#paths, texts: this.#texts, stats: new Float64Array(this.#stats) };
  }
}

/**
 * Returns the table for later builds. Untrustworthy stats become NaN, so they never equal any other
 * stat.
 * @param since start of the build that took the stats, in milliseconds
 */
export function toKeptTable({ stats, ...rest }: StatTable, since: number): StatTable {
  const checked = stats.slice();
  for (let from = 0; from < checked.length; from += COLUMNS) {
    const isThere = checked[from] !== NOTHING_THERE;
    if (isThere && !isTrustworthy(checked[from + 1] ?? 0, checked[from + 2] ?? 0, since)) checked[from + 1] = Number.NaN;
  }
  return { ...rest, stats: checked };
}

/** The index of each path in a table. */
export function toPlacesInTable({ paths }: StatTable): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = 0; at < paths.length; at += 1) places.set(paths[at] ?? "", at);
  return places;
}

export function packStatTable({ run, paths, texts, stats }: StatTable): Uint8Array {
  const json = Buffer.from(JSON.stringify({ run, paths, texts }));
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(json.length);
  return Buffer.concat([header, json, new Uint8Array(stats.buffer, stats.byteOffset, stats.byteLength)]);
}

export function unpackStatTable(bytes: Uint8Array): StatTable {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = HEADER + buffer.readUInt32LE();
  const { run, paths, texts }: Omit<StatTable, "stats"> = JSON.parse(buffer.toString("utf8", HEADER, end));
  return { run, paths, texts, stats: new Float64Array(new Uint8Array(buffer.subarray(end)).buffer) };
}

/**
 * Whether a file is the same as in the table. An untrustworthy stat is NaN there and never equals
 * any other stat.
 */
export function isAsInTable({ stats }: StatTable, at: number, stat: FileStat | null): boolean {
  const from = at * COLUMNS;
  if (stat === null) return stats[from] === NOTHING_THERE;
  return stat.ctimeMs === stats[from + 2] && stat.mtimeMs === stats[from + 1] && stat.size === stats[from] && stat.ino === stats[from + 3];
}

/** The stat in a row; null if nothing existed. */
export function statInTable({ stats }: Pick<StatTable, "stats">, at: number): FileStat | null {
  const from = at * COLUMNS;
  const size = sizeInTable({ stats }, at);
  if (size === null) return null;
  return { size, mtimeMs: stats[from + 1] ?? Number.NaN, ctimeMs: stats[from + 2] ?? Number.NaN, ino: stats[from + 3] ?? Number.NaN };
}

/** null if nothing existed. */
export function sizeInTable({ stats }: Pick<StatTable, "stats">, at: number): number | null {
  const size = stats[at * COLUMNS] ?? NOTHING_THERE;
  return size === NOTHING_THERE ? null : size;
}
