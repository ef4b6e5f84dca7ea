import { describe, expect, test } from "vitest";
import { makePicture, renderMarkdown } from "../render/render-markdown.ts";

const allow = { config: { rawHtml: "allow" } } as const;
const escaped = { config: { rawHtml: "escape" } } as const;
const sanitize = { config: { rawHtml: "sanitize" } } as const;

const MIXED = 'A <b onclick="x()">b</b>.\n\n<aside class=x>\n<script>steal()</script>\n</aside>\n\n> <i>q</i>\n>\n> <p>r';

describe("raw HTML", () => {
  test("is allowed by default, byte for byte", async () => {
    const html =
      '<p>A <b onclick="x()">b</b>.</p>\n<aside class=x>\n<script>steal()</script>\n</aside>\n<blockquote>\n<p><i>q</i></p>\n<p>r\n</blockquote>';
    expect((await renderMarkdown(MIXED)).html).toBe(html);
    expect((await renderMarkdown(MIXED, allow)).html).toBe(html);
  });

  test("is shown as text with escape: within a line, and as a paragraph between blocks", async () => {
    const { html, text } = await renderMarkdown(MIXED, escaped);
    expect(html).toBe(
      '<p>A &#x3C;b onclick="x()">b&#x3C;/b>.</p>\n<p>&#x3C;aside class=x>\n&#x3C;script>steal()&#x3C;/script>\n&#x3C;/aside></p>\n<blockquote>\n<p>&#x3C;i>q&#x3C;/i></p>\n<p>&#x3C;p>r</p>\n</blockquote>',
    );
    expect(text).toContain('A <b onclick="x()">b</b>.');
  });

  test("makes no references and no headings when it is text", async () => {
    const { asked, toc, hasCode, diagnostics } = await renderMarkdown(
      "<a href=b.md>c</a> <img src=d.png>\n\n<h2>e</h2>\n\n<pre><code>f</code></pre>",
      escaped,
    );
    expect({ asked, toc, hasCode, diagnostics }).toEqual({ asked: [], toc: [], hasCode: false, diagnostics: [] });
  });

  test("is text with escape, and links lose addresses that could run a script", async () => {
    const markdown =
      "[a](javascript:alert(1)) <JavaScript:alert(2)> [b][x] [c](data:text/html,x) [d](mailto:a@b.example) [e](HTTPS://f.example) [g](h.md#i:j)\n\n[x]: vbscript:c";
    const { html, diagnostics } = await renderMarkdown(markdown, escaped);
    expect(html).toBe(
      '<p><a>a</a> <a>JavaScript:alert(2)</a> <a>b</a> <a>c</a> <a href="mailto:a@b.example">d</a> <a href="HTTPS://f.example">e</a> <a href="h.md#i:j">g</a></p>',
    );
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(Array(4).fill("warning unsafe-link"));
    expect(diagnostics[0]).toMatchObject({
      line: 1,
      column: 5,
      message: 'a link to "javascript:alert(1)" is published without its address',
    });
    expect((await renderMarkdown("[a](javascript:alert(1))", allow)).html).toBe('<p><a href="javascript:alert(1)">a</a></p>');
  });

  test("is reduced to harmless HTML with sanitize", async () => {
    const { html, text } = await renderMarkdown(`${MIXED}\n\n<!-- secret -->`, sanitize);
    expect(html).toBe("<p>A <b>b</b>.</p>\n<aside>\n\n</aside>\n<blockquote>\n<p><i>q</i></p>\n<p>r\n</p></blockquote>\n");
    expect(text).toBe("A b.\nq\nr");
  });

  test.each([
    ["<img src=x onerror=alert(1) alt=a>", '<img src="x" alt="a">'],
    ['<a href="javascript:alert(1)">a</a>', "<p><a>a</a></p>"],
    ['<a href=" jAvAscript&colon;alert(1)">a</a>', "<p><a>a</a></p>"],
    ["[a](javascript:alert(1))", "<p><a>a</a></p>"],
    ["<iframe src=//x.org></iframe>a", "a"],
    ["<svg><script>alert(1)</script><text>t</text></svg>a", "<p>a</p>"],
    ["<style>*{display:none}</style>", ""],
    ['<p style="position:fixed" class="x" name="y">a</p>', '<p name="user-content-y">a</p>'],
    ["<form action=/x><button>a</button></form>", "a"],
    ["<object data=x><embed src=y></object>a", "<p>a</p>"],
    ["<b><a href='x.html'>unclosed", '<p><b><a href="x.html">unclosed</a></b></p>'],
  ])("with sanitize changes from %s to %s", async (markdown, html) => {
    expect((await renderMarkdown(markdown, sanitize)).html).toBe(html);
  });

  test("that people use in posts is kept with sanitize", async () => {
    const html =
      '<figure><video controls poster="https://x.org/p.jpg" src="https://x.org/a.mp4"></video><figcaption>a <mark>b</mark> <time datetime="2024-01-31">c</time></figcaption></figure>\n' +
      '<details open><summary>d</summary><p id="e">f <a href="tel:+47">g</a></p></details>';
    expect((await renderMarkdown(html, sanitize)).html).toBe(html);
  });

  test("of Markdown itself is kept with sanitize: ids, footnotes, tasks, alignment, languages, pictures", async () => {
    const markdown = "# A\n\n- [x] b[^1]\n\n| c |\n|:-:|\n| d |\n\n```js\ne\n```\n\n![f](g.jpg)\n\n[^1]: h";
    const picture = () => makePicture("https://x.org/g.jpg");
    const sanitized = await renderMarkdown(markdown, { ...sanitize, picture });
    const allowed = await renderMarkdown(markdown, { ...allow, picture });
    const spelled = (html: string) =>
      html.replaceAll(/(data-footnotes|data-footnote-ref)(?:="")?/g, "$1").replace(/(<li class="task-list-item">)/, "$1");
    expect(spelled(sanitized.html)).toBe(spelled(allowed.html));
    expect({ ...sanitized, html: "" }).toEqual({ ...allowed, html: "" });
  });

  test("is resolved and located in the same way with sanitize", async () => {
    const { asked, html, diagnostics } = await renderMarkdown("x <a href='b.md'>c</a>\n\n<img src=d.png>", {
      ...sanitize,
      link: () => "https://example.org/b",
      picture: () => makePicture("https://example.org/d.png", { variants: [] }),
    });
    expect(html).toBe(
      '<p>x <a href="https://example.org/b">c</a></p>\n<img width="1200" height="800" loading="lazy" decoding="async" src="https://example.org/d.png">',
    );
    expect(asked.map(({ at }) => [at.line, at.column])).toEqual([
      [1, 12],
      [3, 10],
    ]);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([["missing-alt", 3]]);
  });

  test("that is not balanced affects nothing around it", async () => {
    const { html, text, toc } = await renderMarkdown("</div> a <b>\n\n<table><tr><td>c\n\n# D\n\ne");
    expect(html).toBe('</div> a <b>\n<table><tr><td>c\n<h1 id="d">D</h1>\n<p>e</p>');
    expect(text).toBe("a\nc\nD\ne");
    expect(toc).toEqual([{ id: "d", level: 1, title: "D" }]);
  });
});

describe("an HTML file", () => {
  test("is published unchanged, except for its references and headings; Markdown in it is text", async () => {
    const html =
      '<h2>Rain &amp; mist</h2>\n\n    <p>*One* <a href="two.html">two</a></p>\n\n<!-- more -->\n<pre><code class="language-js">x</code></pre>\n';
    const rendered = await renderMarkdown(html, { name: "posts/rain.html", link: () => "/posts/two" });
    expect(rendered.html).toContain('<p>*One* <a href="/posts/two">two</a></p>');
    expect(rendered.html).toContain('<h2 id="rain--mist">Rain &amp; mist</h2>');
    expect(rendered).toMatchObject({ excerpt: "Rain & mist *One* two", hasCode: true, codeLanguages: ["js"] });
    expect(rendered.toc).toEqual([{ id: "rain--mist", level: 2, title: "Rain & mist" }]);
  });
});
