import type { Foreign } from "../kinds/parsed-file.ts";
import { maskCode } from "../sources/syntax/code-mask.ts";

interface ForeignRow {
  readonly shown: string;
  readonly remedy: string;
  /** Matches the syntax. The first group is a name. */
  readonly pattern: RegExp;
  /** Whether a remark plugin may handle it. If so, it is not reported on sites with plugins. */
  readonly ofPlugins?: true;
  /** Whether it is code in MDX, which has its own messages. */
  readonly isMdxCode?: true;
  /**
   * The result of its translation, if it does not stay as text. In a site with wiki links, it is
   * searched for in the untranslated text.
   */
  readonly becomes?: string;
}

/** Syntax of other generators that is not Markdown and so stays in the text. */
export const FOREIGN_SYNTAX = {
  shortcodes: {
    shown: "shortcodes ({{< … >}} or {% … %})",
    remedy: "markdown.shortcodes in octavo.config.ts translates them: { name: ({ args, named, content }) => Markdown }",
    pattern: /\{\{[<%]\s*(?![\s/])([\w./-]*)|\{%-?\s*(?!\s|end)(include\s+\S+|[\w-]+)/g,
  },
  variables: {
    shown: "variables ({{ … }})",
    remedy: "write the value itself",
    pattern: /\{\{-?\s*([\w.][^\s{}|]{0,40})/g,
    isMdxCode: true,
  },
  directives: {
    shown: "directives (:::name)",
    remedy: "markdown.shortcodes in octavo.config.ts or remark-directive in markdown.remarkPlugins translates them",
    pattern: /^[ \t>]*:{3,}[ \t]*\{?\.?([a-z][\w-]*)/gim,
    ofPlugins: true,
  },
  wikiLinks: {
    shown: "wiki links ([[…]])",
    remedy: "markdown: { wikiLinks: true } in octavo.config.ts reads them",
    pattern: /(?<!\\)\[\[(?!_?toc_?\])[^[\]\n]+\]\]/gi,
    ofPlugins: true,
  },
  comments: {
    shown: "Obsidian comments (%% … %%), which everybody can read",
    remedy: "markdown: { wikiLinks: true } in octavo.config.ts removes them",
    pattern: /(?<!%)%%(?!%)[^%]+%%(?!%)/g,
    ofPlugins: true,
  },
  blocks: {
    shown: "references to blocks ([[page#^id]])",
    becomes: "lead to the whole page",
    remedy: "link to a heading: [[page#Heading]]",
    pattern: /\[\[[^[\]\n]*#\^/g,
  },
  embeds: {
    shown: "embedded notes (![[page]])",
    becomes: "become links",
    remedy: "copy the text, or keep the link",
    pattern: /!\[\[(?![^[\]\n]*\.\w{2,4}(?:[|#][^[\]\n]*)?\]\])([^[\]\n|#]+)[^[\]\n]*\]\]/g,
  },
  formulas: {
    shown: "formulas ($$ … $$)",
    remedy: "markdown: { math: true } in octavo.config.ts renders them",
    pattern: /\$\$[^$]/g,
    ofPlugins: true,
  },
  attributes: {
    shown: "kramdown attributes ({: .class})",
    remedy: "write the element as HTML; ## Title {#id} sets the id of a heading",
    pattern: /\{: ?[.#\w]/g,
    ofPlugins: true,
    isMdxCode: true,
  },
} as const satisfies Readonly<Record<string, ForeignRow>>;

const ROWS: readonly (readonly [string, ForeignRow])[] = Object.entries(FOREIGN_SYNTAX);
/** Text without any of these contains no such syntax. */
const SIGNS = ["{{", "{%", "{:", ":::", "[[", "$$", "%%"];

export interface ForeignSyntaxOptions {
  /** Whether the author has set remark plugins. */
  readonly hasPlugins: boolean;
  /** Whether formulas are rendered. */
  readonly hasMath: boolean;
  readonly isMdx: boolean;
  /** Line of the file where the body begins. */
  readonly bodyLine: number;
  /** The untranslated text of a site with wiki links; null if they are off. */
  readonly source: string | null;
}

export function findForeignSyntax(body: string, { hasPlugins, hasMath, isMdx, bodyLine, source }: ForeignSyntaxOptions): Foreign[] {
  if (!SIGNS.some((sign) => (source ?? body).includes(sign))) return [];
  const masked = maskCode(body);
  const maskedSource = source === null ? "" : maskCode(source);
  return ROWS.flatMap(([name, { pattern, ofPlugins = false, isMdxCode = false, becomes }]): Foreign[] => {
    if ((hasPlugins && ofPlugins) || (isMdx && isMdxCode) || (hasMath && name === "formulas")) return [];
    const text = becomes === undefined ? masked : maskedSource;
    const found = [...text.matchAll(pattern)];
    const [first] = found;
    if (first === undefined) return [];
    const names = found.flatMap((match) => match[1] || match[2] || []).map((one) => one.replace(/\s+/g, " "));
    return [[name, bodyLine + text.slice(0, first.index).split("\n").length - 1, [...new Set(names)], found.length]];
  });
}
