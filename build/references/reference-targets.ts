import { pageKey } from "../../contract/page-key.ts";
import { pathBelow, pathOfAddress, putBelow } from "../../contract/text/base-path.ts";
import { toGroupPath } from "../kinds/addresses/group-page.ts";
import { LIST_PAGE, toPageShape } from "../kinds/addresses/page-pattern.ts";
import { type Content, type Entry, entriesOf } from "../kinds/kinds.ts";
import { nameOfFile, parseFileName } from "../shared/slugs.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { createSuggester } from "../shared/suggest.ts";
import type { LinkTarget } from "./reference-links.ts";

/** Finds the documents to which links refer. */
export interface Targets {
  /** The document at an absolute path. */
  entries(absolutePath: string): LinkTarget | null;
  /** The document with this slug, of the kind of `from`. */
  bySlug(slug: string, from: SourceFile): LinkTarget | null;
  /** The document with a current or former page at a path of the site. */
  byPage(path: string): LinkTarget | null;
  /** Whether a path matches the pattern of a document's page. */
  isPageShaped(path: string): boolean;
  /** The page with the most similar last segment, for a path that no document has. */
  nearPage(path: string): string | null;
  /** The address for a path of the site that no document has; null if the path is already right. */
  otherPage(path: string): string | null;
}

export interface TargetsOptions {
  /** Address of the site, to which page paths are relative. */
  readonly siteUrl: string;
  isPublished(document: Pick<Entry, "draft" | "publishedAt" | "expiresAt" | "file">): boolean;
  /** Path patterns of pages. */
  readonly patterns: readonly string[];
  /** Path pattern of services' pages, or their shared page. */
  readonly servicesPage: string;
}

/** Finds targets by file, or by slug among documents of the same kind. */
export function createTargets(content: Content, { siteUrl, isPublished, patterns, servicesPage }: TargetsOptions): Targets {
  const { faulty } = content;
  const byFile = new Map<string, Target>();
  for (const file of faulty) byFile.set(file.file.absolute, file);
  for (const entry of entriesOf(content))
    byFile.set(entry.file.absolute, entry.file.entry === undefined ? entry : { kind: entry.kind, file: entry.file, page: null });
  const faultyFiles = new Set(faulty.map(({ file }) => file.absolute));
  const slugs = new Map<Entry["kind"], ReadonlyMap<string, Target>>();
  const slugsOf = (kind: Entry["kind"]): ReadonlyMap<string, Target> => {
    const targets = slugs.get(kind) ?? indexSlugs(kind, content);
    slugs.set(kind, targets);
    return targets;
  };
  const toTarget = (target: Target | undefined): LinkTarget | null => {
    if (target === undefined) return null;
    const { file } = target;
    const page = pageOf(target, servicesPage);
    const isFaulty = faultyFiles.has(file.absolute);
    const published = isPublished("locate" in target && !isFaulty ? target : { ...UNDATED, file });
    return { url: page === null ? null : putBelow(siteUrl, page), published, isFaulty, file };
  };
  const mayBeFaulty = createFaultyPages(faulty);
  let pages: ReadonlyMap<string, Target> | null = null;
  const pagesOf = (): ReadonlyMap<string, Target> => {
    pages ??= indexPages(content);
    return pages;
  };
  const findNear = createNearPages(pagesOf);
  const base = pathOfAddress(siteUrl);
  /** A path may be written relative to the base, or with the base. */
  const readings = (path: string): readonly string[] => (base === "" ? [path] : [path, pathBelow(base, path) ?? path]);
  const shapes = patterns.flatMap((pattern) => toPageShape(pattern) ?? []);
  return {
    isPageShaped: (path) =>
      !LIST_PAGE.test(path) && !mayBeFaulty(path) && readings(path).some((reading) => shapes.some((shape) => shape.test(reading))),
    nearPage: findNear,
    byPage(path) {
      const below = base === "" ? null : pathBelow(base, path);
      return toTarget(pagesOf().get(pageKey(path)) ?? (below === null ? undefined : pagesOf().get(pageKey(below))));
    },
    otherPage: (path) => (pathBelow(base, path) === null ? putBelow(siteUrl, path) : null),
    entries: (absolutePath) => toTarget(byFile.get(absolutePath)),
    bySlug(slug, from) {
      const kind = byFile.get(from.absolute)?.kind;
      return kind === undefined ? null : toTarget(slugsOf(kind).get(slug));
    },
  };
}

/** A document, or a faulty file, since a link to it is not a second mistake. */
type Target = Entry | Content["faulty"][number];

/** The dates of a file with errors, which is left out as a whole. */
const UNDATED = { draft: false, publishedAt: null, expiresAt: null };

function pageOf(target: Target, servicesPage: string): string | null {
  if ("locate" in target && target.kind === "services") return toGroupPath(servicesPage, target.slug);
  return "page" in target ? target.page : null;
}

/**
 * Creates a function that tells whether a path may be the page of a faulty file. Such a file may
 * have no page yet, so its page is assumed to have the file's name.
 */
function createFaultyPages(faulty: Content["faulty"]): (path: string) => boolean {
  const names = new Set(faulty.flatMap(({ file }) => [parseFileName(file.relative).slug, nameOfFile(file.relative).name.toLowerCase()]));
  return (path) =>
    pageKey(path)
      .toLowerCase()
      .split(/[/.]/)
      .some((part) => part !== "" && names.has(part));
}

/** Documents by the keys of their pages, including former ones. */
function indexPages(content: Content): ReadonlyMap<string, Target> {
  const byPage = new Map<string, Target>();
  const entries = [...entriesOf(content)].filter((entry) => "page" in entry);
  for (const entry of entries) for (const path of entry.formerPages) byPage.set(pageKey(path), entry);
  for (const entry of entries) if (entry.page !== null) byPage.set(pageKey(entry.page), entry);
  return byPage;
}

/**
 * Creates a function that finds the page with the most similar last segment, including former
 * pages.
 */
function createNearPages(pagesOf: () => ReadonlyMap<string, Target>): (path: string) => string | null {
  const byName = new Map<string, string>();
  const suggest = createSuggester(() => {
    for (const [key, target] of pagesOf()) if ("page" in target && target.page !== null) byName.set(lastNameOf(key), target.page);
    return byName.keys();
  });
  return (path) => byName.get(suggest(lastNameOf(path)) ?? "") ?? null;
}

function lastNameOf(path: string): string {
  const key = pageKey(path);
  return key.slice(key.lastIndexOf("/") + 1);
}

/** Documents of a kind by slug, including former slugs of posts. */
function indexSlugs(kind: Entry["kind"], content: Content): ReadonlyMap<string, Target> {
  const bySlug = new Map<string, Target>();
  // A faulty file's mistake may be its slug, so its name is used.
  for (const file of content.faulty) if (file.kind === kind) bySlug.set(parseFileName(file.file.relative).slug, file);
  for (const entry of entriesOf(content, kind)) {
    bySlug.set(entry.slug, entry);
    if (entry.kind === "posts") for (const alias of entry.aliases) bySlug.set(alias, entry);
  }
  return bySlug;
}
