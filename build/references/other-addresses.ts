import type { CheckSeverity } from "../../contract/config/config-names.ts";
import { pageKey } from "../../contract/page-key.ts";
import { pathBelow } from "../../contract/text/base-path.ts";
import { LIST_PAGE } from "../kinds/addresses/page-pattern.ts";
import { type Content, entriesOf } from "../kinds/kinds.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import { compareText, type Diagnostics, firstFew } from "../shared/diagnostics.ts";
import { parseFileName } from "../shared/slugs.ts";
import { createSuggester, isMisspelt } from "../shared/suggest.ts";
import { noSuchPage, type Written } from "./reference-findings.ts";

/**
 * Links to paths of the site that have no document. Such a path may be another page of the front
 * end, unless it is a misspelling of a document's address. Several paths that end in a post's slug
 * show that the posts had other addresses when the links were written.
 */
export interface OtherAddresses {
  /** @param path a path of the site that has no document */
  note(written: Written, path: string): void;
  /** Reports the links once all documents are rendered. */
  check(diagnostics: Diagnostics): void;
}

/** From this many posts on, the pattern of addresses is assumed to be wrong, and not the links. */
const SEVERAL = 3;
/** Number of paths in a warning. */
const SHOWN_MAX = 3;
/** If there are more paths, they are pages of the front end. Comparing takes 0.1 ms per path. */
const COMPARED_MAX = 500;

interface Noted {
  readonly written: Written;
  readonly path: string;
}

interface OtherAddressesOptions {
  /** Path of the site. Links may or may not begin with it. */
  readonly base: string;
  readonly severity: CheckSeverity;
}

export function createOtherAddresses(content: Content, { base, severity }: OtherAddressesOptions): OtherAddresses {
  const patterns = createOtherPatterns(content.posts);
  const links: Noted[] = [];
  const paths = new Set<string>();
  return {
    note(written, path) {
      patterns.note({ written, path });
      if (paths.size > COMPARED_MAX) return;
      paths.add(path);
      links.push({ written, path: pathBelow(base, path) ?? path });
    },
    check(diagnostics) {
      if (severity === "off" || patterns.check(diagnostics)) return;
      // The pages of faulty files are unknown.
      if (links.length === 0 || paths.size > COMPARED_MAX || content.faulty.length > 0) return;
      const findPage = createMisspeltPages(content);
      for (const { written, path } of links) {
        const page = findPage(pageKey(path));
        if (page !== null) diagnostics.report(severity, written.at(), noSuchPage(written, page));
      }
    },
  };
}

/**
 * Creates a function that finds the document's page of which a path is a misspelling, by the keys
 * of both.
 */
function createMisspeltPages(content: Content): (key: string) => string | null {
  const entries = entriesOf(content).flatMap((entry) => ("page" in entry && entry.page !== null ? [entry.page] : []));
  const pages = new Map(entries.map((page) => [pageKey(page), page]));
  // The folders of pages are lists.
  const folders = new Set(pages.keys().map((key) => key.slice(0, key.lastIndexOf("/"))));
  const suggest = createSuggester(
    () => pages.keys(),
    (key, near) => near.find((page) => isMisspelt(key, page) && !differInNumbers(key, page)) ?? null,
  );
  return (key) => (folders.has(key) || LIST_PAGE.test(key) ? null : (pages.get(suggest(key) ?? "") ?? null));
}

/**
 * Whether two addresses differ only in numbers, as `/part-1` and `/part-2` do. They are different
 * pages.
 */
function differInNumbers(a: string, b: string): boolean {
  return a.replaceAll(/\d+/g, "") === b.replaceAll(/\d+/g, "");
}

/** Recognises that posts had another pattern of addresses. */
function createOtherPatterns(posts: readonly PostEntry[]) {
  /**
   * By the last name of the path: the first link in the first document, whatever the order of
   * rendering.
   */
  const noted = new Map<string, Noted>();
  return {
    note({ written, path }: Noted): void {
      const [, parent = "", last = ""] = /^(.*)\/([^/]+?)(?:\/index)?(?:\.html?)?\/?$/i.exec(path) ?? [];
      const name = LIST_PAGE.test(parent) ? "" : parseFileName(last).slug;
      const other = noted.get(name);
      const isFirst = other === undefined || compareText(written.from.path, other.written.from.path) < 0;
      if (name !== "" && isFirst) noted.set(name, { written, path });
    },
    /** @returns whether it has warned */
    check(diagnostics: Diagnostics): boolean {
      if (noted.size < SEVERAL) return false;
      const found = new Map<string, { readonly written: Written; readonly text: string }>();
      const pages = findPages(posts, noted);
      for (const [name, { written, path }] of noted) {
        const page = pages.get(name);
        if (page !== undefined && !found.has(page)) found.set(page, { written, text: `${path}, here ${page}` });
      }
      // Documents are rendered in no fixed order.
      const sorted = [...found.values()].sort((a, b) => compareText(a.written.from.path, b.written.from.path));
      const [first] = sorted;
      if (first === undefined || sorted.length < SEVERAL) return false;
      const texts = sorted.map(({ text }) => text);
      const message = `links lead to ${sorted.length} posts at addresses that the posts do not have: ${firstFew(texts, SHOWN_MAX)}`;
      const hint = "set urls.posts to the pattern of these addresses, or formerUrls.posts to redirect from there";
      diagnostics.warning(first.written.at(), { code: "other-addresses", message, hint });
      return true;
    },
  };
}

/** Pages of the posts with a slug or file of one of the names. */
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
