import { INDEX_PREFIX, MANIFEST_FILE, MEDIA_PREFIX } from "../../contract/paths.ts";

/**
 * Match the hash (which is shorter in some index files), the extension, and the extension of a
 * compressed copy.
 */
const HASHED = [
  new RegExp(`^${INDEX_PREFIX.slice(1)}/.*\\.[0-9a-f]{12,64}\\.json(?:\\.(?:gz|br))?$`),
  new RegExp(`^${MEDIA_PREFIX.slice(1)}/.*\\.[0-9a-f]{16}\\.[A-Za-z0-9]+(?:\\.(?:gz|br))?$`),
];

/** Whether a path contains a hash of the content, so that the file never changes. */
export function isHashed(path: string): boolean {
  return HASHED.some((pattern) => pattern.test(path));
}

/**
 * When a file may become visible. Hashed files come first, because nothing refers to them yet, then
 * other files, then the manifest and its compressed copies.
 */
export type Turn = 0 | 1 | 2;

export function turnOf(path: string): Turn {
  if (path.startsWith(MANIFEST_FILE)) return 2;
  return isHashed(path) ? 0 : 1;
}

/** Sorts files into the order in which they may become visible. */
export function inPublishingOrder<T extends { readonly path: string }>(files: readonly T[]): T[] {
  const turns: Record<Turn, T[]> = [[], [], []];
  for (const file of files) turns[turnOf(file.path)].push(file);
  return [...turns[0], ...turns[1], ...turns[2]];
}
