import type { ErasedSubjects } from "./privacy-types.ts";

export interface JoinOptions {
  /** People whose data must not come back into the database. */
  readonly erased: ErasedSubjects;
  /** Only counts. */
  readonly dryRun: boolean;
  /** Checked between two transactions, each of which is complete. */
  readonly isStopped: () => boolean;
}

/** Rows of another database, by what became of them here. */
export interface JoinCounts {
  readonly added: number;
  /** Existing rows that were newer in the other database. */
  readonly changed: number;
  /** Existing rows that stayed as they were. */
  readonly existing: number;
  /** Rows erased since. */
  readonly erased: number;
}

export interface JoinReport extends JoinCounts {
  /**
   * Rows with values that no server writes: impossible times, texts beyond the limits, URLs that
   * are not http(s).
   */
  readonly refused: number;
  /** The problem of each refused row, for the first 100. */
  readonly refusals: readonly string[];
  readonly interrupted: boolean;
}

/**
 * Merges another database of the same site, such as a rescued one, by id. Missing rows are added
 * with everything that belongs to them; for existing rows the newer one wins. Nobody is notified. A
 * second run changes nothing.
 */
export interface JoinStore {
  /**
   * The higher revision decides a text, the later time a decision, and a comment deleted in either
   * database stays deleted.
   * @throws StoreFileError if the file cannot be used
   */
  comments(file: string, options: JoinOptions): Promise<JoinReport>;
  /**
   * Takes over a state other than new, a due day and notes where this database has none. @throws
   * StoreFileError
   */
  inquiries(file: string, options: JoinOptions): Promise<JoinReport>;
}
