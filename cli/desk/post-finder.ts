import type { DeskContext } from "../../server/desk/desk-context.ts";
import { openPublished } from "../../server/published.ts";
import type { FindTitle } from "../../server/report/report-model.ts";
import { createPublishedLinks } from "../../server/routes/published-links.ts";
import { findPublished } from "../build/published-place.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";

/** Finds what is published, in a build: titles for people in place of slugs. */
export interface DocumentFinder {
  findPost: DeskContext["findPost"];
  findTitle: FindTitle;
}

/** Where titles are found: in a build, or at the site of `--site`. */
export type TitlePlace = Settings<"published" | "site">;

/** For reports: titles alone. */
export function createTitleFinder({ published, site }: TitlePlace, io: Pick<Io, "cwd" | "now">): FindTitle {
  return createDocumentFinder(published ?? site, io).findTitle;
}

/**
 * Without a build, comments and figures name slugs.
 * @param published folder, or https://…; null: dist, else what `start` or `dev` built last
 */
export function createDocumentFinder(published: string | null, { cwd, now }: Pick<Io, "cwd" | "now">): DocumentFinder {
  const location = findPublished(published, cwd);
  if (location === null) return { findPost: async () => null, findTitle: async () => null };
  const source = openPublished(location, { clock: now });
  const links = createPublishedLinks(source);
  const findPost: DocumentFinder["findPost"] = async (slug) => {
    const content = await source.current();
    return content === null ? null : links.post(slug, content).catch(() => null);
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
