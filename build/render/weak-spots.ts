/** Markdown that Sätteri 0.10 reads otherwise than GitHub and remark-gfm do, and that people do write. Found by fuzzing the two. */
export const WEAK_SPOTS: readonly {
  readonly pattern: RegExp;
  readonly why: string /** Whatever matches holds this. */;
  readonly holds?: string;
}[] = [
  {
    pattern: /(?:https?:\/\/|www\.)[^\s|<>]*\|/i,
    why: "a bare address swallows the | that ends its table cell",
  },
  {
    pattern: /^.*\|.*\n[ \t>]*<\/?[a-z]/im,
    holds: "<",
    why: "a line of inline HTML right below a table becomes a row of it, where it ends the table",
  },
];

/** Whether a document must go to the reference parser. False alarms cost a few milliseconds. */
export function hasWeakSpot(markdown: string): boolean {
  // All of them are about tables.
  return markdown.includes("|") && WEAK_SPOTS.some(({ pattern, holds = "" }) => markdown.includes(holds) && pattern.test(markdown));
}
