import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { mapLimit } from "../../../build/shared/parallel.ts";
import { CliError } from "../../io.ts";
import { fetchListing } from "./fetch-listing.ts";
import type { FormerPages } from "./former-page.ts";
import { readHtmlFolder } from "./html-folder.ts";
import { type PageListing, parseListing } from "./parse-listing.ts";

/** Files of a sitemap index that are read. */
const SITEMAPS_MAX = 50;

type ReadListing = (place: string) => Promise<PageListing>;

/**
 * Reads what tells of the pages of the old site.
 * @param source an address, a file, or a folder of HTML
 * @param cwd what a path is relative to
 */
export async function readFormerPages(source: string, cwd: string): Promise<FormerPages> {
  if (/^https?:\/\//i.test(source)) {
    const url = URL.parse(source);
    if (url === null) throw new CliError(`${source} is no address`, { hint: "want https://old.example/sitemap.xml" });
    return await withSitemaps(source, async (address) => parseListing(await fetchListing(address, url.host), address));
  }
  const place = resolve(cwd, source);
  const found = await stat(place).catch(() => null);
  if (found === null) throw new CliError(`${source} is not there`, { hint: "want an address, a file, or a folder of HTML" });
  if (found.isDirectory()) return await readHtmlFolder(place);
  if (!found.isFile()) throw new CliError(`${source} is no file`, { hint: "want an address, a file, or a folder of HTML" });
  return await withSitemaps(place, async (file) => parseListing(await readFile(file, "utf8"), file === place ? source : file));
}

/** Puts the files of a sitemap index together. Beside a file, they are files of the same folder. */
async function withSitemaps(place: string, read: ReadListing): Promise<FormerPages> {
  const first = await read(place);
  if (first.sitemaps.length === 0) return first;
  const shown = first.sitemaps.slice(0, SITEMAPS_MAX);
  const left = first.sitemaps.length - shown.length;
  const listings = await mapLimit(shown, 4, (address) => read(toPlace(place, address)));
  const notes = left === 0 ? [] : [`${left} of ${first.sitemaps.length} sitemaps are not read: ${SITEMAPS_MAX} are the most`];
  return {
    pages: listings.flatMap(({ pages }) => pages),
    isComplete: left === 0,
    isPostsOnly: false,
    notes: [...notes, ...listings.flatMap((listing) => listing.notes)],
  };
}

function toPlace(index: string, address: string): string {
  if (/^https?:\/\//i.test(index)) return new URL(address, index).href;
  const path = URL.parse(address, "http://old.invalid")?.pathname ?? "";
  const below = join(dirname(index), path);
  return existsSync(below) ? below : join(dirname(index), basename(path));
}
