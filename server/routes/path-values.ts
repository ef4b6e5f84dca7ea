/** `2026-01-31T09:30:00.000Z` of ms since 1970. */
export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}
