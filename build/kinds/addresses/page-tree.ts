/** Kinds whose folders form a tree: `pages/docs/install.md` is below `pages/docs/index.md`. */

/**
 * A file's path relative to the fixed folder of its glob: `docs/install.md` for the file
 * `pages/docs/install.md` and the glob `pages/**`.
 */
export function pathInTree(relative: string, globs: readonly string[]): string {
  const folders = FOLDERS.get(globs) ?? globs.flatMap(foldersOfGlob).sort((a, b) => b.length - a.length);
  FOLDERS.set(globs, folders);
  const folder = folders.find((one) => relative.startsWith(one)) ?? "";
  return relative.slice(folder.length);
}

/** The folders of globs, the longest first, by the list of globs. */
const FOLDERS = new WeakMap<readonly string[], readonly string[]>();

/**
 * Folders of a glob before its first wildcard, with a final slash. "" if there are none.
 * `{posts,notes}/**` has two.
 */
function foldersOfGlob(glob: string): readonly string[] {
  const [whole, before = "", list = "", after = ""] = /^([^*?[(!{]*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(glob) ?? [];
  if (whole !== undefined) return list.split(",").flatMap((one) => foldersOfGlob(before + one + after));
  const plain = glob.replace(/^\.\//, "").split(/[*?{[(!]/, 1)[0] ?? "";
  return [plain.slice(0, plain.lastIndexOf("/") + 1)];
}

/**
 * A file's place in the tree: `docs/install` for `docs/install.md`, `docs` for `docs/index.md`, ""
 * for the top `index.md`.
 */
export function placeInTree(path: string): string {
  return path.replace(/\.[^./]+$/, "").replace(/(?:^|\/)index$/i, "");
}

/** The nearest existing place above, except the home page; null if there is none. */
export function findPlaceAbove(place: string, isTaken: (above: string) => boolean): string | null {
  for (let end = place.lastIndexOf("/"); end > 0; end = place.lastIndexOf("/", end - 1)) {
    const above = place.slice(0, end);
    if (isTaken(above)) return above;
  }
  return null;
}
