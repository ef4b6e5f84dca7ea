import { isMapping, isNothing, type Mapping } from "../../../../build/sources/data-values.ts";
import type { FormerConfig } from "../../former-config.ts";
import { fromColonPattern } from "../../page-patterns.ts";
import type { MarkdownFolder } from "../../posts/survey.ts";
import { type DefaultsScope, FILES_MAX, foldCategories, listCategories, type OwnCategories } from "./jekyll-categories.ts";

/** Jekyll's `defaults:`, and the categories that come from folders. */

export const JEKYLL_TOKENS = {
  year: "{year}",
  month: "{month}",
  day: "{day}",
  i_month: "{i_month}",
  i_day: "{i_day}",
  short_year: "{date:%y}",
  short_month: "{date:%b}",
  long_month: "{date:%B}",
  y_day: "{date:%j}",
  hour: "{date:%H}",
  minute: "{date:%M}",
  second: "{date:%S}",
  title: "{slug_or_name:jekyll}",
  slug: "{slug}",
  // Jekyll omits this part for posts without categories.
  categories: "{categories?}",
  slugified_categories: "{categories?}",
  output_ext: ".html",
};
export const PERMALINK_STYLES: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  none: "/:categories/:title:output_ext",
};

/** Keys whose default values correspond to our fields. */
const DEFAULT_KEYS: readonly string[] = ["categories", "category", "tags", "author", "lang", "published", "comments"];

/** Keys that do not concern posts, or that are transferred. */
const KEYS_WITHOUT_NOTE: readonly string[] = ["layout", "permalink", ...DEFAULT_KEYS];

type ByFolder = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface FormerDefaults {
  /** The permalink of all posts, as written; null if there is none. */
  readonly permalink: string | null;
  /** Values for all posts that lack them. */
  readonly values: Mapping;
  readonly folders: ByFolder;
  readonly notes: readonly string[];
}

interface PostPlaces {
  /** The collection of the posts. */
  readonly type: string;
  readonly postFolders: readonly MarkdownFolder[];
  /** Paths of the posts' files. */
  listPosts(): readonly string[];
  readonly own: OwnCategories;
  /** Makes a path of the site relative to the content. */
  below(path: string): string;
}

/** Reads `defaults:`. Each key that is not transferred gets a note. */
export function readDefaults(config: FormerConfig, places: PostPlaces): FormerDefaults {
  const listed = config.get("defaults");
  const scopes = (Array.isArray(listed) ? listed : []).flatMap((one: unknown) => readScope(one, places));
  const ours = foldCategories(scopes, places.own, places);
  const notes = ours.flatMap(({ path, values, isTaken }) => {
    const isLeft = (key: string): boolean =>
      isTaken ? !KEYS_WITHOUT_NOTE.includes(key) || (key === "permalink" && toPermalink(values[key]) === null) : key !== "layout";
    const keys = Object.keys(values).filter(isLeft);
    if (keys.length === 0) return [];
    const of = path === "" ? "defaults for all posts" : `defaults for ${path}`;
    return [`${config.file}: ${of} are not transferred (${keys.join(", ")}): write them into those posts`];
  });
  if (scopes.some(({ values }) => !isNothing(values.category))) notes.push(...noteOfCategory(config, places.own));
  const taken = ours.filter(({ isTaken }) => isTaken);
  const values = Object.assign({}, ...taken.filter(({ path }) => path === "").map((one) => one.values)) as Mapping;
  const inFolders = taken.flatMap(({ path, values: own }) => {
    const folder = path === "" ? toFolderValues({ categories: own.categories }) : toFolderValues(own);
    return Object.keys(folder).length === 0 ? [] : [{ [path === "" ? "." : places.below(path)]: folder }];
  });
  const fieldDefaults = Object.entries(values).filter(([key]) => DEFAULT_KEYS.includes(key) && key !== "categories");
  return {
    permalink: typeof values.permalink === "string" ? values.permalink : null,
    values: Object.fromEntries(fieldDefaults),
    folders: mergeFolders(...inFolders),
    notes,
  };
}

function noteOfCategory({ file }: FormerConfig, own: OwnCategories): readonly string[] {
  if (own.category) return [`${file}: category in defaults applies only to posts that state neither category nor categories`];
  if (!own.categories) return [];
  return [`${file}: category in defaults comes before a post's own categories, but after them in Jekyll: compare the addresses`];
}

/**
 * The result is empty if the scope has no posts. A pattern expands to the folders of posts that it
 * matches, or else to the posts that it matches.
 */
