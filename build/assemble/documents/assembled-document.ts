import type { Tag, Translation } from "../../../contract/schemas/values.ts";
import type { TreeLink } from "./tree.ts";

/** An item of a list, as the API answers it; the other members are those that its kind defines. */
export interface DocumentItem {
  readonly slug: string;
  readonly title: string;
  readonly updatedAt: string | null;
  /** Not of every kind. */
  readonly url?: string | null;
  readonly tags?: readonly Tag[];
  readonly path?: string | null;
  readonly parent?: TreeLink | null;
  readonly excerpt?: string | null;
  readonly publishedAt?: string | null;
}

/** A document's item in the list of its kind, and the further members of its own answer. */
export interface AssembledDocument {
  readonly item: DocumentItem;
  /** Put together when it is looked at: most of it is the document's text. */
  readonly further: { readonly translations?: readonly Translation[]; readonly bodyText?: string | null };
  readonly translations: readonly Translation[];
  /** Digest of the item. */
  readonly itemId: string;
  /** Digest of the item and the further members. */
  readonly id: string;
}
