/** `2026-01-31T09:30:00.000Z`, or null. */
export function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
