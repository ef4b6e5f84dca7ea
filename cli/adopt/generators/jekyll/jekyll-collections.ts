import { problemOfName } from "../../../../build/config/kind-words.ts";
import { problemOfPattern } from "../../../../build/kinds/addresses/page-pattern.ts";
import { isMapping } from "../../../../build/sources/data-values.ts";
import { plural } from "../../../build/result-text.ts";
import type { FormerConfig } from "../../former-config.ts";
import type { FormerFolder } from "../../former-folder.ts";
import { fromColonPattern } from "../../page-patterns.ts";
import { type MarkdownFolder, surveyMarkdown } from "../../posts/survey.ts";
import { PERMALINK_STYLES, JEKYLL_TOKENS as TOKENS } from "./jekyll-defaults.ts";

/** Jekyll's collections other than posts. */

export const COLLECTION_FILES = "**/*.{md,markdown}";

export interface FormerCollection {
  readonly name: string;
  readonly files: number;
  /** Whether each document states a date. Dates in names do not count for kinds. */
  readonly isDated: boolean;
  /** Whether it has documents in subfolders. */
  readonly isNested: boolean;
  readonly permalink: string;
}

/** Collections that Jekyll publishes, largest first. */
export function findCollections(folder: FormerFolder, config: FormerConfig, parent: string): readonly FormerCollection[] {
  const counts = surveyMarkdown(folder);
  return Object.entries(config.mapping("collections"))
    .flatMap(([name, settings]): readonly FormerCollection[] => {
      if (name === "posts" || !isMapping(settings) || settings.output !== true) return [];
      const path = parent === "." ? `_${name}` : `${parent}/_${name}`;
      const inside = counts.filter((one) => one.path === path || one.path.startsWith(`${path}/`));
      const files = inside.reduce((sum, { posts, notes }) => sum + posts + notes, 0);
      const hasDatedName = ({ path: at }: MarkdownFolder): boolean => folder.list(at).some((file) => /^\d{4}-\d{1,2}-\d{1,2}/.test(file));
      const isDated = inside.every((one) => one.dated === one.posts + one.notes) && !inside.some(hasDatedName);
      const permalink = findPermalink(config, name) ?? (typeof settings.permalink === "string" ? settings.permalink : PERMALINK);
      return files === 0 ? [] : [{ name, files, isDated, permalink, isNested: inside.some((one) => one.path !== path) }];
    })
    .sort((a, b) => b.files - a.files);
}

const PERMALINK = "/:collection/:path:output_ext";

/**
 * The permalink in `defaults` for a whole collection, as in the Chirpy theme. It replaces the
 * collection's own.
 */
function findPermalink(config: FormerConfig, name: string): string | null {
  const listed = config.get("defaults");
  const stated = (Array.isArray(listed) ? listed : []).flatMap((one: unknown) => {
    const { scope, values } = isMapping(one) ? one : {};
    if (!isMapping(scope) || !isMapping(values) || scope.type !== name) return [];
    const path = typeof scope.path === "string" ? scope.path.replaceAll(/^\.?\/|\/$/g, "") : "";
    return typeof values.permalink === "string" && (path === "" || path === `_${name}`) ? [values.permalink] : [];
  });
  return stated.at(-1) ?? null;
}

/** In a collection, `:name` is the file name, and `:title` a stated slug if there is one. */
export function tokensOf(collection: string): Readonly<Record<string, string>> {
  return { ...TOKENS, collection, path: "{dir}/{name:jekyll}", name: "{name:jekyll}", title: "{slug_or_name:jekyll}" };
}

/** How a collection other than posts is published: as pages, as a separate kind, or not at all. */
export interface CollectionPlace {
  readonly collection: FormerCollection;
  readonly folder: string;
  readonly glob: string;
  /**
   * Pattern of the addresses of pages; null if it needs a part that pages lack, such as the date.
   */
  readonly pages: string | null;
  /**
   * Pattern of the addresses of a separate kind; null if `pages` is set, if documents lack a date,
   * or if none of our patterns can express it.
   */
  readonly kind: string | null;
}

export function placeCollection(collection: FormerCollection, parent: string): CollectionPlace {
  const folder = `${parent}_${collection.name}`;
  const pages = toPages(collection);
  return { collection, folder, glob: `${folder}/${COLLECTION_FILES}`, pages, kind: pages === null ? toKindPages(collection) : null };
}

/** The address of a document that is not a post. */
function toPages({ name, permalink, isNested }: FormerCollection): string | null {
  const ofFile = isNested ? {} : { name: "{path}", title: "{path}" };
  const tokens = { collection: name, path: "{path}", output_ext: ".html", categories: "", ...ofFile };
  const written = PERMALINK_STYLES[permalink] === undefined ? permalink : `/:collection${PERMALINK_STYLES[permalink]}`;
  return fromColonPattern(written, tokens).pattern;
}

/** A separate kind can have dates in its addresses if every document has one. */
function toKindPages({ name, isDated, permalink }: FormerCollection): string | null {
  if (!isDated || problemOfName(name) !== null) return null;
  const written = PERMALINK_STYLES[permalink] === undefined ? permalink : `/:collection${PERMALINK_STYLES[permalink]}`;
  const { pattern } = fromColonPattern(written, { ...tokensOf(name), categories: "", slugified_categories: "" });
  return pattern === null || problemOfPattern(pattern) !== null ? null : pattern;
}

export function noteOfCollection({ collection: { name, files }, pages, kind }: CollectionPlace): string {
  const what = `the collection ${name} (${plural(files, "file")})`;
  if (pages !== null) return `${what} is published as pages, at ${pages}`;
  if (kind !== null) return `${what} becomes a separate kind, at ${kind} and /api/v1/${name}`;
  return `${what} is not part of the posts and is not published: to publish it, define it as a kind under kinds`;
}
