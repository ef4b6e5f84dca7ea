/** Origins from a list separated by commas or spaces: the form of `octavo api --origins`. */
export function splitOrigins(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((origin) => origin !== "");
}

/**
 * Source of a regular expression that matches the whole value of `Origin`: the site's own origin
 * and the listed ones. PCRE and RE2 read it the same way.
 * @param baseUrl public base of the API
 */
export function toOriginPattern(baseUrl: string, origins: readonly string[]): string {
  const allowed = [...new Set([new URL(baseUrl).origin, ...origins])];
  return `^(?:${allowed.map((origin) => origin.replaceAll(/[.[\]]/g, "\\$&")).join("|")})$`;
}
