import type { HitHead, SearchText } from "../format/search-documents.ts";

/**
 * A document for the index. Its head and text are only read when needed, and may be created then.
 */
export interface IndexDocument {
  /** Name of its kind: SearchedKind.name. */
  readonly kind: string;
  readonly slug: string;
  /** As in the head. */
  readonly publishedAt: string | null;
  /** BCP 47; null if it has none. */
  readonly language: string | null;
  /** Identifies head and text: the same id means the same document. */
  readonly id: string;
  readonly head: HitHead;
  /** The text whose terms are counted. */
  readonly text: SearchText;
  /** Identifies the headings and the body of the text. */
  readonly bodyId: string;
  /** Words of the body. */
  readonly wordCount: number;
}
