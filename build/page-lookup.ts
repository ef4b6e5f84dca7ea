import type { BuildOptions, PreviewReason } from "./build-options.ts";
import { type Content, entriesOf } from "./kinds/kinds.ts";
import { compareText } from "./shared/diagnostics.ts";

/** Documents that have pages of their own. */
function pagesOf(content: Content) {
  return entriesOf(content).flatMap((entry) => ("page" in entry && entry.page !== null ? [{ entry, page: entry.page }] : []));
}

/** Finds the path of the page that a content file makes, by the file as messages show it; null: it makes none. */
export function createPageFinder(content: Content): (file: string) => string | null {
  let pages: ReadonlyMap<string, string> | null = null;
  return (file) => {
    pages ??= new Map(pagesOf(content).map(({ entry, page }) => [entry.file.path, page]));
    return pages.get(file) ?? null;
  };
}

/** Pages that a build shows before the public sees them, and why it is not public. */
export function findPreviews(
  content: Content,
  { drafts, future, now }: Pick<BuildOptions, "drafts" | "future" | "now">,
): Record<string, PreviewReason> {
  const found: Record<string, PreviewReason> = {};
  for (const { page, entry } of pagesOf(content)) {
    const { draft, publishedAt } = entry;
    if (draft && drafts) found[page] = "draft";
    else if (future && publishedAt !== null && compareText(publishedAt, now) > 0) found[page] = "scheduled";
  }
  return found;
}
