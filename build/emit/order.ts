import { INDEX_PREFIX, MANIFEST_FILE, MEDIA_PREFIX } from "../../contract/paths.ts";

const HASHED_FOLDERS = [INDEX_PREFIX, MEDIA_PREFIX].map((prefix) => `${prefix.slice(1)}/`);
/** The hash (the files of search have a shorter one), the extension, and that of a compressed copy. */
const HASHED_NAME = /\.(?:[0-9a-f]{16}|[0-9a-f]{12})\.[A-Za-z0-9]+(?:\.(?:gz|br|zst))?$/;

/** Whether a path names its content: such a file never changes. */
export function isHashed(path: string): boolean {
  return HASHED_FOLDERS.some((folder) => path.startsWith(folder)) && HASHED_NAME.test(path);
}

/** The order in which files may become visible: hashed ones, which nothing refers to yet, then the others, the manifest and its compressed copies last. */
export function inPublishingOrder<T extends { readonly path: string }>(files: readonly T[]): T[] {
  const rank = ({ path }: T): number => (isHashed(path) ? 0 : path.startsWith(MANIFEST_FILE) ? 2 : 1);
  return files.toSorted((a, b) => rank(a) - rank(b));
}
