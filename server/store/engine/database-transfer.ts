import type { RowKey, RowText, TablePage, TableSum } from "../sqlite/transfer/table-rows.ts";

/** Moves a database that is not a file out of its engine or into it, table by table. */
export interface DatabaseTransfer {
  /**
   * Refuses visitors' writes until the lease ends, so that all pages show the same state. Each page
   * and each sum renews the lease.
   * @returns null if another copy is in progress
   * @throws StoreFileError while the database is being filled
   */
  hold(): Promise<HeldDatabase | null>;
  release(lease: string): void;
  /** @returns null if the lease has expired, and the copy must start again */
  page(place: TablePlace): TablePage | null;
  /** @returns null if the lease has expired */
  sum(place: TablePlace & { readonly limit: number }): TableSum | null;
  /** Whether a push has started but not ended, so that the database is incomplete. */
  isFilling(): boolean;
  /** Facts to compare with a file before a push starts. */
  target(): FillTarget;
  /** Tables with rows that only visitors and the owner can have created. */
  occupied(): readonly TableCount[];
  /**
   * Starts filling the database: it serves nothing until `finishFill`, even after a restart. The
   * same id continues with the rows that have arrived, unless `anew` is set. Another id starts with
   * an empty database, which keeps the owner's keys, revocations and the day's row count. Keys from
   * the file become valid at the end.
   * @throws StoreFileError for a file that cannot be transferred completely, before anything
   * changes
   */
  beginFill(fill: NewFill): BegunFill;
  /**
   * @returns rows written, including index rows; null if this fill is not running
   * @throws StoreFileError for rows that a push never contains
   */
  fill(rows: FilledRows): number | null;
  /**
   * Serves the database if its references, pages and values are sound, and if it can be opened.
   * Repeating the last successful call also reports no problems.
   * @returns the problems, one line each; null if this fill is not running
   */
  finishFill(id: string): Promise<readonly string[] | null>;
}

export interface FillTarget {
  /** The schema's version. */
  readonly version: number;
  readonly tables: readonly string[];
  /** The maximum size of a row that the engine accepts, in bytes. */
  readonly rowMaxBytes: number;
  /** Number of rows that the plan allows per day; null if there is no limit. */
  readonly rowsADay: number | null;
  /** Rows written since midnight UTC. */
  readonly rowsToday: number;
  /** The id of a push that has started but not ended; null if the database is complete. */
  readonly filling: string | null;
}

export interface NewFill {
  readonly id: string;
  /** Whether to discard rows that have arrived with this id. Default: false. */
  readonly anew?: boolean;
  /** The schema version of the file, its tables, and the size of its longest row in bytes. */
  readonly version: number;
  readonly tables: readonly string[];
  readonly longestRow: number;
  readonly sequences: readonly TableSequence[];
}

export interface FilledRows {
  readonly id: string;
  readonly table: string;
  readonly rows: readonly RowText[];
  /** Renders a comment's HTML from its text; null if the rows belong to another table. */
  readonly render: ((text: string) => string) | null;
}

/** Where a page begins. */
export interface TablePlace {
  /** The lease of a copy, or the id of a fill. */
  readonly lease: string;
  readonly table: string;
  /** null to begin at the first row. */
  readonly after: RowKey | null;
}

export interface TableCount {
  readonly name: string;
  readonly rows: number;
}

/** The last number that a table has assigned (AUTOINCREMENT), in decimal digits. */
export interface TableSequence {
  readonly table: string;
  readonly last: string;
}

export interface HeldDatabase {
  readonly lease: string;
  /** The schema's version. */
  readonly version: number;
  readonly tables: readonly TableCount[];
  readonly sequences: readonly TableSequence[];
}

export interface BegunFill {
  readonly version: number;
  /** Rows that have already arrived. `last` is null for an empty table. */
  readonly tables: readonly (TableCount & { readonly last: RowKey | null })[];
}
