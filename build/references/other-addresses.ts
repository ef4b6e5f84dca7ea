import type { CheckSeverity } from "../../contract/config/config-names.ts";
import { pageKey } from "../../contract/page-key.ts";
import { pathBelow } from "../../contract/text/base-path.ts";
import { LIST_PAGE } from "../kinds/addresses/page-pattern.ts";
import { type Content, entriesOf } from "../kinds/kinds.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import { compareText, type Diagnostics, firstFew } from "../shared/diagnostics.ts";
import { parseFileName } from "../shared/slugs.ts";
import { createMisspellings, isMisspelt } from "../shared/suggest.ts";
import { noSuchPage, nothingThere, type Written } from "./reference-findings.ts";

/**
 * Links to paths of the site that have no document. Such a path may be another page of the front
 * end, unless it is a misspelling of a document's address or the build makes the website. Several
 * paths that end in a post's slug show that the posts had other addresses when the links were
 * written.
 */
export interface OtherAddresses {
  /** @param path a path of the site that has no document */
  note(written: Written, path: string): void;
  /** Reports the links once all documents are rendered. */
  check(diagnostics: Diagnostics): void;
}

/**
 * From this many posts on, the pattern of addresses is assumed to be wrong, rather than the links.
 */
const SEVERAL = 3;
/** Maximum number of paths in a warning. */
const SHOWN_MAX = 3;
/** If there are more paths, they are assumed to be pages of the front end. */
const COMPARED_MAX = 500;

interface Noted {
  readonly written: Written;
  readonly path: string;
}

/**
 * Whether anything serves a path of the website, below its base: a page, a file of `public`, a
 * redirect, the API, the write server, the host, or another program that the configuration names.
 */
export type IsServed = (path: string) => boolean;

interface OtherAddressesOptions {
  /** Path of the site. Links may or may not begin with it. */
  readonly base: string;
  readonly severity: CheckSeverity;
  /** null if a front end makes the pages, so other paths are unknown. */
  readonly website: WebsitePaths | null;
}

/** The paths of a website that the build makes. */
interface WebsitePaths {
  readonly isServed: IsServed;
  /** Whether a path has the form of a document's page. */
  isPageShaped(path: string): boolean;
  /** The page with the most similar last segment. */
  nearPage(path: string): string | null;
}

export function createOtherAddresses(content: Content, { base, severity, website }: OtherAddressesOptions): OtherAddresses {
  const patterns = createOtherPatterns(content.posts);
  const links: Noted[] = [];
  const paths = new Set<string>();
  return {
    note(written, path) {
      if (website?.isPageShaped(path) !== true) patterns.note({ written, path });
      if (website === null && paths.size > COMPARED_MAX) return;
      paths.add(path);
      links.push({ written, path: pathBelow(base, path) ?? path });
    },
    check(diagnostics) {
      if (severity === "off") return;
      const moved = patterns.check(diagnostics);
      // The pages of faulty files are unknown.
      if (links.length === 0 || content.faulty.length > 0) return;
      if (website !== null) {
        const dead = links.filter(({ path }) => !moved.has(nameOfPath(path)) && !website.isServed(path));
        for (const { written, path } of dead) diagnostics.report(severity, written.at(), nothingThere(written, findMeant(path, website)));
        return;
      }
      if (moved.size > 0 || paths.size > COMPARED_MAX) return;
      const meant = findMeantPages(new Set(links.map(({ path }) => pageKey(path))), content);
      for (const { written, path } of links) {
        const page = meant.get(pageKey(path));
        if (page !== undefined) diagnostics.report(severity, written.at(), noSuchPage(written, page));
      }
    },
  };
}

/** Finds the page that a broken link probably means. Returns null if none is similar enough. */
function findMeant(path: string, { isPageShaped, nearPage }: WebsitePaths): string | null {
  const near = nearPage(path);
  if (near === null || isPageShaped(path) || nameOfPath(near) === nameOfPath(path)) return near;
  return isMisspelt(pageKey(path), pageKey(near)) ? near : null;
}

