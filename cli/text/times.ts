/** Instants for people and programs. All are UTC: tables must not depend on where they are looked at. */

/** `2026-01-31 09:30`. */
export function toMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

/** `2026-01-31T09:30:00.000Z`, or null. */
export function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** `2026-01-31`. */
export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
