import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { compareText } from "../shared/diagnostics.ts";
import { isWithin } from "../shared/own-folders.ts";

/** A symbolic link to a folder that is read elsewhere, or that contains the link itself. */
export interface RepeatedFolder {
  /** Absolute. */
  readonly link: string;
  /** Absolute, without links. */
  readonly target: string;
}

export interface LinkedFolders {
  /**
   * Whether a folder is read elsewhere.
   * @param folder absolute
   */
  isRepeated(folder: string): boolean;
  repeated(): readonly RepeatedFolder[];
}

/**
 * Decides which links below a folder are followed, so that each real folder is read only once: by
 * its own path if possible, otherwise through the first link. The disk is read when the first link
 * to a folder is found.
 * @param root absolute path
 * @param isSkipped whether a folder, by its path relative to the root, is never read
 */
export function createLinkedFolders(root: string, isSkipped: (relative: string) => boolean): LinkedFolders {
  let targets: ReadonlyMap<string, string> | null = null;
  const repeated = (): ReadonlyMap<string, string> => (targets ??= findRepeated(root, isSkipped));
  return {
    isRepeated: (folder) => repeated().has(folder),
    repeated: () => [...(targets ?? [])].map(([link, target]) => ({ link, target })).sort((a, b) => compareText(a.link, b.link)),
  };
}

/** Finds real paths, by the paths that repeat them. */
function findRepeated(root: string, isSkipped: (relative: string) => boolean): ReadonlyMap<string, string> {
  const repeated = new Map<string, string>();
  const home = realpathSync(root);
  /** Real paths. A folder that is reached a second time was reached through a link. */
  const visited = new Set<string>();
  let links: string[] = [];
  const walk = (folder: string, real: string): void => {
    visited.add(real);
    for (const entry of readFolder(folder)) {
      const within = path.join(folder, entry.name);
      if (isSkipped(path.relative(root, within))) continue;
      if (entry.isSymbolicLink()) links.push(within);
      else if (!entry.isDirectory()) continue;
      else if (visited.has(path.join(real, entry.name))) repeated.set(within, path.join(real, entry.name));
      else walk(within, path.join(real, entry.name));
    }
  };
  walk(root, home);
  // Links in linked folders are appended to this list.
  while (links.length > 0) {
    const found = links.sort(compareText);
    links = [];
    for (const link of found) {
      const target = realFolder(link);
      if (target === null) continue;
      if (visited.has(target) || isWithin(home, target) || isWithin(realpathSync(path.dirname(link)), target)) repeated.set(link, target);
      else walk(link, target);
    }
  }
  return repeated;
}

/** null if the link does not lead to a folder. */
function realFolder(link: string): string | null {
  try {
    return statSync(link).isDirectory() ? realpathSync(link) : null;
  } catch {
    return null;
  }
}

/** An unreadable folder counts as empty; reading its files will report the error. */
function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
  } catch {
    return [];
  }
}
