import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, extname, join, relative, sep } from "node:path";
import { mapLimit } from "../../../build/shared/parallel.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";
import { decodePercent } from "../../../contract/text/decode-percent.ts";

/** Paths of pictures that begin with `../`, in Markdown, HTML and front matter. */
const UPWARDS = /(?:\.\.\/)+[^\s"'`()<>[\]{}]+\.(?:jpe?g|png|gif|webp|avif|svg)\b/gi;
/** Files named by a path from the root of the site, or by an address. */
const ROOTED = /(?<![\w.\-/])(?:https?:\/\/[^\s/"'()<>]+)?\/(?!\/)[^\s"'`()<>[\]{}?#]+\.[a-z0-9]{1,8}\b/gi;
/** File extensions of pictures. */
const PICTURES = new Set([".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"]);
/**
 * How deep to search a folder for a picture, and how many folders to search: themes contain
 * thousands.
 */
const SEARCH_DEPTH = 3;
const SEARCH_FOLDERS_MAX = 200;
/** Number of folders to list concurrently. */
const READS_MAX = 16;
/** Common names of picture folders, which are included completely. */
const USUAL = new Set(["assets", "images", "image", "img", "imgs", "media", "photos", "pictures", "public", "static", "uploads"]);

/** Paths of files that posts refer to. Each text is read once, and only its paths are stored. */
export class NamedPaths {
  /** Absolute paths of pictures outside the post's folder. */
  readonly upwards = new Set<string>();
  /** Paths from the root of the site, decoded. */
  readonly rooted = new Set<string>();

  add({ absolute }: SourceFile, text: string): void {
    for (const [path] of text.matchAll(UPWARDS)) this.upwards.add(join(dirname(absolute), decodePercent(path) ?? path));
    for (const [written] of text.matchAll(ROOTED)) {
      const path = written.replace(/^https?:\/\/[^/]+/i, "");
      this.rooted.add(decodePercent(path) ?? path);
    }
  }
}

/**
 * Folders of the site, outside the content, with existing pictures that posts name by relative
 * path: `../../assets/x.jpg`, as in Astro.
 * @param root absolute
 * @param content folder in it
 * @param staticFolders folders that are searched anyway
 */
export async function findPictureFolders(
  root: string,
  content: string,
  { named, staticFolders }: { readonly named: NamedPaths; readonly staticFolders: readonly string[] },
): Promise<readonly string[]> {
  const inside = [join(root, content), ...staticFolders.map((folder) => join(root, folder))];
  const outside = [...named.upwards].filter((path) => isBelow(path, root) && !inside.some((folder) => isBelow(path, folder)));
  const folders = new Set<string>();
  for (const path of outside.sort()) {
    const folder = toWhole(relative(root, dirname(path)).split(sep));
    if (folder !== "" && (await isFile(path))) folders.add(folder);
  }
  return [...folders].filter((folder) => ![...folders].some((other) => folder.startsWith(`${other}/`)));
}

/**
 * Public folders at the root of a site: they have a common name, or contain a picture. Excludes
 * generators' own folders (`_layouts`, `.git`).
 * @param source folder whose files are at the root of the site, absolute
 * @param isAllowed tests an absolute path
 * @returns absolute, sorted
 */
export async function findUsualFolders(source: string, isAllowed: (folder: string) => boolean): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await listFolder(source)) {
    const folder = join(source, entry.name);
    if (!entry.isDirectory() || isInternal(entry.name) || !isAllowed(folder)) continue;
    if (USUAL.has(entry.name.toLowerCase()) || (await holdsPicture(folder))) found.push(folder);
  }
  return found;
}

/**
 * The parts of a site's root that its posts name by absolute path (`/assets/heron.jpg`, `/cv.pdf`):
 * folders of the root, and single files.
 * @param source folder whose files are at the root of the site, absolute
 * @returns absolute, sorted
 */
export async function findNamedParts(source: string, { rooted }: NamedPaths): Promise<readonly string[]> {
  const parts = new Set<string>();
  for (const path of [...rooted].map((one) => join(source, one))) {
    const [first = ""] = relative(source, path).split(sep);
    const isPart = first !== "" && !isInternal(first) && isBelow(path, source);
    if (isPart && !parts.has(join(source, first)) && (await isFile(path))) parts.add(join(source, first));
  }
  return [...parts].sort();
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

function isInternal(name: string): boolean {
  return name.startsWith(".") || name.startsWith("_") || name === "node_modules" || name === "dist";
}

async function holdsPicture(folder: string): Promise<boolean> {
  let folders = [folder];
  let foldersLeft = SEARCH_FOLDERS_MAX;
  for (let depth = 0; depth < SEARCH_DEPTH; depth += 1) {
    const listings = await mapLimit(folders.slice(0, foldersLeft), READS_MAX, async (path) => ({ path, entries: await listFolder(path) }));
    foldersLeft -= listings.length;
    if (listings.some(({ entries }) => entries.some((entry) => entry.isFile() && PICTURES.has(extname(entry.name).toLowerCase()))))
      return true;
    folders = listings.flatMap(({ path, entries }) =>
      entries.flatMap((entry) => (entry.isDirectory() && !isInternal(entry.name) ? [join(path, entry.name)] : [])),
    );
  }
  return false;
}

async function listFolder(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Shortens `src/assets/2024/may` to `src/assets`. */
function toWhole(segments: readonly string[]): string {
  const at = segments.findIndex((segment) => USUAL.has(segment.toLowerCase()));
  return (at === -1 ? segments : segments.slice(0, at + 1)).join("/");
}
