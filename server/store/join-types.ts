import type { ErasedSubjects } from "./privacy-types.ts";

export interface JoinOptions {
  /** Whom the database must not get back. */
  readonly erased: ErasedSubjects;
  /** Counts alone. */
  readonly dryRun: boolean;
  /** Asked between two transactions; each is whole. */
  readonly isStopped: () => boolean;
}

export interface JoinReport {
  readonly added: number;
  /** They were there, and the other database had them newer. */
  readonly changed: number;
  /** They were there. */
  readonly existing: number;
  /** They were erased since. */
  readonly erased: number;
  /** They hold values that no server writes: impossible times, texts beyond the limits, addresses that are no http(s) URLs. */
  readonly refused: number;
  /** The problem of each of them, the first 100. */
  readonly refusals: readonly string[];
  readonly interrupted: boolean;
}

/**
 * Takes over what another database of the same site has (one that was rescued), by id: what is missing is added with all that belongs to it, and of what is there the newer
 * wins. Nobody is notified. A second run changes nothing.
 */
export interface JoinStore {
  /** A text by its revision, a decision by its time; what is deleted in either stays deleted. @throws StoreFileError where the file cannot be used */
  comments(file: string, options: JoinOptions): Promise<JoinReport>;
  /** A state other than new, a day and notes are taken where this database has none. @throws StoreFileError */
  inquiries(file: string, options: JoinOptions): Promise<JoinReport>;
}
