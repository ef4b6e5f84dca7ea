import type { Tag, Translation } from "../../../contract/schemas/values.ts";
import type { TreeLink } from "./tree.ts";

/** A list item as the API returns it. Its kind defines the other members. */
export interface DocumentItem {
  readonly slug: string;
  readonly title: string;
  readonly updatedAt: string | null;
  /** Some kinds lack this and the following members. */
  readonly url?: string | null;
  readonly tags?: readonly Tag[];
  readonly path?: string | null;
  readonly parent?: TreeLink | null;
  readonly excerpt?: string | null;
  readonly publishedAt?: string | null;
  /** For a review, it is the language of the reviewed work, which may be unknown. */
  readonly language?: string | null;
}

/** A document as its list shows it, with its full response. */
export interface ListedDocument<Item extends object = DocumentItem> {
  readonly item: Item;
  /** Digest of the item. */
  readonly itemId: string;
  /** Values for filters and order of lists. */
  readonly facets: { readonly slug: string };
  /** Values that `sort` compares. */
  readonly sortable: object;
  readonly translations: readonly Translation[];
  /** Digest of the response. */
  readonly id: string;
  /** The response as JSON. */
  bytes(): Buffer;
}

/** A document of a kind that is defined by its members. */
export interface AssembledDocument extends ListedDocument {
  /**
   * Members of the response that the item lacks. They are created when read, because most of their
   * size is the document's text.
   */
  readonly further: { readonly translations?: readonly Translation[]; readonly bodyText?: string | null };
}
