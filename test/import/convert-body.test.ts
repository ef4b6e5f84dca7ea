import { describe, expect, it } from "vitest";
import { convertBody } from "../../import/body/convert-body.ts";

interface Converted {
  readonly text: string;
  readonly changed: string[];
  readonly left: string[];
}

async function convert(html: string, hasBareLines = false): Promise<Converted> {
  const [changed, left]: [string[], string[]] = [[], []];
  const text = await convertBody(
    { html, hasBareLines },
    { resolve: async ({ address }) => address, changed: (what) => changed.push(what), left: (what) => left.push(what) },
  );
  return { text, changed, left };
}

describe("a body as Markdown", () => {
  it.each([
    [
      "text that looks like Markdown or HTML stays text",
      "<p># 1. *a* _b_ [c](d) `e` &lt;script&gt; &amp;copy; a|b</p>",
      "\\# 1. \\*a\\* \\_b\\_ \\[c]\\(d) \\`e\\` \\<script> \\&copy; a|b\n",
    ],
    [
      "headings, lists, quotes",
      "<h2>A</h2><ol start=3><li>x<ul><li>y</li></ul></li></ol><blockquote><p>q</p></blockquote>",
      "## A\n\n3. x\n   - y\n\n> q\n",
    ],
    ["code keeps its lines and its language", '<pre><code class="language-js">a &lt; b\n\n\nc</code></pre>', "```js\na < b\n\n\nc\n```\n"],
    [
      "a table with a head",
      "<table><thead><tr><th>a</th><th>b|c</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
      "| a | b\\|c |\n| - | ---- |\n| 1 | 2    |\n",
    ],
    ["struck-out and small text", "<p><del>x</del> H<sub>2</sub>O <kbd>Ctrl</kbd></p>", "~~x~~ H<sub>2</sub>O <kbd>Ctrl</kbd>\n"],
    ["the end of the excerpt", "<p>a</p><!--more Read on--><p>b</p>", "a\n\n<!-- more -->\n\nb\n"],
    ["other comments are removed", "<p>a<!-- secret --></p><!-- secret -->", "a\n"],
    ["a figure without a caption becomes its picture", '<figure><img src="a.jpg" alt="A"></figure>', "![A](a.jpg)\n"],
    ["nothing", "", ""],
  ])("%s", async (_what, html, text) => {
    expect((await convert(html)).text).toBe(text);
  });

  it.each([
    ["a caption", '<figure><img src="a.jpg" alt="A"><figcaption>The <em>A</em></figcaption></figure>', "figure"],
    ["cells with a colspan", "<table><tr><th colspan=2>a</th></tr><tr><td>1</td><td>2</td></tr></table>", "table"],
    ["a table without a head", "<table><tbody><tr><td>1</td></tr></tbody></table>", "table"],
    ["a video", '<video src="a.mp4" controls></video>', "video"],
    ["details", "<details><summary>More</summary><p>Text</p></details>", "details"],
  ])("keeps %s as HTML, and reports it", async (_what, html, name) => {
    const { text, changed } = await convert(html);
    expect(text).toContain(`<${name}`);
    expect(changed).toContain(`${name}: kept as HTML`);
  });

  it("has no blank line in preserved HTML, where Markdown would end it", async () => {
    const { text } = await convert("<details><summary>s</summary><pre>a\n\n\n  \nb</pre></details><p>after</p>");
    const [html = "", after] = text.split("\n\n");
    expect(after).toBe("after\n");
    expect(html.split("\n").every((line) => line.trim() !== "")).toBe(true);
    expect(html.replaceAll("&#10;", "")).toMatch(/<pre>a\n/);
  });

  it.each([
    ["<script>evil()</script>", "script: removed"],
    ["<style>evil{}</style>", "style: removed"],
    ['<form action="https://evil.example"><input name=a></form>', "form: removed"],
    ['<object data="evil"></object>', "object: removed"],
    ['<svg onload="evil()"></svg>', "svg: removed"],
    ["<iframe srcdoc='<script>evil()</script>'></iframe>", "iframe without an address: removed"],
    ["<iframe src='javascript:evil()'></iframe>", "iframe without an address: removed"],
    ['<p onclick="evil()">x</p>', "attribute onclick: removed"],
    ['<a href="javascript:evil()">x</a>', "address that begins with javascript: — removed"],
    ['<a href=" java\nscript:evil()">x</a>', "address that begins with javascript: — removed"],
    ['<img src="data:text/html,evil">', "address that begins with data: — removed"],
    [
      '<figure><a href="vbscript:evil"><img src="a.jpg" onerror="evil()"></a><figcaption>c</figcaption></figure>',
      "attribute onerror: removed",
    ],
    ['<video poster="javascript:evil()" src="a.mp4"></video>', "address that begins with javascript: — removed"],
  ])("removes %s, and reports it", async (html, what) => {
    const { text, left } = await convert(`<p>before</p>${html}<p>after</p>`);
    expect(text).not.toMatch(/evil/);
    expect(text).toMatch(/^before\n[\s\S]*after\n$/);
    expect(left).toContain(what);
  });

  it.each([
    [
      "from blank lines, and breaks from single newlines",
      "One\ntwo\n\n\nThree <em>four\nfive</em>",
      "One\\\ntwo\n\nThree *four\\\nfive*\n",
    ],
    ["within a quotation", "a\n<blockquote>b\n\nc</blockquote>\nd", "a\n\n> b\n>\n> c\n\nd\n"],
    ["but not in code", "a\n<pre>b\n\nc</pre>", "a\n\n```\nb\n\nc\n```\n"],
    ["beside its own paragraphs", "<p>a\nb</p>\n\nc<br />\nd", "a\\\nb\n\nc\\\nd\n"],
    ["around lists and headings", "a\n<ul>\n<li>b</li>\n</ul>\n<h2>c</h2>\nd", "a\n\n- b\n\n## c\n\nd\n"],
  ])("makes paragraphs %s", async (_what, html, text) => {
    expect((await convert(html, true)).text).toBe(text);
  });

  it.each([
    ["endlessly nested elements", `${"<div>".repeat(200_000)}the words`],
    ["nested formatting", `${Array.from({ length: 20_000 }, (_, index) => `<b id=${index}><p>`).join("")}the words`],
    ["nested quotations", `${"<blockquote>".repeat(400)}the words`],
    ["nested lists", `${"<ul><li>".repeat(400)}the words`],
    ["nested tables", `${"<table><tr><td>".repeat(400)}the words`],
    ["a body of several megabytes", `<p>${"words ".repeat(400_000)}the words</p>`],
  ])("imports only the text of %s", async (_what, html) => {
    const { text, left } = await convert(html);
    expect(text.endsWith("the words\n")).toBe(true);
    expect(left).toEqual(["HTML that is too long or too deeply nested: only its text was imported"]);
  });
});
