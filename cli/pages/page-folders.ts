import { basename, dirname, extname, relative, sep } from "node:path";
import { CONFIG_NAMES } from "../../build/config/load-config.ts";
import { isWithin, realPathOf } from "../../build/shared/own-folders.ts";

/**
 * Files and folders that a server must never show, regardless of the configuration. The paths are
 * absolute and may not exist.
 */
export interface PrivatePlaces {
  /** Folders of the project: the configuration's folder, and the one in which octavo runs. */
  readonly roots: readonly string[];
  readonly contentDir: string;
  /**
   * Whether a collection includes a content file, given by its path relative to the content folder,
   * with forward slashes.
   */
  takesFile(relative: string): boolean;
  /** The configuration and its imports. */
  readonly configFiles: readonly string[];
  readonly database: string;
}

/**
 * Extensions of content. Such a file may be a draft, even if no collection includes it yet. For
 * other files, the collections decide.
 */
const SOURCE_ENDINGS = new Set([".md", ".mdx", ".markdown", ".yaml", ".yml"]);

/**
 * Whether a server may serve pages from a folder: it neither is nor contains the project, the
 * content, the configuration or the database. Real paths are compared, so symbolic links and other
 * spellings of a name make no difference.
 */
export function isPageFolder(folder: string, { roots, contentDir, configFiles, database }: Omit<PrivatePlaces, "takesFile">): boolean {
  const real = realPathOf(folder);
  return ![...roots, contentDir, ...configFiles, database].some((place) => isWithin(realPathOf(place), real));
}

/**
 * Whether a file may be shown, wherever it is: it is not a content source, not part of the
 * configuration, and not next to the database.
 * @param file its real path
 */
export function isPublicFile(file: string, { contentDir, takesFile, configFiles, database }: Omit<PrivatePlaces, "roots">): boolean {
  if (dirname(file) === dirname(realPathOf(database))) return false;
  if (CONFIG_NAMES.includes(basename(file)) || configFiles.some((config) => realPathOf(config) === file)) return false;
  const content = realPathOf(contentDir);
  if (!isWithin(file, content)) return true;
  return !SOURCE_ENDINGS.has(extname(file).toLowerCase()) && !takesFile(relative(content, file).split(sep).join("/"));
}