function readScope(one: unknown, { type, postFolders, listPosts }: PostPlaces): readonly DefaultsScope[] {
  const { scope, values } = isMapping(one) ? one : {};
  if (!isMapping(values)) return [];
  const of = isMapping(scope) ? scope : {};
  const isTyped = (of.type ?? "") !== "";
  if (isTyped && of.type !== type) return [];
  const path = typeof of.path === "string" ? of.path.replaceAll(/^\.?\/|\/$/g, "") : "";
  if (path === "" || path === `_${type}`) return [{ path: "", values, isTaken: true }];
  // Without a type, a path may match pages or pictures.
  const isFolder = postFolders.some((folder) => `${folder.path}/`.startsWith(`${path}/`));
  if (isFolder || !/\*|\.\w+$/.test(path)) return isFolder ? [{ path, values, isTaken: true }] : [];
  const folders = path.includes("*") ? findFolders(path, postFolders) : [];
  const matching = folders.length > 0 ? folders : listPosts().filter((file) => toPathTest(path).test(file));
  // A page such as about.md.
  if (matching.length === 0 && !isTyped) return [];
  if (matching.length === 0 || matching.length > FILES_MAX) return [{ path, values, isTaken: false }];
  return matching.map((place) => ({ path: place, values, isTaken: true }));
}

/**
 * The folders of posts, or folders above them, that a pattern such as `section/*` matches;
 * outermost first.
 */
function findFolders(pattern: string, postFolders: readonly MarkdownFolder[]): readonly string[] {
  const whole = toPathTest(pattern);
  const folders = postFolders.flatMap(({ path }) => {
    const parts = path.split("/");
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  return [...new Set(folders)].filter((folder) => whole.test(folder)).sort();
}

/** `*` matches part of a name, `**` matches folders. */
function toPathTest(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*\*\/|\*|\?/g, (sign) => (sign === "**/" ? "(?:.*/)?" : sign === "*" ? "[^/]*" : "[^/]"));
  return new RegExp(`^${source}$`);
}

/**
 * Jekyll adds a post's own categories to the categories in `defaults`. For every other key, a
 * post's value replaces the default.
 */
function toFolderValues(values: Mapping): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (isNothing(value) || (key !== "permalink" && !DEFAULT_KEYS.includes(key))) return [];
    if (key === "categories") return [[key, listCategories(value)]];
    if (key === "permalink") return toPermalink(value) === null ? [] : [[key, toPermalink(value)]];
    return [[key, Array.isArray(value) ? value.join(", ") : value]];
  });
  return Object.fromEntries(entries);
}

function toPermalink(written: unknown): string | null {
  return typeof written === "string" ? fromColonPattern(PERMALINK_STYLES[written] ?? written, JEKYLL_TOKENS).pattern : null;
}

/**
 * In Jekyll, folders above `_posts` are categories, which come before the categories in `defaults`
 * for all posts.
 */
export function addFolderCategories(
  folders: ByFolder,
  postFolders: readonly MarkdownFolder[],
  parent: string,
  below: PostPlaces["below"],
): ByFolder {
  const roots = [...new Set(postFolders.map(({ path }) => path.slice(0, path.indexOf("_posts") + "_posts".length)))];
  const found = roots.map((root) => {
    const above = root.slice(0, Math.max(0, root.length - "/_posts".length));
    const names = parent === "." ? above : above.slice(parent.length + 1);
    return { root: below(root), names: names === "" ? [] : names.split("/") };
  });
  if (found.every(({ names }) => names.length === 0)) return folders;
  const { ".": { categories, ...rest } = {}, ...others } = folders;
  const ofAll = Array.isArray(categories) ? categories : [];
  const places = found.flatMap(({ root, names }) => {
    const all = [...names, ...ofAll];
    return all.length === 0 ? [] : [[root, { categories: all }] as const];
  });
  const drafts = ofAll.length === 0 ? {} : { _drafts: { categories: ofAll } };
  return mergeFolders(Object.keys(rest).length === 0 ? {} : { ".": rest }, others, Object.fromEntries(places), drafts);
}

/** Merges the values for each folder, and joins lists, later ones first. */
function mergeFolders(...all: readonly ByFolder[]): ByFolder {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const folders of all)
    for (const [folder, values] of Object.entries(folders)) {
      const there = merged[folder] ?? {};
      const lists = Object.entries(values).map(([key, value]) => {
        const before = there[key];
        return [key, Array.isArray(value) && Array.isArray(before) ? [...value, ...before] : value];
      });
      merged[folder] = { ...there, ...Object.fromEntries(lists) };
    }
  return merged;
}
