import { isNothing, type Mapping } from "../../../../build/sources/data-values.ts";
import type { FormerFolder } from "../../former-folder.ts";
import type { MarkdownFolder } from "../../posts/survey.ts";

/** The categories that Jekyll's `defaults:` give to posts. */

export interface DefaultsScope {
  /** "" for all posts. */
  readonly path: string;
  readonly values: Mapping;
  /** false if its path is a pattern that matches too many posts, or none. */
  readonly isTaken: boolean;
}

/** Which category keys the posts set themselves. */
export interface OwnCategories {
  readonly category: boolean;
  readonly categories: boolean;
}

export function findOwnCategories(folder: FormerFolder, postFolders: readonly MarkdownFolder[]): OwnCategories {
  const heads = postFolders.flatMap(({ path }) =>
    folder
      .list(path)
      .filter((name) => /\.(?:md|markdown)$/.test(name))
      .map((name) => readHead(folder, `${path}/${name}`)),
  );
  return {
    category: heads.some((head) => /^category[ \t]*:/m.test(head)),
    categories: heads.some((head) => /^categories[ \t]*:/m.test(head)),
  };
}

function readHead(folder: FormerFolder, file: string): string {
  return /^---\n([\s\S]*?)\n---/.exec(folder.read(file) ?? "")?.[1] ?? "";
}

interface PostFiles {
  readonly postFolders: readonly MarkdownFolder[];
  /** Paths of the posts' files. */
  listPosts(): readonly string[];
}

/** More posts in one scope would make the configuration too long. */
export const FILES_MAX = 100;

/**
 * Gives each scope its categories as one list, to which posts add their own. `category` stays a
 * separate key if posts state it, because their value replaces it.
 *
 * In Jekyll, the deepest scope's categories replace the categories of the scopes around it, but
 * `frontMatter.folders` adds them up. If scopes overlap, each folder of posts gets its own list. If
 * a folder's subfolders have other categories, each of its posts gets its own list.
 */
export function foldCategories(scopes: readonly DefaultsScope[], own: OwnCategories, places: PostFiles): readonly DefaultsScope[] {
  const keys = own.category ? ["categories"] : ["categories", "category"];
  const isStating = ({ values, isTaken }: DefaultsScope): boolean => isTaken && keys.some((key) => !isNothing(values[key]));
  const stating = scopes.filter(isStating);
  const without = (scope: DefaultsScope): DefaultsScope => ({
    ...scope,
    values: Object.fromEntries(Object.entries(scope.values).filter(([key]) => !keys.includes(key))),
  });
  const isNested = stating.some((one) => stating.some((other) => other !== one && isBelow(other.path, one.path)));
  const listOf = (path: string): readonly unknown[] => {
    const around = stating.filter((scope) => isBelow(path, scope.path)).sort((a, b) => a.path.length - b.path.length);
    return keys.flatMap((key) => listCategories(around.findLast(({ values }) => !isNothing(values[key]))?.values[key]));
  };
  const fold = (scope: DefaultsScope): DefaultsScope => {
    const { values } = without(scope);
    return { ...scope, values: { ...values, categories: keys.flatMap((key) => listCategories(scope.values[key])) } };
  };
  if (!isNested) return scopes.map((scope) => (isStating(scope) ? fold(scope) : scope));
  return [...scopes.map((scope) => (isStating(scope) ? without(scope) : scope)), ...spread(listOf, places)];
}

/**
 * Gives each folder of posts its list, outermost first. In a folder with different lists, each post
 * gets its own.
 */
function spread(listOf: (path: string) => readonly unknown[], { postFolders, listPosts }: PostFiles): readonly DefaultsScope[] {
  const files = listPosts();
  const given: DefaultsScope[] = [];
  const toText = (path: string): string => listOf(path).join("\n");
  for (const path of postFolders.map((one) => one.path).sort()) {
    if (given.some((one) => isBelow(path, one.path))) continue;
    const inside = files.filter((file) => isBelow(file, path));
    const isAlike = inside.every((file) => toText(file) === toText(path));
    const direct = inside.filter((file) => file.lastIndexOf("/") === path.length);
    const isTaken = isAlike || direct.length <= FILES_MAX;
    const places = isAlike || !isTaken ? [path] : direct;
    given.push(...places.map((place) => ({ path: place, values: { categories: listOf(place) }, isTaken })));
  }
  return given.filter(({ values }) => listCategories(values.categories).length > 0);
}

export function listCategories(written: unknown): readonly unknown[] {
  return isNothing(written) ? [] : typeof written === "string" ? written.split(/\s+/) : [written].flat();
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