/** Finds the page that each misspelt path means, by the key of the path. */
function findMeantPages(paths: ReadonlySet<string>, content: Content): ReadonlyMap<string, string> {
  const misspellings = createMisspellings(paths.values().filter((path) => !LIST_PAGE.test(path)));
  const meant = new Map<string, { readonly key: string; readonly page: string }>();
  const folders = new Set<string>();
  for (const entry of entriesOf(content)) {
    if (!("page" in entry) || entry.page === null) continue;
    const { page } = entry;
    const key = pageKey(page);
    const folder = key.slice(0, key.lastIndexOf("/"));
    if (paths.has(folder)) folders.add(folder);
    for (const path of misspellings(key)) {
      const other = meant.get(path);
      if (!differInNumbers(path, key) && (other === undefined || compareText(key, other.key) <= 0)) meant.set(path, { key, page });
    }
  }
  // A folder with pages in it is a list.
  for (const folder of folders) meant.delete(folder);
  return new Map(meant.entries().map(([path, { page }]) => [path, page]));
}

/**
 * Whether two addresses differ only in numbers, as `/part-1` and `/part-2` do. Such addresses
 * belong to different pages.
 */
function differInNumbers(a: string, b: string): boolean {
  return a.replaceAll(/\d+/g, "") === b.replaceAll(/\d+/g, "");
}

/** Detects that posts used to have a different address pattern. */
function createOtherPatterns(posts: readonly PostEntry[]) {
  /**
   * By the last segment of the path: the first link in the first document, whatever the order of
   * rendering.
   */
  const noted = new Map<string, Noted>();
  return {
    note({ written, path }: Noted): void {
      const name = nameOfPath(path);
      const other = noted.get(name);
      const isFirst = other === undefined || compareText(written.from.path, other.written.from.path) < 0;
      if (name !== "" && isFirst) noted.set(name, { written, path });
    },
    /** @returns the last segments of the links in its warning */
    check(diagnostics: Diagnostics): ReadonlySet<string> {
      if (noted.size < SEVERAL) return NO_NAMES;
      const found = new Map<string, { readonly written: Written; readonly text: string }>();
      const pages = findPages(posts, noted);
      for (const [name, { written, path }] of noted) {
        const page = pages.get(name);
        if (page !== undefined && !found.has(page)) found.set(page, { written, text: `${path} (page: ${page})` });
      }
      // Documents are rendered in no fixed order.
      const sorted = [...found.values()].sort((a, b) => compareText(a.written.from.path, b.written.from.path));
      const [first] = sorted;
      if (first === undefined || sorted.length < SEVERAL) return NO_NAMES;
      const texts = sorted.map(({ text }) => text);
      const message = `links lead to ${sorted.length} posts at addresses that the posts do not have: ${firstFew(texts, SHOWN_MAX)}`;
      const hint = "set urls.posts to the pattern of these addresses, or formerUrls.posts to redirect from there";
      diagnostics.warning(first.written.at(), { code: "other-addresses", message, hint });
      return new Set(pages.keys());
    },
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The last segment of a path as a slug; "" if there is none, or the path is a page of a list. */
function nameOfPath(path: string): string {
  const [, parent = "", last = ""] = /^(.*)\/([^/]+?)(?:\/index)?(?:\.html?)?\/?$/i.exec(path) ?? [];
  return LIST_PAGE.test(parent) ? "" : parseFileName(last).slug;
}

/** Pages of the posts whose slug or file has one of the names. */
function findPages(posts: readonly PostEntry[], names: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const { file, slug, page } of posts) {
    // Parsing every file's name takes longer than checking that most are the slug of their post.
    const isNamed = file.relative.endsWith(`/${slug}.md`);
    const name = isNamed ? slug : parseFileName(file.relative).slug;
    if (names.has(name)) pages.set(name, page);
  }
  for (const { slug, page } of posts) if (names.has(slug)) pages.set(slug, page);
  return pages;
}
