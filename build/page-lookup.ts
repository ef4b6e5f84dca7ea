import type { BuildOptions, PreviewReason } from "./build-options.ts";
import type { Content } from "./kinds/kinds.ts";
import { compareText } from "./shared/diagnostics.ts";

/** Documents that have pages of their own. */
type PagedContent = Pick<Content, "posts" | "projects" | "books" | "photos">;

function pagesOf({ posts, projects, books, photos }: PagedContent) {
  return [...posts, ...projects, ...books, ...photos];
}

/**
 * Path of the page that a content file makes; null: it makes none.
 * @param file as messages show it
 */
export function findPage(content: PagedContent, file: string): string | null {
  return pagesOf(content).find((entry) => entry.file.path === file)?.page ?? null;
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
