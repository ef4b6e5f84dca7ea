import { toLocalTime } from "../../../build/shared/dates.ts";
import { pageKey } from "../../../contract/page-key.ts";
import { pathBelow } from "../../../contract/text/base-path.ts";
import type { FormerPage, FormerPages } from "./former-page.ts";
import type { PresentPage, PresentPages } from "./present-pages.ts";

/** Differences, the worst first. The first three mean that readers lose pages. */
export const DIFFERENCES = {
  missing: "missing: nothing is at this address",
  moved: "missing: the page is at another address",
  withheld: "missing: a draft, or not public because of its dates",
  faulty: "not compared: the file has errors, which may change its address",
  list: "not compared: lists, archives and files, which the front end makes",
  title: "different title",
  date: "different date",
  added: "public here but not on the old site",
} as const;
export type DifferenceKind = keyof typeof DIFFERENCES;
export const MISSING = ["missing", "moved", "withheld"] as const satisfies readonly DifferenceKind[];

/** Whether readers lose the page. */
export function isMissing(kind: DifferenceKind): boolean {
  return MISSING.some((one) => one === kind);
}

export interface Difference {
  readonly kind: DifferenceKind;
  /** Path of the page on the old site, or here for an added page. */
  readonly path: string;
  /** The content file; null if there is none. */
  readonly file: string | null;
  /** The old value and the new one: titles, dates, paths. Null if there is nothing to compare. */
  readonly before: string | null;
  readonly now: string | null;
}

export interface Comparison {
  /** Number of different addresses on the old site. */
  readonly total: number;
  readonly present: number;
  readonly redirected: number;
  /** Sitemaps whose pages are not compared. */
  readonly unread: readonly string[];
  readonly differences: readonly Difference[];
}

/**
 * Paths of lists, relative to the base: the home page, groups and their members, months, further
 * pages.
 */
const LIST_PAGE = new RegExp(
  [
    "^(?:/[a-z]{2}(?:-[a-z]{2})?)?(?:/(?:search|feed|rss|atom|index|all)(?:\\.(?:html?|json))?|(?:/(?:blog|posts?|news|articles?))?(?:",
    "/?|/(?:tags?|categor(?:y|ies)|topics?|authors?|series|archives?)(?:/[^/]+|\\.html?)?|/archives?/\\d{4}(?:/\\d\\d){1,2}",
    "))$|/pages?[/-]?\\d+(?:/index)?(?:\\.html?)?$",
  ].join(""),
  "i",
);
/** The language that an address begins with. */
const LANGUAGE_PART = /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/)/i;
/** Files that are named in sitemaps and address lists but are not pages. */
const FILE = /\.(?:xml|rss|atom|txt|pdf|png|jpe?g|gif|webp|avif|svg|ico|mp[34]|m4a|webm|zip|epub|ics|csv)$/i;

/** Compares the pages of the old site with this site's. */
export function comparePages(oldPages: FormerPages, site: PresentPages): Comparison {
  const byKey = new Map(oldPages.pages.map((page) => [pageKey(page.path), page]));
  const differences: Difference[] = [];
  const counts = { present: 0, redirected: 0 };
  const pagesByKey = new Map(site.pages.map((page) => [pageKey(page.path), page]));
  const others = site.pages.filter(({ path }) => !byKey.has(pageKey(path)));
  const bySlug = Map.groupBy(others, ({ slug }) => slug);
  const byName = Map.groupBy(others, ({ path }) => slugOf(pageKey(path)));
  const sections = findSections(byKey.keys(), pagesByKey, site.base);
  const isSection = (key: string): boolean =>
    sections.has(key) || sections.has(site.base + key.slice(site.base.length).replace(LANGUAGE_PART, ""));
  const faulty = new Map(site.faulty.map((one) => [one.slug.toLowerCase(), one]));
  for (const [key, page] of byKey) {
    const here = pagesByKey.get(key) ?? pagesByKey.get(key.replace(/\/index\.html?$/, "") || "/");
    if (here !== undefined && !here.isPublic) differences.push(toDifference("withheld", page, here));
    else if (here !== undefined) {
      counts.present += 1;
      differences.push(...compareTexts(page, here, site.timeZone));
    } else if (site.isRedirected(page.path)) counts.redirected += 1;
    else if (site.about !== null && slugOf(key) === "about") differences.push({ ...toDifference("list", page, null), file: site.about });
    else if (faulty.has(slugOf(key)))
      differences.push({ ...toDifference("faulty", page, null), file: faulty.get(slugOf(key))?.file ?? null });
    else if (!oldPages.isPostsOnly && (isListOrFile(key, site.base) || isSection(key))) differences.push(toDifference("list", page, null));
    else {
      const [moved] = bySlug.get(slugOf(key)) ?? byName.get(slugOf(key)) ?? [];
      if (moved === undefined) differences.push(toDifference("missing", page, null));
      else differences.push(toDifference(moved.isPublic ? "moved" : "withheld", page, moved, moved.isPublic ? moved.path : null));
    }
  }
  const movedTo = new Set(differences.map(({ kind, now }) => (kind === "moved" ? now : null)));
  const added = site.pages.filter(({ path, isPublic }) => isPublic && !byKey.has(pageKey(path)) && !movedTo.has(path));
  if (oldPages.isComplete) differences.push(...added.map((page) => toDifference("added", page, page)));
  return { total: byKey.size, ...counts, unread: oldPages.unread ?? [], differences };
}

