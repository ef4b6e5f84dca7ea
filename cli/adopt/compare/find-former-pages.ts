import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { LIST_FILE } from "../../../build/emit/owned-files.ts";
import { readStart } from "../posts/read-start.ts";

/** Folders that generators build into. */
const FOLDERS = ["_site", "public", "dist", "build", "out", "output", "."];
/** Tried before HTML and feeds, because a sitemap lists all pages. */
const SITEMAPS = ["sitemap.xml", "sitemap-index.xml", "sitemap_index.xml"];
const FEEDS = ["feed.xml", "atom.xml", "rss.xml", "index.xml", "feed.json"];

/**
 * Finds a list of the old site's pages in its folder: a sitemap, a folder of HTML, or a feed.
 * @param root absolute
 * @returns a path relative to it; null if there is none
 */
export function findFormerPages(root: string): string | null {
  const isThere = (path: string): boolean => existsSync(join(root, path));
  // A folder that octavo built contains no pages of another generator.
  const folders = FOLDERS.filter((folder) => isThere(folder) && !isThere(join(folder, LIST_FILE)));
  const findIn = (names: readonly string[]): string | undefined =>
    folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => isListing(join(root, path)));
  // Only Jekyll and Eleventy build into _site, even a site without a home page.
  const built = folders.find((folder) => folder !== "." && (folder === "_site" || isThere(join(folder, "index.html"))));
  return findIn(SITEMAPS) ?? built ?? findIn(FEEDS) ?? null;
}

/**
 * Jekyll and Eleventy generate feeds and sitemaps from templates, which begin with front matter.
 */
function isListing(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return readStart(file, Buffer.alloc(TEMPLATE_START.length)) !== TEMPLATE_START;
}

const TEMPLATE_START = "---";
