/** The same for paths that hosts take for one page: without a slash at the end, not encoded. */
export function pageKey(path: string): string {
  const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (!bare.includes("%")) return bare;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
