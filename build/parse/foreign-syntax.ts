/** Syntax of other generators that Markdown does not know, so that it stays in the text. */
export const FOREIGN_SYNTAX = {
  shortcodes: { shown: "shortcodes ({{< … >}} or {% … %})", remedy: "write Markdown or HTML instead" },
  variables: { shown: "variables ({{ … }})", remedy: "write the value itself" },
  directives: {
    shown: "directives (:::note)",
    remedy: "remark-directive in markdown.remarkPlugins reads them; > [!NOTE] makes a box without a plugin",
  },
  contents: { shown: "marks for a table of contents ([[toc]])", remedy: "remove them: a post's `toc` has the contents" },
  wikiLinks: { shown: "wiki links ([[…]])", remedy: "write [text](other-post.md)" },
  formulas: { shown: "formulas ($$ … $$)", remedy: "remark-math and rehype-katex render them" },
  attributes: { shown: "attributes of kramdown ({: .class})", remedy: "write the element as HTML; ## Title {#id} gives a heading its id" },
} as const satisfies Readonly<Record<string, { readonly shown: string; readonly remedy: string }>>;

export type ForeignSyntax = keyof typeof FOREIGN_SYNTAX;

const PATTERNS: readonly (readonly [ForeignSyntax, RegExp])[] = [
  ["shortcodes", /\{\{[<%]|\{%-?\s*\w/],
  ["variables", /\{\{-?\s*[\w.]/],
  ["directives", /^ {0,3}:{3,}[ \t]*[a-z{]/im],
  ["contents", /^(?:\[\[?_?toc_?\]?\]|\{:toc\})[ \t]*$/im],
  ["wikiLinks", /\[\[(?!_?toc_?\])[^[\]\n]+\]\]/i],
  ["formulas", /\$\$[^$]/],
  ["attributes", /\{: ?[.#\w]/],
];
/** Syntax that plugins may handle. It is not reported if there are plugins. */
const READ_BY_PLUGINS: ReadonlySet<ForeignSyntax> = new Set(["directives", "contents", "wikiLinks", "formulas", "attributes"]);
/** A text without any of these has no foreign syntax. */
const SIGNS = ["{{", "{%", "{:", ":::", "[[", "[toc]", "[TOC]", "$$"];
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const CODE_IN_LINE = /`[^`\n]*`/g;

/** Syntax that is code in MDX, which has its own messages. */
const CODE_IN_MDX: ReadonlySet<ForeignSyntax> = new Set(["variables", "attributes"]);

export interface ForeignSyntaxOptions {
  /** Whether the author has set remark plugins. */
  readonly hasPlugins: boolean;
  readonly isMdx: boolean;
}

export function findForeignSyntax(body: string, { hasPlugins, isMdx }: ForeignSyntaxOptions): ForeignSyntax[] {
  if (!SIGNS.some((sign) => body.includes(sign))) return [];
  const text = withoutCode(body);
  const isOwn = (name: ForeignSyntax): boolean => (hasPlugins && READ_BY_PLUGINS.has(name)) || (isMdx && CODE_IN_MDX.has(name));
  return PATTERNS.filter(([name, pattern]) => !isOwn(name) && pattern.test(text)).map(([name]) => name);
}

/** The text without inline code and fenced code. An unclosed fence reaches to the end. */
function withoutCode(body: string): string {
  const lines: string[] = [];
  let open = "";
  for (const line of body.split("\n")) {
    const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
    if (open !== "") {
      if (fence.startsWith(open) && rest.trim() === "") open = "";
    } else if (fence !== "" && !(fence.startsWith("`") && rest.includes("`"))) open = fence;
    else lines.push(line);
  }
  return lines.join("\n").replace(CODE_IN_LINE, "");
}
