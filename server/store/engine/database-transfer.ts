import type { RowKey, RowText, TablePage, TableSum } from "../sqlite/transfer/table-rows.ts";

/** Moves a database that is not a file out of its engine or into it, table by table. */
export interface DatabaseTransfer {
  /**
   * Refuses visitors' writes until the lease ends, so that pages are of one moment. Each page and
   * each sum renews it.
   * @returns null if another copy is being made
   * @throws StoreFileError while the database is filled
   */
  hold(): Promise<HeldDatabase | null>;
  release(lease: string): void;
  /** @returns null if the lease has ended: the copy must begin again */
  page(place: TablePlace): TablePage | null;
  /** @returns null if the lease has ended */
  sum(place: TablePlace & { readonly limit: number }): TableSum | null;
  /** Whether a push has begun and not ended: the database is only a part of one. */
  isFilling(): boolean;
  /** Facts that a file is compared with before a push begins. */
  target(): FillTarget;
  /** Tables with rows that nothing but visitors and the owner can have made. */
  occupied(): readonly TableCount[];
  /**
   * Makes the database one that is being filled: it serves nothing until `finishFill`, even after a
   * new start. The same id goes on with what has arrived, unless it begins anew. Another one begins
   * with an empty database, which keeps the owner's keys, those that were revoked, and the count of the
   * day's rows. Keys of the file become valid when it ends.
   * @throws StoreFileError for a file that cannot arrive whole. Nothing is changed then
   */
  beginFill(fill: NewFill): BegunFill;
  /**
   * @returns rows written, those of indexes included; null if this fill does not run
   * @throws StoreFileError for rows that no push brings
   */
  fill(rows: FilledRows): number | null;
  /**
   * Serves the database if its references, pages and values are sound, and if it can be opened. The
   * push that has just ended ends again without problems.
   * @returns the problems, a line each; null if this fill does not run
   */
  finishFill(id: string): Promise<readonly string[] | null>;
}

export interface FillTarget {
  /** The schema's version. */
  readonly version: number;
  readonly tables: readonly string[];
  /** The longest row that the engine takes, bytes. */
  readonly rowMaxBytes: number;
  /** Rows that the plan allows in a day; null: any number. */
  readonly rowsADay: number | null;
  /** Rows written since midnight UTC. */
  readonly rowsToday: number;
  /** The id of the push that has begun and not ended; null: the database is whole. */
  readonly filling: string | null;
}

export interface NewFill {
  readonly id: string;
  /** Whether what has arrived with this id is given up. Default: false. */
  readonly anew?: boolean;
  /** The file's version of the schema, its tables, and the bytes of its longest row. */
  readonly version: number;
  readonly tables: readonly string[];
  readonly longestRow: number;
  readonly sequences: readonly TableSequence[];
}

export interface FilledRows {
  readonly id: string;
  readonly table: string;
  readonly rows: readonly RowText[];
  /** Makes a comment's HTML from its text. null: the rows are of another table. */
  readonly render: ((text: string) => string) | null;
}

/** Where a page begins. */
export interface TablePlace {
  /** The lease of a copy, or the id of a fill. */
  readonly lease: string;
  readonly table: string;
  /** null: from the first row. */
  readonly after: RowKey | null;
}

export interface TableCount {
  readonly name: string;
  readonly rows: number;
}

/** The last number that a table has given (AUTOINCREMENT), in decimal digits. */
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
  /** Rows that have arrived already. `last` is null in an empty table. */
  readonly tables: readonly (TableCount & { readonly last: RowKey | null })[];
}
