import { expect, test } from "vitest";
import { createRenderer } from "../../../build/render/renderer.ts";

const renderer = await createRenderer({});

function renderAlone(markdown: string): string | null {
  return renderer.renderAlone(markdown)?.html ?? null;
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
  const rendered = renderer.renderAlone("> # Aside\n>\n> said\n\nFirst *words* &\nmore\n\n## B & C\n\n```TS {1}\nlet a = 1;\n```\n\n- d");
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
