import { type DocumentFinder, toDocumentFinder } from "../../server/desk/document-finder.ts";
import { openPublished } from "../../server/published-files.ts";
import type { FindTitle } from "../../server/report/report-model.ts";
import { findPublished } from "../build/published-place.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";

/** The place to find titles: a build, or the site that `--site` names. */
export type TitlePlace = Settings<"published" | "site">;

/** Finds only titles, for reports. */
export function createTitleFinder({ published, site }: TitlePlace, io: Pick<Io, "cwd" | "now">): FindTitle {
  return createDocumentFinder(published ?? site, io).findTitle;
}

/**
 * Without a build, comments and figures show slugs.
 * @param published folder, or https://…; null for dist, or else the last build by `start` or `dev`
 */
export function createDocumentFinder(published: string | null, { cwd, now }: Pick<Io, "cwd" | "now">): DocumentFinder {
  const location = findPublished(published, cwd);
  if (location === null) return { findPost: async () => null, findTitle: async () => null };
  return toDocumentFinder(openPublished(location, { clock: now }));
}
