import { openPublished } from "../../server/published.ts";
import type { FindTitle } from "../../server/report/report-model.ts";
import { createPublishedLinks } from "../../server/routes/published-links.ts";
import { findPublished } from "../build/published-place.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options.ts";
import type { DeskContext } from "./desk-context.ts";

/** For reports: the title alone. */
export function createTitleFinder({ published }: Pick<Settings, "published">, io: Pick<Io, "cwd" | "now">): FindTitle {
  return toTitleFinder(createPostFinder(published, io));
}

export function toTitleFinder(findPost: DeskContext["findPost"]): FindTitle {
  return async (slug) => (await findPost(slug))?.title ?? null;
}

/**
 * Titles of posts, from a build; where there is none, comments name the slug.
 * @param published folder, or https://…; null: dist, else what `start` or `dev` built last
 */
export function createPostFinder(published: string | null, { cwd, now }: Pick<Io, "cwd" | "now">): DeskContext["findPost"] {
  const location = findPublished(published, cwd);
  if (location === null) return async () => null;
  const source = openPublished(location, { clock: now });
  const links = createPublishedLinks(source);
  return async (slug) => {
    const content = await source.current();
    return content === null ? null : links.post(slug, content).catch(() => null);
  };
}
