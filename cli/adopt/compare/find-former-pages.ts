import { existsSync } from "node:fs";
import { join } from "node:path";
import { LIST_FILE } from "../../../build/emit/owned-files.ts";

/** Folders that generators build into. */
const FOLDERS = ["_site", "public", "dist", "build", "out", "."];
/** The ones that name all pages come first. */
const SITEMAPS = ["sitemap.xml", "sitemap-index.xml", "sitemap_index.xml"];
const FEEDS = ["feed.xml", "atom.xml", "rss.xml", "index.xml", "feed.json"];

/**
 * Finds a list of the old site's pages in its folder: a sitemap, a folder of HTML, or a feed.
 * @param root absolute
 * @returns a path below it; null if there is none
 */
export function findFormerPages(root: string): string | null {
  const isThere = (path: string): boolean => existsSync(join(root, path));
  // A folder that octavo built has no pages of another generator.
  const folders = FOLDERS.filter((folder) => isThere(folder) && !isThere(join(folder, LIST_FILE)));
  const findIn = (names: readonly string[]): string | undefined =>
    folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isThere);
  const built = folders.find((folder) => folder !== "." && isThere(join(folder, "index.html")));
  return findIn(SITEMAPS) ?? built ?? findIn(FEEDS) ?? null;
}
