/**
 * How other generators write a file's name in an address: `{name:jekyll}`, `{path:hugo}`. Each
 * function takes one segment of a path.
 */
export const NAME_STYLES: Readonly<Record<string, (part: string) => string>> = {
  /** Each run of symbols and spaces becomes one hyphen; letters keep their case. */
  jekyll: (part) => part.replaceAll(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, "-").replaceAll(/^-|-$/g, ""),
  /** Lower case; spaces become hyphens; most symbols are removed. */
  hugo: (part) =>
    part
      .replaceAll(/[^\p{M}\p{L}\p{Nd}\p{Nl}\p{No}\s._#+~%@-]/gu, "")
      .trim()
      .replaceAll(/\s+(?=-)|(?<=-)\s+/g, "")
      .replaceAll(/\s+/g, "-")
      .toLowerCase(),
  /**
   * Lower case; each space becomes a hyphen; all symbols except hyphens and underscores are removed
   * (github-slugger).
   */
  astro: (part) =>
    part
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-"),
  /** Spaces become plus signs (Obsidian Publish). */
  obsidian: (part) => part.replaceAll(" ", "+"),
  /** Each space becomes a hyphen. */
  quartz: (part) => part.replaceAll(/\s/g, "-").replaceAll("&", "-and-").replaceAll("%", "-percent").replaceAll(/[?#]/g, ""),
};
