import path from "node:path";

/** A content file. Paths have forward slashes. */
export interface SourceFile {
  /** The path relative to the working directory, for messages: `content/posts/hello.md`. */
  readonly path: string;
  /** The path relative to the content folder: `posts/hello.md`. It defines the canonical order. */
  readonly relative: string;
  readonly absolute: string;
  /** For an entry of a data file: its index in the list or its key. */
  readonly entry?: string | number;
}

/** Dates of content files from other sources, for documents that do not state one. */
export interface FileDates {
  /** Identifies all dates. */
  readonly digest: string;
  /**
   * @param relative path relative to the content folder
   * @returns `2024-01-31`; null if it is unknown
   */
  of(relative: string): string | null;
}

/** Returns a path for messages: relative to the working directory, with forward slashes. */
export function showPath(cwd: string, absolute: string): string {
  return path.relative(cwd, absolute).replaceAll(path.sep, "/") || ".";
}
