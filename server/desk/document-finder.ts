import type { PublishedSource } from "../published.ts";
import type { FindTitle } from "../report/report-model.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import type { DeskContext } from "./desk-context.ts";

/** Finds published documents in a build, to show titles instead of slugs. */
export interface DocumentFinder {
  findPost: DeskContext["findPost"];
  findTitle: FindTitle;
}

/** A document that cannot be read at the moment counts as not found. */
export function toDocumentFinder(source: PublishedSource): DocumentFinder {
  const links = createPublishedLinks(source);
  const findPost: DocumentFinder["findPost"] = async (slug) => {
    const content = await source.current();
    return content === null ? null : links.post(content.findPost(slug)?.slug ?? slug, content).catch(() => null);
  };
  return {
    findPost,
    async findTitle(slug, of) {
      if (of === "posts") return (await findPost(slug))?.title ?? null;
      const content = await source.current();
      return content === null ? null : links.otherTitle(slug, content).catch(() => null);
    },
  };
}
