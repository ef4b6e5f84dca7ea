import { realpathSync } from "node:fs";
import path from "node:path";

/**
 * Decides which symbolic links below a site's folders are followed: only links to places inside one
 * of the folders. Otherwise, a link in a stranger's pull request could publish any file of the
 * machine that builds the site. A folder itself may be a link.
 */
export interface OwnFolders {
  /**
   * Returns the real path of a link's target if it is outside all folders, or null if it is inside
   * one, or the link is broken.
   */
  targetOutside(link: string): string | null;
}

/** @param folders absolute paths of folders or single files, which need not exist */
export function createOwnFolders(folders: readonly string[]): OwnFolders {
  // The folders are resolved at the first link, because most sites have no links.
  let real: readonly string[] | null = null;
  return {
    targetOutside(link) {
      const target = realPathOf(link);
      real ??= folders.map(realPathOf);
      return real.some((folder) => isWithin(target, folder)) ? null : target;
    },
  };
}

/** Whether a path is a folder or inside it. Both paths are absolute. */
export function isWithin(inner: string, folder: string): boolean {
  return inner === folder || inner.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/**
 * Resolves all links in a path. For a missing file, the result is the real path of its folder plus
 * its name.
 */
export function realPathOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPathOf(parent), path.basename(file));
  }
}
