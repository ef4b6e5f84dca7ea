import { expect, test } from "vitest";
import { createRenderer } from "../../../build/render/renderer.ts";
import type { Rendered } from "../../../build/render/types.ts";
import { openAlone } from "./render-markdown.ts";

const renderer = await createRenderer({});

function readAlone(markdown: string): Rendered | null {
  const rendered = renderer.renderAlone(markdown);
  return rendered === null ? null : openAlone(rendered);
}

function renderAlone(markdown: string): string | null {
  return readAlone(markdown)?.html ?? null;
}

test("what stands for itself is rendered at once", () => {
  expect(renderAlone("# A\n\n## B [c](https://example.org/) `d`\n\n| e |\n|--:|\n| f |")).toBe(
    '<h1 id="a">A</h1>\n<h2 id="b-c-d">B <a href="https://example.org/">c</a> <code>d</code></h2>\n' +
      '<table>\n<thead>\n<tr>\n<th align="right">e</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="right">f</td>\n</tr>\n</tbody>\n</table>',
  );
});

test.each([
  "[a](b.md)",
  "![a](b.png)",
  "a <b>c</b>",
  "<!-- more -->",
  "[a]\n\n[a]: /b",
  "# a\n\n### b",
  "![](https://example.org/a.png)",
])("what asks for other files, or is HTML, or has something wrong with it is not: %j", (markdown) => {
  expect(renderAlone(markdown)).toBeNull();
});

test("an author's rehype plugin is never passed by", async () => {
  const withPlugin = await createRenderer({ rehypePlugins: [() => undefined] });
  expect(withPlugin.renderAlone("a")).toBeNull();
});

/** Counted against what came out: HTML may only seem to be escaped. */
test.each([
  ["a < b, `<b>` and \\<c>", true],
  ["```html\n<p>\n```\n\na <3", true],
  ["a <b> &lt;b", false],
  ["`<b>` <https://example.org/>", false],
  ["`<b>` <b>", false],
  ["<\\!a <b>", false],
])("a text with %j is rendered at once only if nothing in it can be HTML", async (markdown, isAlone) => {
  expect(renderAlone(markdown) !== null).toBe(isAlone);
});

test("languages, excerpts, words and the table of contents are read off what was written", () => {
  const rendered = readAlone("> # Aside\n>\n> said\n\nFirst *words* &\nmore\n\n## B & C\n\n```TS {1}\nlet a = 1;\n```\n\n- d");
  expect(rendered).toEqual({
    html:
      '<blockquote>\n<h1 id="aside">Aside</h1>\n<p>said</p>\n</blockquote>\n<p>First <em>words</em> &#x26;\nmore</p>\n<h2 id="b--c">B &#x26; C</h2>\n' +
      '<pre><code class="language-TS">let a = 1;\n</code></pre>\n<ul>\n<li>d</li>\n</ul>',
    text: "Aside\nsaid\nFirst words & more\nB & C\nlet a = 1;\nd",
    excerpt: "First words & more",
    toc: [{ id: "b--c", level: 2, title: "B & C" }],
    wordCount: 8,
    readingTimeMinutes: 1,
    hasCode: true,
    codeLanguages: ["ts"],
  });
});

/** Beside the bytes, which are copied, these are what a byte alone does not tell. */
test.each([
  ["a\nb", "a b"],
  ["a  b \t c", "a b c"],
  ["日本\n語", "日本語"],
  ["日本 \n 語", "日本語"],
  ["日本\na", "日本 a"],
  ["日本 語", "日本 語"],
  ["𠮷\n𠮷", "𠮷𠮷"],
  ["é\né", "é é"],
  ["*日本*\n語", "日本 語"],
  ["日本 *\u200b\n語*", "日本 \u200b 語"],
  ['"a" & \\\\ `"b\\c"`', '"a" & \\ "b\\c"'],
  ["a\\\nb", "a\nb"],
  ["| a | b |\n|---|---|\n| c | d |", "a\tb\nc\td"],
  ["a\n\n```\n\tb  c\n\nd & <\n```\n\ne", "a\n\tb  c\n\nd & <\ne"],
])("the text of %j is %j", (markdown, text) => {
  expect(readAlone(markdown)?.text).toBe(text);
});

test.each([
  ["It's 3.14, e.g. a well-known snake_case.", 6],
  ["a'", 1],
  ["a--b", 2],
  ["fo*ob*ar b**a**z", 2],
  ["a&b", 2],
  ["a\n\n```\nnot counted\n```\n\nb", 2],
  ["日本語 and é\n\n```\nnot counted\n```\n\nb", 6],
])("%j has %i words", (markdown, wordCount) => {
  expect(readAlone(markdown)?.wordCount).toBe(wordCount);
});

test("a text is whole however long it is, and none of it is left in the next", () => {
  const long = `# ${"Long ".repeat(30)}\n\n${'"Quoted & <odd> \\ `" ` '.repeat(20_000)}`.replaceAll("<", "&lt;");
  for (const markdown of [long.replaceAll("&lt;", "< "), "short"]) {
    const paragraphs = readAlone(markdown)?.text.split("\n").at(-1) ?? "";
    expect(paragraphs.length).toBe(markdown === "short" ? 5 : 20_000 * '"Quoted & < odd> \\ " '.length - 1);
  }
});
