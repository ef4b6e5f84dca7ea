/**
 * Whether the client already has the representation (RFC 9110, section 13.1.2). `If-None-Match` may
 * be a list or `*`. The comparison is weak, so `W/` makes no difference.
 * @param etag null if the representation has none
 */
export function matchesIfNoneMatch(request: Request, etag: string | null): boolean {
  const ifNoneMatch = request.headers.get("If-None-Match");
  if (ifNoneMatch === null) return false;
  const tags: readonly (string | null)[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return ifNoneMatch.trim() === "*" || tags.includes(etag);
}
