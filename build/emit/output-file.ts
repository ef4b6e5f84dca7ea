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
   * SHA-256, hexadecimal, of the content that the name was made from. If missing, the file never
   * changes.
   */
  readonly digest?: string | null;
  /** No list of files may name it. Default: false. */
  readonly isUnlisted?: boolean;
}

/**
 * The bytes, a function that makes them, or a file to copy. The buffer of `bytes` may be reused for
 * the next file; the same `identity` means the same bytes.
 */
export type OutputContent = { readonly text: string } | { readonly bytes: () => Uint8Array; readonly identity: string } | CopiedContent;

/** Prefix of the identity of a file of an unlisted post or of a draft by link. No list of files may name it. */
export const UNLISTED = "unlisted ";

/** An identity that never equals an earlier one. */
export const NEVER = "?";
