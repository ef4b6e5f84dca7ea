import type { Published } from "../../contract/index-format.ts";
import type { Assembled } from "../assemble/assemble.ts";
import { compareText } from "../diagnostics.ts";

/** What is public. */
export function toPublished(site: Assembled, aliases: Readonly<Record<string, string>>): Published {
  const slugsOf = (documents: readonly { readonly slug: string }[]): string[] => documents.map(({ slug }) => slug).sort(compareText);
  const summaries = site.posts.map(({ summary }) => summary);
  return {
    slugs: { posts: slugsOf(summaries), projects: slugsOf(site.projects), books: slugsOf(site.books), photos: slugsOf(site.photos) },
    series: slugsOf(site.series),
    aliases,
    commentsClosed: slugsOf(site.posts.filter(({ commentsOpen }) => !commentsOpen).map(({ summary }) => summary)),
    services: site.services.map(({ id, slug }) => ({ id, slug })).sort((a, b) => compareText(a.id, b.id)),
  };
}
