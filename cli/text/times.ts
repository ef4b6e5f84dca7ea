/** Instants for people and programs. All but `toMinuteIn` are UTC: tables must not depend on where they are looked at. */

/** `2026-01-31 09:30`. */
export function toMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

/** The same on the clocks of a time zone. @param timeZone known to this runtime (`toKnownTimeZone`) */
export function toMinuteIn(ms: number, timeZone: string): string {
  const minute = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("sv-SE", { timeZone, ...minute }).format(ms).replace(",", "");
}

/** `2026-01-31`, on the calendars of a time zone. @param timeZone known to this runtime (`toKnownTimeZone`) */
export function toDayIn(ms: number, timeZone: string): string {
  return toMinuteIn(ms, timeZone).slice(0, 10);
}

/** `2026-01-31T09:30:00.000Z`, or null. */
export function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** `2026-01-31`. */
export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
