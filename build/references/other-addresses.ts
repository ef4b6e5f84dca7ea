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
  let pages: ReadonlyMap<string, string> | null = null;
  const noted = new Map<string, { readonly written: Written; readonly text: string }>();
  return {
    note(written, path) {
      const [, parent = "", name = ""] = /^(.*)\/([^/]+?)(?:\/index)?(?:\.html?)?\/?$/i.exec(path) ?? [];
      pages ??= indexSlugs(posts);
      const page = LIST_PAGE.test(parent) ? undefined : pages.get(parseFileName(name).slug);
      if (page !== undefined && !noted.has(page)) noted.set(page, { written, text: `${path}, here ${page}` });
    },
    check(diagnostics) {
      // Documents are rendered in no fixed order.
      const found = [...noted.values()].sort((a, b) => compareText(a.written.from.path, b.written.from.path));
      const [first] = found;
      if (first === undefined || found.length < SEVERAL) return;
      const texts = found.map(({ text }) => text);
      const message = `links lead to ${found.length} posts at addresses that they do not have: ${firstFew(texts, SHOWN_MAX)}`;
      const hint = "set urls.posts to the pattern of these addresses, or formerUrls.posts to redirect from there";
      diagnostics.warning(first.written.at(), { code: "other-addresses", message, hint });
    },
  };
}

/** Pages by slug, and by the name of the file. */
function indexSlugs(posts: readonly PostEntry[]): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const { file, page } of posts) pages.set(parseFileName(file.relative).slug, page);
  for (const { slug, page } of posts) pages.set(slug, page);
  pages.delete("");
  return pages;
}
