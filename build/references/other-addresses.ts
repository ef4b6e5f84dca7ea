import { LIST_PAGE } from "../kinds/addresses/page-pattern.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import { compareText, type Diagnostics, firstFew } from "../shared/diagnostics.ts";
import { parseFileName } from "../shared/slugs.ts";
import type { Written } from "./reference-findings.ts";

/**
 * Links to paths of the site that end in a post's slug, but are not its address. One may be another
 * page of the front end. Several show that the posts had other addresses when the links were
 * written.
 */
export interface OtherAddresses {
  /** @param path of the site, where no document is */
  note(written: Written, path: string): void;
  /** Warns once, after all documents are rendered. */
  check(diagnostics: Diagnostics): void;
}

/** From this many posts on, the pattern of addresses is wrong, and not a single link. */
const SEVERAL = 3;
/** Number of paths in a warning. */
const SHOWN_MAX = 3;

export function createOtherAddresses(posts: readonly PostEntry[]): OtherAddresses {
  /** By the last name of its path: the first link of the first document, in any order of rendering. */
  const noted = new Map<string, { readonly written: Written; readonly path: string }>();
  return {
    note(written, path) {
      const [, parent = "", last = ""] = /^(.*)\/([^/]+?)(?:\/index)?(?:\.html?)?\/?$/i.exec(path) ?? [];
      const name = LIST_PAGE.test(parent) ? "" : parseFileName(last).slug;
      const other = noted.get(name);
      const isFirst = other === undefined || compareText(written.from.path, other.written.from.path) < 0;
      if (name !== "" && isFirst) noted.set(name, { written, path });
    },
    check(diagnostics) {
      if (noted.size < SEVERAL) return;
      const found = new Map<string, { readonly written: Written; readonly text: string }>();
      const pages = findPages(posts, noted);
      for (const [name, { written, path }] of noted) {
        const page = pages.get(name);
        if (page !== undefined && !found.has(page)) found.set(page, { written, text: `${path}, here ${page}` });
      }
      // Documents are rendered in no fixed order.
      const sorted = [...found.values()].sort((a, b) => compareText(a.written.from.path, b.written.from.path));
      const [first] = sorted;
      if (first === undefined || sorted.length < SEVERAL) return;
      const texts = sorted.map(({ text }) => text);
      const message = `links lead to ${sorted.length} posts at addresses that they do not have: ${firstFew(texts, SHOWN_MAX)}`;
      const hint = "set urls.posts to the pattern of these addresses, or formerUrls.posts to redirect from there";
      diagnostics.warning(first.written.at(), { code: "other-addresses", message, hint });
    },
  };
}

/** Pages of the posts whose slug, or whose file, has one of the names. */
function findPages(posts: readonly PostEntry[], names: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const { file, slug, page } of posts) {
    // Reading the name of each file takes longer than checking that most are their post's slug.
    const isNamed = file.relative.endsWith(`/${slug}.md`);
    const name = isNamed ? slug : parseFileName(file.relative).slug;
    if (names.has(name)) pages.set(name, page);
  }
  for (const { slug, page } of posts) if (names.has(slug)) pages.set(slug, page);
  return pages;
}
