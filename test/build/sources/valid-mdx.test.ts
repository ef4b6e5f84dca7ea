import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { stripMdx } from "../../../build/sources/files/strip-mdx.ts";

/**
 * Texts that `@mdx-js/mdx` 3 accepts (tried with micromark-extension-mdxjs 3.0.0), and the text
 * that remains of each.
 */
const VALID: Readonly<Record<string, readonly [mdx: string, kept: string]>> = {
  "comments of many lines": ["{/*\n\n two\n\n*/}\n\nText {/* b */} kept", "kept"],
  "line comments": ["{// a\n}\n\nkept", "kept"],
  "comments in lists": ["- one\n- {/* two */} kept\n- {/* three */}\n", "kept"],
  "comments in components": ["<A>\n  {/* c */}\n  kept\n</A>", "kept"],
  "braces in template strings": [`A {\`a \${[1].map((x) => \`b \${x} }\`).join("")} }\`} kept`, "kept"],
  "template strings in template strings": ["{`a §{`}`} b`} {`§{`§{'}'}`}`} <A b={`§{`}`}`} /> kept".replaceAll("§", "$"), "kept"],
  "exported elements with blank lines": ["export const a = <p>it's\n\n{b}</p>\n\nexport default <p>\n\na\n\n</p>\n\nkept", "kept"],
  "braces in strings and patterns": [`{"}"} and {'{'} and {/[}]/.test("}")} kept`, "kept"],
  "components in expressions": ["<ul>\n  {items.map((x) => (\n    <li key={x}>\n      {x}\n    </li>\n  ))}\n</ul>\n\nkept", "kept"],
  "exports with blank lines": ["export const a = () => {\n  const b = [1,\n\n  2]\n\n  return b\n}\n\nkept", "kept"],
  "exports of components with blank lines": ["export const T = () => (\n  <div>\n\n    <p>hi</p>\n\n  </div>\n)\n\nkept", "kept"],
  "exported layouts and classes": [
    "export default function L({children}) {\n  return <main>{children}</main>\n}\n\nexport class A {\n  #b = 1\n\n  get c() { return this.#b }\n}\n\nkept",
    "kept",
  ],
  "exports from elsewhere": ['export { a, b as c } from "./x.js"\nexport * from "y"\n\nkept', "kept"],
  "imports over lines, with comments": ['import {\n  a,\n  b,\n} from "x" // c\n/* d */\nimport e from "e"\n\nkept', "kept"],
  "await and import.meta": ['export const a = await fetch("x")\n\n{import.meta.url} kept', "kept"],
  "exports after text": ["text\n\nexport const a = 1\n\nkept", "kept"],
  "lazy lines in components": ["<Note>\n  text\nkept\n</Note>", "kept"],
  "lazy lines of expressions in quotes": ["> {a +\n> b}\n\nkept", "kept"],
  "components in quotes": ["> <Note>\n> kept\n> </Note>\n", "kept"],
  "components in lists": ["1. a\n\n   <B>\n   kept\n   </B>\n\n2. d", "kept"],
  "components in tables": ["| a | b |\n|---|---|\n| {1} | <B /> kept |", "kept"],
  "components in headings and links": ["# A <B /> {c} kept\n\n[<A />](b)", "kept"],
  "components in footnotes": ["a[^1]\n\n[^1]: <A>kept</A> {c}", "kept"],
  "attributes over lines": ['<Box\n  a="1\n  2"\n  b={2}\n  c={{d: 3}}\n/>\n\nkept', "kept"],
  "components and functions in attributes": ['<A icon={<B c="d" />} onClick={() => { if (a > b) { return "}" } }} />\n\nkept', "kept"],
  "entities and angle brackets in attributes": ["<A title=\"a &amp; b > c\" b='d > e' />\n\nkept", "kept"],
  "spread attributes": ["<A {...props} {...{b: 1}} />\n\nkept", "kept"],
  fragments: ["<></>\n\n<>kept</> and <>b *c*</>", "kept"],
  "members, namespaces and letters in names": ['<A.B.c x />\n\n<svg:rect xml:lang="x" />\n\n<Café /> <$a /> <_b />\n\nkept', "kept"],
  "spaces in tags": ["< A / >\n\nkept", "kept"],
  "indented components": ["    <A>\n      kept\n    </A>", "kept"],
  "expressions with blank lines": ["{\n  a\n\n  + b\n}\n\nkept", "kept"],
  "empty expressions": ["a {} kept", "kept"],
  "style elements": ["<style>{`\n  a { b: c }\n\n  d { e: f }\n`}</style>\n\nkept", "kept"],
  "carriage returns": ["export const a = 1\r\n\r\n<A>\r\n  kept\r\n</A>\r\n", "kept"],
};
/** Texts that `@mdx-js/mdx` refuses and Octavo accepts, because other tools write them. */
const TAKEN_TOO: Readonly<Record<string, readonly [mdx: string, kept: string]>> = {
  "HTML comments": ["<!-- a { b -->\n\nText <!-- c --> kept", "kept"],
  "ids after headings": ["## Wet days {#wet-days}\n\nkept\n\n### B {#b.c}  \r\n", "## Wet days {#wet-days}\n"],
};

describe("MDX that is valid is never called invalid", () => {
  it.each(Object.entries({ ...VALID, ...TAKEN_TOO }))("%s", async (_name, [mdx, kept]) => {
    for (const lenient of [true, false]) {
      const diagnostics = new Diagnostics();
      const markdown = await stripMdx(mdx, { file: "content/a.mdx", line: 1, lenient, diagnostics });
      expect(diagnostics.all().filter(({ code }) => code === "mdx")).toEqual([]);
      expect(markdown).toContain(kept);
      expect(markdown.split("\n")).toHaveLength(mdx.split("\n").length);
      if (lenient) expect(markdown).not.toMatch(/import |export |return|onClick|<\/?[A-Z>]|\{(?!#| b?\}| )/);
    }
  });

  it.each([
    "a {b",
    "## Title {#a b}",
    "## Title {#a} more {",
    "<A>",
    "</A>",
    "<a b=>",
    "{a b}",
  ])("but %j is called invalid", async (mdx) => {
    const diagnostics = new Diagnostics();
    await stripMdx(mdx, { file: "content/a.mdx", line: 1, lenient: true, diagnostics });
    expect(diagnostics.all().map(({ code }) => code)).toEqual(["mdx"]);
  });
});
