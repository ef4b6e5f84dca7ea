import { realpathSync } from "node:fs";
import path from "node:path";

/**
 * Decides which symbolic links below a site's folders are followed. A link is followed only if it leads to a place in one of the folders:
 * otherwise a link in somebody's pull request could publish any file of the machine that builds it. A folder itself may be a link.
 */
export interface OwnFolders {
  /** The real path that a link leads to, if it lies in none of the folders; null: it lies in one, or the link leads nowhere. */
  targetOutside(link: string): string | null;
}

/** @param folders absolute, or single files; they may be missing */
export function createOwnFolders(folders: readonly string[]): OwnFolders {
  // Looked up when the first link is met: most sites have none.
  let real: readonly string[] | null = null;
  return {
    targetOutside(link) {
      const target = realPathOf(link);
      real ??= folders.map(realPathOf);
      return real.some((folder) => isWithin(target, folder)) ? null : target;
    },
  };
}

/** Whether a path is a folder or lies in it. Both are absolute. */
export function isWithin(inner: string, folder: string): boolean {
  return inner === folder || inner.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** A path without links. Of a file that is not there, its folder's, and its name. */
export function realPathOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPathOf(parent), path.basename(file));
  }
}
