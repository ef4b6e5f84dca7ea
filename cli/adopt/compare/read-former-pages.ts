import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { mapLimit } from "../../../build/shared/parallel.ts";
import { CliError } from "../../io.ts";
import { fetchListing, refuseCredentials } from "./fetch-listing.ts";
import type { FormerPages } from "./former-page.ts";
import { readHtmlFolder } from "./html-folder.ts";
import { type PageListing, parseListing } from "./parse-listing.ts";

/** Maximum number of sitemaps to read from an index, including nested ones. */
const SITEMAPS_MAX = 50;

/** Concurrent requests. */
const CONCURRENCY = 4;

type ReadListing = (place: string) => Promise<PageListing>;

/**
 * Lists the pages of the old site.
 * @param source an address, a file, or a folder of HTML
 * @param cwd folder that a path is relative to
 * @param base base path of this site; a folder of HTML is assumed to have the same
 * @throws CliError if the source cannot be read or names no page
 */
export async function readFormerPages(source: string, cwd: string, base: string): Promise<FormerPages> {
  const url = URL.parse(source);
  if (url !== null) refuseCredentials(url);
  if (/^https?:\/\//i.test(source)) {
    // The address is not shown, because it may still contain a password.
    if (url === null) throw new CliError("the address of --compare is not valid", { hint: "want https://old.example/sitemap.xml" });
    return await withSitemaps(source, async (address) => parseListing(await fetchListing(address, url.host), address));
  }
  const place = resolve(cwd, source);
  const found = await stat(place).catch(() => null);
  if (found === null) throw new CliError(`${source} does not exist`, { hint: "want an address, a file, or a folder of HTML" });
  if (found.isDirectory()) return await readHtmlFolder(place, base);
  if (!found.isFile()) throw new CliError(`${source} is not a file`, { hint: "want an address, a file, or a folder of HTML" });
  return await withSitemaps(place, async (file) => parseListing(await readFile(file, "utf8"), file === place ? source : file));
}

/**
 * Combines the files of a sitemap index level by level. For a local file, they are in the same
 * folder.
 */
async function withSitemaps(source: string, read: ReadListing): Promise<FormerPages> {
  const first = await read(source);
  if (first.sitemaps.length === 0 && first.pages.length > 0) return first;
  const named = new Set([source]);
  const listings: PageListing[] = [];
  const nameSitemaps = (place: string, { sitemaps }: PageListing): readonly string[] =>
    sitemaps.map((address) => toPlace(place, address)).filter((one) => !named.has(one) && named.add(one));
  let level = nameSitemaps(source, first);
  while (level.length > 0) {
    const places = level.slice(0, SITEMAPS_MAX - listings.length);
    const found = await mapLimit(places, CONCURRENCY, read);
    listings.push(...found);
    level = found.flatMap((listing, index) => nameSitemaps(places[index] ?? source, listing));
  }
  const unread = [...named].slice(listings.length + 1);
  const pages = listings.flatMap((listing) => listing.pages);
  if (pages.length === 0)
    throw new CliError("no sitemap in the index lists any pages", { hint: "want a sitemap index whose sitemaps list pages" });
  const notes =
    unread.length === 0
      ? []
      : [`not compared: ${unread.length} of the index's ${named.size - 1} sitemaps, because only ${SITEMAPS_MAX} are read`];
  return {
    pages,
    isComplete: unread.length === 0 && listings.every(({ isComplete }) => isComplete),
    isPostsOnly: false,
    unread,
    notes: [...notes, ...listings.flatMap((listing) => listing.notes)],
  };
}

function toPlace(index: string, address: string): string {
  if (/^https?:\/\//i.test(index)) return new URL(address, index).href;
  // An address may begin with the path that the site was under: /blog/en/sitemap.xml.
  const parts = (URL.parse(address, "http://old.invalid")?.pathname ?? "").split("/").filter((part) => part !== "");
  const places = parts.map((_, first) => join(dirname(index), ...parts.slice(first)));
  return places.find((place) => place !== index && existsSync(place)) ?? places.at(-1) ?? index;
}
