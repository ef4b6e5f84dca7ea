import type { RenderedContent, RenderedDocument } from "./documents/input.ts";

/**
 * Separates 404.md, which contains the text of 404.html, from the pages. It is not a page of the
 * site, so it must not be in any list, feed or index.
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
