import { pageKey } from "../../../contract/page-key.ts";
import { DOCUMENT_KINDS } from "../../../kinds/document-kinds.ts";
import { SITE_SCRIPT_PATH, SITE_STYLE_PATH } from "../../../views/frame/site-shell.ts";
import { findListLanguages } from "../../../views/list-languages.ts";
import { toListPath } from "../../../views/list-paths.ts";
import { type Content, entriesOf } from "../../kinds/kinds.ts";
import type { Diagnostics, Finding } from "../../shared/diagnostics.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import { checkPageFiles, type DescribeGenerated } from "./page-file-conflicts.ts";

/**
 * Paths of the write server's pages and of drafts shared by link. Everything below them is also
 * reserved.
 */
const OTHER_PLACES: ReadonlySet<string> = new Set(["/comments", "/inquiry", "/preview", SITE_STYLE_PATH, SITE_SCRIPT_PATH]);

/**
 * Creates a function that describes pages that belong to no document. Drafts are included, because
 * they get their lists on the day on which they are published.
 */
export function createGeneratedPaths(content: Content, config: ResolvedConfig): DescribeGenerated {
  const lists = new Map(listPaths(content, config).map(([name, path]) => [pageKey(path), name]));
  const further = findListLanguages(countLanguages(content, config.ownKinds), content.site.language);
  for (const [path, name] of [...lists])
    for (const language of further[name]?.slice(1) ?? []) lists.set(pageKey(`/${language}${path}`), name);
  return (path) => {
    const key = pageKey(path);
    if (isOtherPlace(key)) return "an address of the website";
    const name = lists.get(key) ?? (key.includes("/page/") ? lists.get(key.replace(/\/page\/\d+$/, "")) : undefined);
    if (name !== undefined) return describeList(name);
    return key.startsWith("/archive/") && /^\/archive\/(?:\d{4}|undated)$/.test(key) && lists.has("/archive")
      ? "a page of the archive"
      : null;
  };
}

/** The site's lists, and the pages that it has at most once, by path. */
function listPaths(content: Content, config: ResolvedConfig): readonly (readonly [name: string, path: string])[] {
  const { urls, groupUrls, servicesUrl, ownKinds } = config;
  const patterns: Readonly<Record<string, string | null>> = {
    ...urls,
    ...groupUrls,
    services: servicesUrl,
    ...Object.fromEntries(ownKinds.map(({ name, page }) => [name, page])),
  };
  const kinds = ["posts", ...Object.keys(content.documents)].filter(
    (name) => name !== "pages" && (name === "posts" ? content.posts : (content.documents[name] ?? [])).length > 0,
  );
  const further = content.posts.length === 0 ? [] : GROUP_LISTS;
  const names = [...kinds, ...further, "search", ...(content.about === null ? [] : ["about"])];
  return names.map((name) => [name, toListPath(name, patterns[name] ?? null)]);
}

const GROUP_LISTS = ["archive", "tags", "categories", "series", "authors"];
const SINGLE_PAGES: readonly string[] = [...GROUP_LISTS, "search", "about"];

function describeList(name: string): string {
  return SINGLE_PAGES.includes(name) ? `the page ${name} of the website` : `the list of ${name}`;
}

function isOtherPlace(key: string): boolean {
  const end = key.indexOf("/", 1);
  return OTHER_PLACES.has(end === -1 ? key : key.slice(0, end));
}

/** Reports patterns and kinds with a list at the path of another page. */
export function checkListPaths(content: Content, config: ResolvedConfig): readonly Finding[] {
  const taken = new Map<string, string>();
  return listPaths(content, config).flatMap(([name, path]): readonly Finding[] => {
    const key = pageKey(path);
    const own = config.ownKinds.find((kind) => kind.name === name);
    // If the kind has pages there, a mistake is reported for each document instead.
    const other = own?.page === null && isOtherPlace(key) ? "an address of the website" : taken.get(key);
    taken.set(key, other ?? describeList(name));
    if (other === undefined) return [];
    const message = `${path} would be ${describeList(name)}, but it is ${other}`;
    const pattern = `"/my-${name}/{slug}"`;
    const hint = own?.page === null ? `rename the kind, or give it pages: page: ${pattern}` : `want a different folder, such as ${pattern}`;
    const field = own === undefined ? ["urls", name] : ["kinds", name, ...(own.page === null ? [] : ["page"])];
    return [{ code: "duplicate-page", message, hint, field }];
  });
}

/** Counts the languages of all documents that have one, including drafts. */
function countLanguages(
  { posts, documents, site }: Content,
  ownKinds: ResolvedConfig["ownKinds"],
): Parameters<typeof findListLanguages>[0] {
  const withLanguage = [...Object.values(DOCUMENT_KINDS), ...ownKinds].filter(({ hasTranslations }) => hasTranslations);
  const entries = withLanguage.map(({ name }) => [name, documents[name] ?? []] as const);
  return [["posts", posts] as const, ...entries].flatMap(([kind, found]) =>
    [...new Set(found.map(({ language }) => language ?? site.language))].map((language) => ({ language, kinds: { [kind]: 1 } })),
  );
}

/** Reports documents whose page or former page is one that the build itself generates. */
export function checkGeneratedPaths(content: Content, describe: DescribeGenerated, diagnostics: Diagnostics): void {
  checkPageFiles(content, describe, diagnostics);
  for (const entry of entriesOf(content)) {
    if (!("page" in entry) || entry.page === null) continue;
    const taken = describe(entry.page);
    if (taken !== null) {
      const field = "permalink" in entry && entry.permalink !== null ? ["permalink"] : ["slug"];
      const message = `its page, ${entry.page}, is also ${taken}`;
      const hint = "write a different slug or permalink";
      diagnostics.error(entry.locate(field), { code: "duplicate-page", message, hint, field: entry.written(field) });
    }
    for (const path of entry.formerPages) {
      const page = describe(path);
      if (page === null) continue;
      const field = ["redirectFrom"];
      const message = `${path} is ${page}, so nothing can be redirected from there`;
      diagnostics.error(entry.locate(field), { code: "duplicate-page", message, hint: "remove it", field: entry.written(field) });
    }
  }
}
