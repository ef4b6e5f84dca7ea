/** Whether this runtime supports the IANA time zone with this name. */
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

/** Returns the time zone to use: UTC if none is named, or if this runtime does not support it. */
export function toSupportedTimeZone(name: string | null | undefined): string {
  return name != null && isTimeZone(name) ? name : "UTC";
}
