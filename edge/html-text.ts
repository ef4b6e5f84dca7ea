/**
 * The text of HTML that our own build serialised: tags well-formed, character references numeric or one of the few that HTML
 * serialisers write. For snippets, which escape it anew: nothing here makes HTML safe.
 */
export function toPlainText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<\/?([a-zA-Z][\w-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/g, (_, name?: string) =>
      name === undefined || INLINE.has(name.toLowerCase()) ? "" : " ",
    )
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (reference, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? reference;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    })
    .replace(/\s+/g, " ")
    .trim();
}

/** Elements that stand within a word or a line: no gap where they begin and end. */
const INLINE: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr".split(" "),
);

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
