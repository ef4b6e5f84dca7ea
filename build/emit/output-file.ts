export interface OutputFile {
  /** Relative to the out folder, with forward slashes. */
  readonly path: string;
  readonly content: OutputContent;
}

/** A file whose bytes are copied. */
export interface CopiedContent {
  /** Absolute. */
  readonly copyFrom: string;
  /**
   * Hexadecimal SHA-256 of the content from which the name was made. If missing, the file never
   * changes.
   */
  readonly digest?: string | null;
  /** Whether it must not be in any list of files. Default: false. */
  readonly isUnlisted?: boolean;
}

/**
 * The text, a function that creates the bytes, or a file to copy. The buffer of `bytes` may be
 * reused for the next file; the same `identity` means the same bytes.
 */
export type OutputContent =
  | { readonly text: string }
  | { readonly bytes: () => Uint8Array; readonly text?: string; readonly identity: string }
  | CopiedContent;

/**
 * Prefix of the identity of a file that belongs to an unlisted post or to a draft shared by link.
 * It must not be in any list of files.
 */
export const UNLISTED = "unlisted ";

/** An identity that never equals an earlier one. */
export const NEVER = "?";
