import type { RenderedContent, RenderedDocument } from "./documents/input.ts";

/**
 * 404.md holds the text of 404.html. It is not a page of the site, so no list, feed or index may
 * see it.
 */
export function setMissingPageApart(content: RenderedContent): {
  readonly listed: RenderedContent;
  readonly missing: RenderedDocument | null;
} {
  const { pages = [] } = content.documents;
  const missing = pages.find(({ entry }) => entry.slug === "404") ?? null;
  if (missing === null) return { listed: content, missing };
  return { listed: { ...content, documents: { ...content.documents, pages: pages.filter((page) => page !== missing) } }, missing };
}
