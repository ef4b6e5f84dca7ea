/** Origins from a list with commas or spaces between, as `octavo api --origins` takes it. */
export function splitOrigins(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((origin) => origin !== "");
}

/**
 * Source of a regular expression, from start to end, for the value of `Origin`: the site's own and the listed ones. PCRE and RE2 read it the same.
 * @param baseUrl public base of the API
 */
export function toOriginPattern(baseUrl: string, origins: readonly string[]): string {
  const known = [...new Set([new URL(baseUrl).origin, ...origins])];
  return `^(?:${known.map((origin) => origin.replaceAll(/[.[\]]/g, "\\$&")).join("|")})$`;
}
