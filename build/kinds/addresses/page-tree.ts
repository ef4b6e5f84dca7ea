/** Files of a kind whose folders are a tree: `pages/docs/install.md` is below `pages/docs/index.md`. */

/** A file's path below the folder that its glob begins with: `docs/install.md` of `pages/docs/install.md`, taken by `pages/**`. */
export function pathInTree(relative: string, globs: readonly string[]): string {
  const [folder = ""] = globs
    .map(folderOfGlob)
    .filter((one) => relative.startsWith(one))
    .sort((a, b) => b.length - a.length);
  return relative.slice(folder.length);
}

/** Folders of a glob before its first wildcard, with a slash at the end; "": there are none. */
function folderOfGlob(glob: string): string {
  const plain = glob.replace(/^\.\//, "").split(/[*?{[(!]/, 1)[0] ?? "";
  return plain.slice(0, plain.lastIndexOf("/") + 1);
}

/** Where a file stands in the tree: `docs/install` of `docs/install.md`, `docs` of `docs/index.md`; "" for the first `index.md`. */
export function placeInTree(path: string): string {
  return path.replace(/\.[^./]+$/, "").replace(/(?:^|\/)index$/i, "");
}

/** The nearest place above that somebody has; null: nobody has any. The home page is above none. */
export function findPlaceAbove(place: string, isTaken: (above: string) => boolean): string | null {
  for (let end = place.lastIndexOf("/"); end > 0; end = place.lastIndexOf("/", end - 1)) {
    const above = place.slice(0, end);
    if (isTaken(above)) return above;
  }
  return null;
}
