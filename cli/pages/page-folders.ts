import { realpathSync } from "node:fs";
import { basename, dirname, extname, join, sep } from "node:path";
import { CONFIG_NAMES } from "../../build/config/load-config.ts";

/** What a server must never show, whatever the configuration says. Absolute paths, which may be missing. */
export interface PrivatePlaces {
  /** Folders of the project: of the configuration, and the one that octavo runs in. */
  readonly roots: readonly string[];
  readonly contentDir: string;
  /** The configuration, and what it imports. */
  readonly configFiles: readonly string[];
  readonly database: string;
}

/** Endings of files that a build reads. What they hold may be a draft. */
const SOURCE_ENDINGS = new Set([".md", ".mdx", ".markdown", ".yaml", ".yml"]);

/**
 * Whether a server may take pages from a folder: it neither is nor contains the project, the content, the configuration or the database.
 * Real paths are compared, so that no symbolic link and no other spelling of a name leads around it.
 */
export function isPageFolder(folder: string, { roots, contentDir, configFiles, database }: PrivatePlaces): boolean {
  const real = realPathOf(folder);
  return ![...roots, contentDir, ...configFiles, database].some((place) => isWithin(realPathOf(place), real));
}

/** Whether a file may be shown, wherever it lies: it is no content source, no configuration, and does not lie beside the database. @param file its real path */
export function isPublicFile(file: string, { contentDir, configFiles, database }: PrivatePlaces): boolean {
  if (dirname(file) === dirname(realPathOf(database))) return false;
  if (CONFIG_NAMES.includes(basename(file)) || configFiles.some((config) => realPathOf(config) === file)) return false;
  return !(SOURCE_ENDINGS.has(extname(file).toLowerCase()) && isWithin(file, realPathOf(contentDir)));
}

/** The real path of what is there, and where that of a missing file would be. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