/**
 * An address is the list of a section if this many posts are under it, or in a folder with its
 * name.
 */
const SECTION_POSTS_MIN = 2;

/**
 * Addresses of section lists: `/essays` is one if several pages directly under it, or from the
 * folder `essays`, are public here.
 */
function findSections(keys: Iterable<string>, pagesByKey: ReadonlyMap<string, PresentPage>, base: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { folder, isPublic } of pagesByKey.values()) {
    const section = `${base}/${folder}`;
    if (folder !== "." && isPublic) counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  for (const key of keys) {
    const parent = key.slice(0, Math.max(0, key.lastIndexOf("/")));
    if (parent !== "" && pagesByKey.get(key)?.isPublic === true) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([parent, count]) => (count >= SECTION_POSTS_MIN ? [parent] : [])));
}

function isListOrFile(key: string, base: string): boolean {
  const path = (pathBelow(base, key) ?? key).replace(/\/index\.html?$/, "");
  return LIST_PAGE.test(path) || FILE.test(path);
}

function toDifference(
  kind: DifferenceKind,
  { path }: { readonly path: string },
  here: PresentPage | null,
  now: string | null = null,
): Difference {
  return { kind, path, file: here?.file ?? null, before: null, now };
}

/** The last part of an address, without its extension or a leading date. */
function slugOf(key: string): string {
  const last =
    key
      .replace(/\/(?:index\.html?)?$/, "")
      .split("/")
      .at(-1) ?? "";
  return last
    .replace(/\.(?:html?|php|aspx?)$/i, "")
    .replace(/^\d{4}-\d{2}-\d{2}-/, "")
    .toLowerCase();
}

function compareTexts(page: FormerPage, here: PresentPage, timeZone: string): readonly Difference[] {
  const found: Difference[] = [];
  if (page.title !== null && here.title !== null && !fold(page.title).includes(fold(here.title)))
    found.push({ kind: "title", path: page.path, file: here.file, before: page.title, now: here.title });
  if (page.date !== null && !isSameDay(page.date, here.publishedAt, timeZone))
    found.push({ kind: "date", path: page.path, file: here.file, before: page.date, now: here.publishedAt });
  return found;
}

/**
 * Some generators typeset quotes, dashes and spaces, and append the site's name to a page's title.
 */
function fold(title: string): string {
  return title
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
}

/** The day may be in the old site's time zone, in this one's, or in UTC. */
function isSameDay(written: string, publishedAt: string | null, timeZone: string): boolean {
  if (publishedAt === null) return false;
  const instant = Date.parse(written);
  // A date in an unknown format is not compared.
  if (Number.isNaN(instant)) return true;
  const daysOf = (time: number): readonly string[] => [new Date(time).toISOString(), toLocalTime(time, timeZone)].map(toDay);
  const here = daysOf(Date.parse(publishedAt));
  const withoutZone = Date.parse(written.replace(/\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i, "Z"));
  const own = Number.isNaN(withoutZone) ? instant : withoutZone;
  return [...daysOf(own), ...daysOf(instant)].some((day) => here.includes(day));
}

const toDay = (time: string): string => time.slice(0, "2026-01-31".length);
