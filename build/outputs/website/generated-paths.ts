import { pageKey } from "../../../contract/page-key.ts";
import { SITE_SCRIPT_PATH, SITE_STYLE_PATH } from "../../../views/frame/site-shell.ts";
import { findListLanguages } from "../../../views/list-languages.ts";
import { toListPath } from "../../../views/list-paths.ts";
import { type Content, entriesOf } from "../../kinds/kinds.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import { checkPageFiles, type DescribeGenerated } from "./page-file-conflicts.ts";

/** Paths of the write server's pages and of drafts by link, and everything below them. */
const OTHER_PLACES = ["/comments", "/inquiry", "/preview", SITE_STYLE_PATH, SITE_SCRIPT_PATH].map((place) => `${place}/`);

/**
 * Paths of pages that belong to no document. Drafts count: they get their lists on the day they are
 * published.
 */
export function createGeneratedPaths(content: Content, { urls, groupUrls, servicesUrl, ownKinds }: ResolvedConfig): DescribeGenerated {
  const patterns: Readonly<Record<string, string | null>> = {
    ...urls,
    ...groupUrls,
    services: servicesUrl,
    ...Object.fromEntries(ownKinds.map(({ name, page }) => [name, page])),
  };
  const kinds = ["posts", ...Object.keys(content.documents)].filter(
    (name) => name !== "pages" && (name === "posts" ? content.posts : (content.documents[name] ?? [])).length > 0,
  );
  const further = content.posts.length === 0 ? [] : ["archive", "tags", "categories", "series", "authors"];
  const single = ["search", ...(content.about === null ? [] : ["about"])];
  const pathOf = (name: string): string => toListPath(name, patterns[name] ?? null);
  const lists = new Map([...kinds, ...further, ...single].map((name) => [pageKey(pathOf(name)), name]));
  for (const [name, [, ...others]] of Object.entries(findListLanguages(countLanguages(content), content.site.language)))
    for (const language of others) lists.set(pageKey(`/${language}${pathOf(name)}`), name);
  return (path) => {
    const key = pageKey(path);
    if (OTHER_PLACES.some((place) => key.startsWith(place) || `${key}/` === place)) return "an address of the website";
    const name = lists.get(key) ?? (key.includes("/page/") ? lists.get(key.replace(/\/page\/\d+$/, "")) : undefined);
    if (name !== undefined) return kinds.includes(name) ? `the list of ${name}` : `the page ${name} of the website`;
    return /^\/archive\/(?:\d{4}|undated)$/.test(key) && lists.has("/archive") ? "a page of the archive" : null;
  };
}

/** The languages of all documents that have one, drafts too. */
function countLanguages({ posts, documents, site }: Content): Parameters<typeof findListLanguages>[0] {
  const { books: _, services: __, ...others } = documents;
  return Object.entries({ posts, ...others }).flatMap(([kind, entries]) =>
    [...new Set(entries.map(({ language }) => language ?? site.language))].map((language) => ({ language, kinds: { [kind]: 1 } })),
  );
}

/** Reports documents whose page, or whose former page, is one that the build makes itself. */
export function checkGeneratedPaths(content: Content, describe: DescribeGenerated, diagnostics: Diagnostics): void {
  checkPageFiles(content, describe, diagnostics);
  for (const entry of entriesOf(content)) {
    if (!("page" in entry) || entry.page === null) continue;
    const taken = describe(entry.page);
    if (taken !== null) {
      const field = "permalink" in entry && entry.permalink !== null ? ["permalink"] : ["slug"];
      const message = `its page, ${entry.page}, is ${taken} too`;
      const hint = "write another slug or permalink";
      diagnostics.error(entry.locate(field), { code: "duplicate-page", message, hint, field: entry.written(field) });
    }
    for (const path of entry.formerPages) {
      const page = describe(path);
      if (page === null) continue;
      const field = ["redirectFrom"];
      const message = `${path} is ${page}: nothing can be redirected from there`;
      diagnostics.error(entry.locate(field), { code: "duplicate-page", message, hint: "remove it", field: entry.written(field) });
    }
  }
}
