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

/** What the list of a kind shows of a document, and what its own answer has besides. */
export interface AssembledDocument {
  readonly item: DocumentItem;
  /** Put together when it is looked at: most of it is the document's text. */
  readonly further: { readonly translations?: readonly Translation[]; readonly bodyText?: string | null };
  readonly translations: readonly Translation[];
  /** Of the item: the same id, the same item. */
  readonly itemId: string;
  /** Of the item and what is further. */
  readonly id: string;
}
