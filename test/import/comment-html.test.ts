import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCommentMarkdown } from "../../import/comments/comment-html.ts";
import { renderComment } from "../../server/text/comment-markdown.ts";

const fromHtml = (html: string, hasBareLines = false): string => toCommentMarkdown({ html, hasBareLines }, () => {});
const shown = (html: string, hasBareLines = false): string => renderComment(fromHtml(html, hasBareLines)).html;

const encode = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[character] ?? "");

/** Texts that Markdown could mistake for syntax, and some that it could not. */
const LINE = fc
  .array(
    fc.constantFrom(
      ...[
        "a",
        "word",
        "1.",
        "2)",
        "-",
        "+",
        "*",
        "**",
        "_",
        "__x__",
        "`",
        "```",
        "~~~",
        ">",
        "#",
        "[x](y)",
        "![",
        "]",
        "\\",
        "&",
        "&amp;",
        "<b>",
        "=",
        "|",
      ],
      ...["http://a.example/b_c_d", "https://a.example/?x=1&y=2", "---", "x_y", "it's", "ü", "\\*"],
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.join(" "));

describe("a comment's HTML in Markdown", () => {
  it("has the text that the page showed, whatever characters it contains", () => {
    fc.assert(
      fc.property(fc.array(LINE, { minLength: 1, maxLength: 3 }), fc.boolean(), (lines, isMarked) => {
        const mark = isMarked ? "<i>x</i>" : "";
        const html = `<p>${lines.map((line) => `${encode(line)}${mark}`).join("<br>")}</p>`;
        expect(renderComment(fromHtml(html)).text, fromHtml(html)).toBe(lines.map((line) => `${line}${isMarked ? "x" : ""}`).join("\n"));
      }),
      { seed: 42, numRuns: 500 },
    );
  });

  it("is the same with and without the parser", () => {
    const text = 'It froze &amp; thawed, <br>twice &#8211; see <a href="https://a.example/x_y" rel="nofollow">https://a.example/x_y</a>.';
    expect(shown(`<p>${text}</p>`)).toBe(shown(`<div>${text}</div>`));
  });

  it.each([
    ["<p>a <b>b</b> <i>c</i></p>", "a **b** *c*"],
    ["<blockquote><p>q</p></blockquote><p>a</p>", "> q\n\na"],
    ["<ul><li>one</li><li>two</li></ul>", "- one\n- two"],
    ["<pre><code>a &lt; b</code></pre>", "```\na < b\n```"],
    ['<a href="https://a.example/">here</a>', "[here](https://a.example/)"],
    ['<a href="/local">here</a>', "here"],
    ['<a href="https://u:p@a.example/">here</a>', "here"],
    ["<h1>Loud</h1><table><tr><td>a</td><td>b</td></tr></table>", "Loud\n\na b"],
    ['<img src="https://a.example/x.png" alt="A heron">', "[A heron](https://a.example/x.png)"],
    ["<sup>1</sup><u>u</u><del>d</del>", "1ud"],
    ["&nbsp;", ""],
  ])("has %s as %s", (html, markdown) => {
    expect(fromHtml(html)).toBe(markdown);
  });

  it("keeps the line breaks that WordPress makes", () => {
    expect(shown("one\ntwo\n\nthree", true)).toBe("<p>one<br>\ntwo</p>\n<p>three</p>");
  });

  it.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    "<svg onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "[x](javascript:alert(1))",
    "<p>\n<style>p{}</style></p><math><mtext><img src=1 onerror=alert(1)>",
  ])("lets nothing run: %s", (html) => {
    const result = shown(html);
    expect(result).not.toMatch(/<(?!\/?(?:p|a|em|strong|code|pre|br|ul|ol|li|blockquote)\b)/);
    expect(result).not.toMatch(/href="(?!https?:|mailto:)/);
    expect(result).not.toMatch(/<[^>]*\son\w+=/);
  });

  it("takes less than three seconds even for texts designed to be slow", () => {
    for (const html of [
      "<b>".repeat(50_000),
      `<p>${"<".repeat(100_000)}</p>`,
      "<p>".repeat(50_000),
      `<p>${"<a ".repeat(50_000)}</p>`,
      "&".repeat(100_000),
    ]) {
      const started = process.cpuUsage();
      fromHtml(html);
      fromHtml(html, true);
      const { user } = process.cpuUsage(started);
      expect(user / 1_000, html.slice(0, 10)).toBeLessThan(3_000);
    }
  });
});
