import type { BodyPlace } from "../cache/output-copies.ts";

export interface OutputFile {
  /** Below the out folder, forward slashes. */
  readonly path: string;
  readonly content: OutputContent;
}

/**
 * The bytes, what makes them (they may be overwritten when the next are made; `identity` is the same for the same bytes), or an absolute path
 * to copy them from.
 */
export type OutputContent =
  | { readonly text: string }
  | { readonly bytes: () => Uint8Array; readonly body?: () => BodyPlace | null; readonly identity: string }
  | { readonly copyFrom: string };

/** An identity that is never the one before. */
export const NEVER = "?";
