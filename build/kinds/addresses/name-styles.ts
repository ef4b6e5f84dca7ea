/** How other generators write the name of a file in an address: `{name:jekyll}`, `{path:hugo}`. Each works on one part of a path. */
export const NAME_STYLES: Readonly<Record<string, (part: string) => string>> = {
  /** Signs and spaces are one hyphen; letters keep their case. */
  jekyll: (part) => part.replaceAll(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, "-").replaceAll(/^-|-$/g, ""),
  /** Small letters, spaces are hyphens, most signs are left out. */
  hugo: (part) =>
    part
      .replaceAll(/[^\p{M}\p{L}\p{Nd}\p{Nl}\p{No}\s._#+~%@-]/gu, "")
      .trim()
      .replaceAll(/\s+(?=-)|(?<=-)\s+/g, "")
      .replaceAll(/\s+/g, "-")
      .toLowerCase(),
  /** Small letters, each space is a hyphen, all signs but hyphens and low lines are left out (github-slugger). */
  astro: (part) =>
    part
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-"),
  /** Each space is a hyphen. */
  quartz: (part) => part.replaceAll(/\s/g, "-").replaceAll("&", "-and-").replaceAll("%", "-percent").replaceAll(/[?#]/g, ""),
};
