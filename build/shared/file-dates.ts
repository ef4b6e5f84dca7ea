/** Dates of content files from outside of them, for documents that state none. */
export interface FileDates {
  /** Identifies all of them. */
  readonly digest: string;
  /**
   * @param relative path below the content folder
   * @returns `2024-01-31`; null if it is unknown
   */
  of(relative: string): string | null;
}
