import type { Image, Translation } from "../packages/octavo-client/client.ts";
import type { Html } from "./html.ts";

/** A page without its frame. */
export interface Page {
  /**
   * The whole path, percent-encoded; null for a page with many paths, such as the page for missing
   * addresses.
   */
  readonly path: string | null;
  /** Null for the home page, which has the site's name as its title. */
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
  /** Hidden from search engines. */
  readonly isHidden?: boolean;
  /** Whoever knows the page's address can read it, so no linked site may learn the address. */
  readonly isSecret?: boolean;
  readonly article?: ArticleFacts;
  /** Structured data other than an article, in the terms of schema.org. */
  readonly structuredData?: object;
  /** The sections above the page, from the top. */
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

/** The parts of a head that other parts repeat. */
export interface HeadFacts {
  readonly title: string;
  readonly description: string | null;
  readonly address: string | null;
  readonly image: Page["image"] & (object | null);
}
