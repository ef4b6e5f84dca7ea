/**
 * Returns the same key for all paths that hosts treat as one page: decoded, without a final slash.
 */
export function pageKey(path: string): string {
  const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (!bare.includes("%")) return bare;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
