export interface OutputFile {
  /** Below the out folder, forward slashes. */
  readonly path: string;
  readonly content: OutputContent;
}

/** A file to copy the bytes from. */
export interface CopiedContent {
  /** Absolute. */
  readonly copyFrom: string;
  /** SHA-256, hexadecimal, of what the name was made of; not given: the file never changes. */
  readonly digest?: string | null;
}

/**
 * The bytes, what makes them (they may be overwritten when the next are made; `identity` is the same for the same bytes), or where they are copied from.
 */
export type OutputContent = { readonly text: string } | { readonly bytes: () => Uint8Array; readonly identity: string } | CopiedContent;

/** Beginning of the identity of an unlisted post's file: no list of files may name it. */
export const UNLISTED = "unlisted ";

/** An identity that is never the one before. */
export const NEVER = "?";
