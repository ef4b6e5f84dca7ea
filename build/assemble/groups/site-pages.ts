import { pathOfAddress, putBelow } from "../../../contract/text/base-path.ts";
import type { RenderedContent } from "../documents/input.ts";

/** The page of a published document. */
export interface SitePage {
  /** Name of its kind. */
  readonly kind: string;
  readonly slug: string;
  /** The whole path with the site's base, percent-encoded. */
  readonly path: string;
  /** Its former paths. */
  readonly formerPaths: readonly string[];
  /** Whether the document is in lists. */
  readonly listed: boolean;
}

/** Lists the pages of all documents, kind by kind. */
export function toSitePages(content: Pick<RenderedContent, "posts" | "documents">, siteUrl: string): readonly SitePage[] {
  const base = pathOfAddress(siteUrl);
  const kinds: readonly (readonly [string, readonly { readonly entry: PagedEntry }[]])[] = [
    ["posts", content.posts],
    ...Object.entries(content.documents),
  ];
  return kinds.flatMap(([kind, documents]) =>
    documents.flatMap(({ entry: { slug, page, formerPages, unlisted = false } }) =>
      page === null
        ? []
        : [{ kind, slug, path: putBelow(base, page), formerPaths: formerPages.map((path) => putBelow(base, path)), listed: !unlisted }],
    ),
  );
}

interface PagedEntry {
  readonly slug: string;
  readonly page: string | null;
  readonly formerPages: readonly string[];
  /** Only posts can be unlisted. */
  readonly unlisted?: boolean;
}
