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
  /** A book's is the book's, and may be unknown. */
  readonly language?: string | null;
}

/** A document as its list shows it, and as the API answers it. */
export interface ListedDocument<Item extends object = DocumentItem> {
  readonly item: Item;
  /** Digest of the item. */
  readonly itemId: string;
  /** Values that lists are filtered and ordered by. */
  readonly facets: { readonly slug: string };
  /** Values that `sort` compares. */
  readonly sortable: object;
  readonly translations: readonly Translation[];
  /** Digest of the answer. */
  readonly id: string;
  /** The answer in JSON. */
  bytes(): Buffer;
}

/** A document of a kind that is made from its members. */
export interface AssembledDocument extends ListedDocument {
  /** Members of the answer besides those of the item. Put together when it is looked at: most of it is the document's text. */
  readonly further: { readonly translations?: readonly Translation[]; readonly bodyText?: string | null };
}
