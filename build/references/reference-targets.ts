import { pageKey } from "../../contract/page-key.ts";
import { pathBelow, pathOfAddress, putBelow } from "../../contract/text/base-path.ts";
import { toGroupPath } from "../kinds/addresses/group-page.ts";
import { LIST_PAGE, toPageShape } from "../kinds/addresses/page-pattern.ts";
import { type Content, type Entry, entriesOf } from "../kinds/kinds.ts";
import { nameOfFile, parseFileName } from "../shared/slugs.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { LinkTarget } from "./reference-links.ts";

/** Which document an author's link leads to. */
export interface Targets {
  /** The document that an absolute path holds. */
  entries(absolutePath: string): LinkTarget | null;
  /** The document with that slug, of the kind of `from`. */
  bySlug(slug: string, from: SourceFile): LinkTarget | null;
  /** The document whose page is at a path of the site, or was. */
  byPage(path: string): LinkTarget | null;
  /** Whether a path is one that a document's page would have. */
  isPageShaped(path: string): boolean;
  /** The address of a path of the site that no document has; null: the path is right as it stands. */
  otherPage(path: string): string | null;
}

export interface TargetsOptions {
  /** Address of the site that pages are below. */
  readonly siteUrl: string;
  isPublished(document: Entry): boolean;
  /** Patterns of the paths of pages. */
  readonly patterns: readonly string[];
  /** Pattern of the pages of services, or the page that they share. */
  readonly servicesPage: string;
}

/** By file, or by slug among documents of the same kind. */
export function createTargets(content: Content, { siteUrl, isPublished, patterns, servicesPage }: TargetsOptions): Targets {
  const { faulty } = content;
  const byFile = new Map<string, Target>();
  for (const file of faulty) byFile.set(file.file.absolute, file);
  for (const entry of entriesOf(content))
    byFile.set(entry.file.absolute, entry.file.entry === undefined ? entry : { kind: entry.kind, file: entry.file });
  const faultyFiles = new Set(faulty.map(({ file }) => file.absolute));
  const slugs = new Map<Entry["kind"], ReadonlyMap<string, Target>>();
  const slugsOf = (kind: Entry["kind"]): ReadonlyMap<string, Target> => {
    const known = slugs.get(kind) ?? indexSlugs(kind, content);
    slugs.set(kind, known);
    return known;
  };
  const toTarget = (target: Target | undefined): LinkTarget | null => {
    if (target === undefined) return null;
    const isFaulty = faultyFiles.has(target.file.absolute);
    const { file } = target;
    if (!("locate" in target)) return { url: null, published: true, isFaulty, file };
    const ownPage = "page" in target ? target.page : null;
    const page = target.kind === "services" ? toGroupPath(servicesPage, target.slug) : ownPage;
    const url = page === null ? null : putBelow(siteUrl, page);
    return { url, published: isPublished(target), isFaulty, file };
  };
  const mayBeFaulty = createFaultyPages(faulty);
  let pages: ReadonlyMap<string, Target> | null = null;
  const base = pathOfAddress(siteUrl);
  /** A path as it stands is below the base; with the base before it, it is whole. */
  const readings = (path: string): readonly string[] => (base === "" ? [path] : [path, pathBelow(base, path) ?? path]);
  const shapes = patterns.flatMap((pattern) => toPageShape(pattern) ?? []);
  return {
    isPageShaped: (path) =>
      !LIST_PAGE.test(path) && !mayBeFaulty(path) && readings(path).some((reading) => shapes.some((shape) => shape.test(reading))),
    byPage(path) {
      pages ??= indexPages(content);
      const byPage = pages;
      return toTarget(
        readings(path)
          .map((reading) => byPage.get(pageKey(reading)))
          .find((found) => found !== undefined),
      );
    },
    otherPage: (path) => (pathBelow(base, path) === null ? putBelow(siteUrl, path) : null),
    entries: (absolutePath) => toTarget(byFile.get(absolutePath)),
    bySlug(slug, from) {
      const kind = byFile.get(from.absolute)?.kind;
      return kind === undefined ? null : toTarget(slugsOf(kind).get(slug));
    },
  };
}

/** A document, or a file that has mistakes: a link to it is no second one. */
type Target = Entry | Content["faulty"][number];

/** A file with mistakes may have no page yet. Its page would have the name of the file. */
function createFaultyPages(faulty: Content["faulty"]): (path: string) => boolean {
  const names = new Set(faulty.flatMap(({ file }) => [parseFileName(file.relative).slug, nameOfFile(file.relative).name.toLowerCase()]));
  return (path) =>
    pageKey(path)
      .toLowerCase()
      .split(/[/.]/)
      .some((part) => part !== "" && names.has(part));
}

/** Former pages lead to a document too. */
function indexPages(content: Content): ReadonlyMap<string, Target> {
  const byPage = new Map<string, Target>();
  const entries = [...entriesOf(content)].filter((entry) => "page" in entry);
  for (const entry of entries) for (const path of entry.formerPages) byPage.set(pageKey(path), entry);
  for (const entry of entries) if (entry.page !== null) byPage.set(pageKey(entry.page), entry);
  return byPage;
}

/** Former slugs lead to a post too. */
function indexSlugs(kind: Entry["kind"], content: Content): ReadonlyMap<string, Target> {
  const bySlug = new Map<string, Target>();
  // The slug may be what is wrong with a file.
  for (const file of content.faulty) if (file.kind === kind) bySlug.set(parseFileName(file.file.relative).slug, file);
  for (const entry of entriesOf(content, kind)) {
    bySlug.set(entry.slug, entry);
    if (entry.kind === "posts") for (const alias of entry.aliases) bySlug.set(alias, entry);
  }
  return bySlug;
}
