/** Whether this runtime knows an IANA time zone of this name. */
export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The zone whose clocks count: UTC where none is named, or one that only another runtime knows. */
export function toKnownTimeZone(name: string | null | undefined): string {
  return name != null && isTimeZone(name) ? name : "UTC";
}
