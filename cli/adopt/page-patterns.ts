/**
 * Converts generators' patterns of pages to ours: `/:year/:month/:title/` →
 * `/{year}/{month}/{name}/`.
 */

export interface PatternReading {
  /** null if our patterns cannot express it. */
  readonly pattern: string | null;
  /** The part that they cannot express. */
  readonly unknown: string | null;
}

/** @param tokens the generator's tokens → ours; "" for a token that expands to nothing */
export function fromColonPattern(written: string, tokens: Readonly<Record<string, string>>): PatternReading {
  let unknown: string | null = null;
  const filled = written.replaceAll(/:(\w+(?:\[[^\]]*\])?)|\[[^\]]*\]/gi, (token, name?: string) => {
    const ours = name === undefined ? undefined : tokens[name.toLowerCase()];
    if (ours === undefined) unknown ??= token;
    return ours ?? "";
  });
  if (unknown !== null) return { pattern: null, unknown };
  return { pattern: toPattern(filled), unknown: null };
}

/** Joins parts into a path with one leading slash and no double slashes. */
export function toPattern(...parts: readonly string[]): string {
  return `/${parts.join("/")}`.replaceAll(/\/{2,}/g, "/");
}

/** A note about an address that our patterns cannot express. */
export function noteOfPattern(file: string, written: string, unknown: string | null): string {
  return `${file}: the address ${written} has ${unknown ?? "a part"} that our patterns cannot express: add permalink: to the posts, or urls to octavo.config.ts`;
}
