import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import { problemOfDateFormat } from "./date-format.ts";
import { NAME_STYLES } from "./name-styles.ts";
import { reservedAs } from "./page-path.ts";

/** Patterns of addresses: `/{year}/{month}/{slug}/`. */

export type PagePlaceholder = keyof typeof SHAPES;
/**
 * Segments that are omitted when empty: without a category (as in Jekyll), in the site's language,
 * or without a folder.
 */
const OPTIONAL: readonly PagePlaceholder[] = ["categories?", "lang?", "dir", "section"];
/** A pattern needs one of these to tell documents apart. */
const NAMING = ["slug", "name", "path", "slug_or_name", "slug_or_file", "title"];
/** Placeholders that may have the style of another generator: `{path:hugo}`. */
const STYLED = [...NAMING, "dir", "section", "lang", "lang?"];

/** Patterns of the pages of all kinds, built-in and the site's own. */
export function pagePatternsOf({ urls, ownKinds }: Pick<ResolvedConfig, "urls" | "ownKinds">): readonly string[] {
  return [...Object.values(urls), ...ownKinds.flatMap(({ page }) => page ?? [])];
}

/** The placeholders of a pattern, in order, without their styles. */
export function placeholdersOf(pattern: string): readonly string[] {
  return [...pattern.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

const PLACEHOLDER = /\{(\w*\??)(?::([^{}]+))?\}/g;

/** Describes the mistake in the pattern of a page's path. Returns null if it is valid. */
export function problemOfPattern(pattern: string): string | null {
  if (!pattern.startsWith("/") || pattern.startsWith("//")) return "does not begin with /";
  const names = placeholdersOf(pattern);
  const unknown = names.find((name) => !Object.hasOwn(SHAPES, name));
  if (unknown !== undefined) return `has an unknown placeholder {${unknown}}`;
  for (const [, name, format = ""] of pattern.matchAll(PLACEHOLDER)) {
    const problem = name === "date" ? problemOfDateFormat(format) : null;
    if (problem !== null) return problem;
  }
  const [odd] = [...pattern.matchAll(PLACEHOLDER)].filter(
    ([, name = "", style]) => style !== undefined && name !== "date" && !(STYLED.includes(name) && Object.hasOwn(NAME_STYLES, style)),
  );
  if (odd !== undefined) return `has ${odd[0]}: ${STYLED.join(", ")} may have ${Object.keys(NAME_STYLES).join(", ")} after a colon`;
  if (!names.some((name) => NAMING.includes(name))) return `has none of ${NAMING.map((name) => `{${name}}`).join(", ")}`;
  const twice = names.find((name, index) => name !== "date" && names.indexOf(name) !== index);
  if (twice !== undefined) return `has {${twice}} more than once`;
  const joined = OPTIONAL.find((name) => names.includes(name) && !`${pattern.replaceAll(/:[^{}]+\}/g, "}")}/`.includes(`/{${name}}/`));
  if (joined !== undefined)
    return `has {${joined}} next to other text, but it must be a whole part between slashes, because it is omitted with its slash`;
  const rest = pattern.replace(PLACEHOLDER, "");
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(pattern)) return "has a segment of dots";
  if (!/^(?:[A-Za-z0-9/._~!$&'()*+,;=:@-]|%[0-9A-F]{2})*$/.test(rest)) return "has a character that is not allowed in a path";
  const reserved = reservedAs(pattern);
  return reserved === null ? null : `is ${reserved}`;
}

/**
 * Describes the mistake in the pattern of a page without a document, such as a tag's. Returns null
 * if it is valid.
 */
export function problemOfGroupPattern(pattern: string): string | null {
  const other = placeholdersOf(pattern).find((name) => name !== "slug");
  if (other !== undefined) return `has {${other}}: such a page is identified only by its {slug}`;
  if (placeholdersOf(pattern).length === 0) return "has no {slug}";
  return problemOfPattern(pattern);
}

/** Like `problemOfGroupPattern`, for services, which may share a page. */
export function problemOfServicesPattern(pattern: string): string | null {
  return problemOfGroupPattern(pattern.includes("{") ? pattern : `${pattern.replace(/\/$/, "")}/{slug}`);
}

const SLUG_PLACEHOLDERS = ["year", "month", "day", "name", "path", "dated_path", "title"];
const SLUG_NAMING = ["name", "path", "dated_path", "title"];

/** Whether a pattern makes slugs with slashes, which become paths in pages. */
export function makesPaths(pattern: string): boolean {
  return pattern.includes("/") || pattern.includes("{dated_path}");
}

/**
 * Describes the mistake in the pattern of a slug. Returns null if it is valid. A slash in the
 * pattern becomes a hyphen in the slug, but stays a slash in pages.
 */
export function problemOfSlugPattern(pattern: string): string | null {
  const names = placeholdersOf(pattern);
  const unknown = names.find((name) => !SLUG_PLACEHOLDERS.includes(name));
  if (unknown !== undefined) return `has a placeholder {${unknown}}, but a slug can have only ${SLUG_PLACEHOLDERS.join(", ")}`;
  if (!SLUG_NAMING.some((name) => names.includes(name))) return `has none of ${SLUG_NAMING.map((name) => `{${name}}`).join(", ")}`;
  return /^[a-z0-9-]*(?:\/[a-z0-9-]*)*$/.test(pattern.replace(/\{\w+\}/g, "")) ? null : "has a character that is not allowed in a slug";
}

/** @param textOf the text of a placeholder; null leaves the placeholder in place */
export function fillPattern(pattern: string, textOf: (name: PagePlaceholder, style: string | null) => string | null): string {
  return pattern.replace(PLACEHOLDER, (whole, name: PagePlaceholder, style: string | undefined) => textOf(name, style ?? null) ?? whole);
}

/** Pages that front ends commonly have in addition to documents. */
const LIST_PAGES = "all|archives?|authors?|categories|feed|index|latest|new|pages?|rss|search|series|tags?|topics?";
export const LIST_PAGE = new RegExp(`/(?:${LIST_PAGES})/?$`, "i");
/** A segment that can belong to a document. `page/2`, `tags/rain` and `2024/05` are lists. */
const PART = `(?!(?:\\d{1,2}|${LIST_PAGES})(?:/|$))[^/.]+`;
const PARTS = `${PART}(?:/${PART})*`;

/**
 * All placeholders, with regular expressions for their values. A style changes the letters of a
 * slug.
 */
const SHAPES = {
  year: "\\d{4}",
  month: "\\d{2}",
  day: "\\d{2}",
  i_month: "\\d{1,2}",
  i_day: "\\d{1,2}",
  slug: "[a-z0-9]+(?:-[a-z0-9]+)*",
  name: "[^/.]+",
  path: PARTS,
  slug_or_name: "[^/.]+",
  slug_or_file: "[^/.]+",
  title: "[^/.]+",
  dir: PARTS,
  section: "[^/.]+",
  date: "[^/]+",
  category: "[^/.]+",
  categories: PARTS,
  "categories?": PARTS,
  lang: "[a-z]{2}(?:-[A-Za-z0-9]+)*",
  "lang?": "[a-z]{2}(?:-[A-Za-z0-9]+)*",
};

/** A substitute for `RegExp.escape`, which needs Node 24. */
function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * A regular expression for the paths that a pattern makes; null if the pattern also matches other
 * pages of a site (`/{slug}`), so a match proves nothing.
 */
export function toPageShape(pattern: string): RegExp | null {
  const beforeName = pattern.slice(0, pattern.search(/\{(?:slug|name|path|slug_or_name|slug_or_file|title)\b/));
  if (!/\/[^{}/]+\//.test(beforeName) && !placeholdersOf(pattern).includes("year")) return null;
  let source = "";
  let end = 0;
  const bare = pattern.replace(/\/$/, "");
  for (const { 0: whole, 1: name = "", 2: style, index } of bare.matchAll(PLACEHOLDER)) {
    const shape = name === "slug" && style !== undefined ? SHAPES.name : SHAPES[name as PagePlaceholder];
    const isOptional = OPTIONAL.some((optional) => optional === name);
    // The slash before an omitted segment is also omitted.
    source += escapeRegExp(bare.slice(end, isOptional ? index - 1 : index)) + (isOptional ? `(?:/${shape})?` : `(?:${shape})`);
    end = index + whole.length;
  }
  return new RegExp(`^${source}${escapeRegExp(bare.slice(end))}/?$`, "u");
}
