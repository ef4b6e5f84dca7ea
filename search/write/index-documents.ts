import type { HitHead, SearchText } from "../format/search-documents.ts";

/** A document as the index takes it. Its head and text are looked at only where that is needed, and may be put together then. */
export interface IndexDocument {
  /** Name of its kind: SearchedKind.name. */
  readonly kind: string;
  readonly slug: string;
  /** As in the head. */
  readonly publishedAt: string | null;
  /** BCP 47; null: it has none. */
  readonly language: string | null;
  /** Names the head and the text: the same id, the same document. */
  readonly id: string;
  readonly head: HitHead;
  /** The text whose terms are counted. */
  readonly text: SearchText;
  /** Names the headings and the body of the text. */
  readonly bodyId: string;
  /** Words of the body. */
  readonly wordCount: number;
}
