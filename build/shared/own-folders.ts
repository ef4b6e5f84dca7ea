import { realpathSync } from "node:fs";
import path from "node:path";

/**
 * Decides which symbolic links below a site's folders are followed: only those that lead to a place
 * in one of the folders. Otherwise a link in a stranger's pull request could publish any file of
 * the building machine. A folder itself may be a link.
 */
export interface OwnFolders {
  /**
   * The real path of a link's target if it is outside all folders. null: it is inside, or the link
   * is broken.
   */
  targetOutside(link: string): string | null;
}

/** @param folders absolute paths of folders or single files; they may be missing */
export function createOwnFolders(folders: readonly string[]): OwnFolders {
  // Resolved at the first link, because most sites have none.
  let real: readonly string[] | null = null;
  return {
    targetOutside(link) {
      const target = realPathOf(link);
      real ??= folders.map(realPathOf);
      return real.some((folder) => isWithin(target, folder)) ? null : target;
    },
  };
}

/** Whether a path equals a folder or is inside it. Both are absolute. */
export function isWithin(inner: string, folder: string): boolean {
  return inner === folder || inner.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** A path without links. For a missing file, its folder's real path plus its name. */
export function realPathOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPathOf(parent), path.basename(file));
  }
}
