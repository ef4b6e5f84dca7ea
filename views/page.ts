import type { Image, Translation } from "../packages/octavo-client/client.ts";
import type { Html } from "./html.ts";

/** A page without its frame. */
export interface Page {
  /**
   * Whole, percent-encoded; null: the page stands for many paths, as the one for what is missing.
   */
  readonly path: string | null;
  /** Null: the home page, which is called as the site. */
  readonly title: string | null;
  readonly description?: string | null;
  /** Address for search engines. Default: its path. */
  readonly canonicalUrl?: string;
  /** Language of its text. Default: the site's. */
  readonly language?: string | null;
  readonly translations?: readonly Translation[];
  readonly image?: Image | null;
  /** Picture for social networks, if the page has no `image`. Default: the site's. */
  readonly card?: Image | undefined;
  /** Not for search engines. */
  readonly isHidden?: boolean;
  /** Its address is the key to it: no site that it links to may learn it. */
  readonly isSecret?: boolean;
  readonly article?: ArticleFacts;
  /** Structured data besides an article, in the words of schema.org. */
  readonly structuredData?: object;
  /** The way to the page: sections above it. */
  readonly above?: readonly { readonly label: string; readonly path: string }[];
  /** The document whose views the engagement script counts. */
  readonly counted?: { readonly slug: string; readonly kind?: string };
  readonly main: Html;
}

/** A document with an author and a date. */
export interface ArticleFacts {
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
  readonly authors: readonly { readonly name: string; readonly url: string | null }[];
  readonly tags: readonly string[];
}

/** The parts of a head that others repeat. */
export interface HeadFacts {
  readonly title: string;
  readonly description: string | null;
  readonly address: string | null;
  readonly image: Page["image"] & (object | null);
}
