import type { BuildOptions, PreviewReason } from "./build-options.ts";
import type { Content } from "./kinds/kinds.ts";
import { compareText } from "./shared/diagnostics.ts";

/** Documents that have pages of their own. */
type PagedContent = Pick<Content, "posts" | "projects" | "books" | "photos">;

function pagesOf({ posts, projects, books, photos }: PagedContent) {
  return [...posts, ...projects, ...books, ...photos];
}

/** Finds the path of the page that a content file makes, by the file as messages show it; null: it makes none. */
export function createPageFinder(content: PagedContent): (file: string) => string | null {
  let pages: ReadonlyMap<string, string> | null = null;
  return (file) => {
    pages ??= new Map(pagesOf(content).map((entry) => [entry.file.path, entry.page]));
    return pages.get(file) ?? null;
  };
}

/** Pages that a build shows before the public sees them, and why it is not public. */
export function findPreviews(
  content: PagedContent,
  { drafts, future, now }: Pick<BuildOptions, "drafts" | "future" | "now">,
): Record<string, PreviewReason> {
  const found: Record<string, PreviewReason> = {};
  for (const { page, draft, publishedAt } of pagesOf(content)) {
    if (draft && drafts) found[page] = "draft";
    else if (future && publishedAt !== null && compareText(publishedAt, now) > 0) found[page] = "scheduled";
  }
  return found;
}
