import { describe, expect, it } from "vitest";
import type { MarkdownSettings } from "../../../../build/shared/resolved-config.ts";
import { renderMarkdown } from "../render-markdown.ts";

const math = { config: { math: true } } as const;

describe("markdown.math", () => {
  it("writes formulas as MathML, without styles, and keeps their TeX", async () => {
    const { html, text, hasCode, diagnostics } = await renderMarkdown("The area is $\\pi r^2$.\n\n$$\n\\frac{a}{b}\n$$\n", math);
    expect(html).toMatch(
      /^<p>The area is <span class="katex"><math [^>]*><semantics>.*<annotation encoding="application\/x-tex">\\pi r\^2</,
    );
    expect(html).toMatch(/\n<div class="formula" tabindex="0"><span class="katex"><math [^>]*display="block">.*<mfrac>/);
    expect(html).not.toMatch(/style=|<script|class="katex-html"/);
    expect([text, hasCode, diagnostics]).toEqual(["The area is \\pi r^2.\n\\frac{a}{b}", false, []]);
  });

  it("never mistakes an inline formula for a block of another text", async () => {
    const { diagnostics } = await renderMarkdown("$$\nx\n$$\n\nA $$ $x $$.\n", math);
    expect(diagnostics).toEqual([expect.objectContaining({ message: expect.stringContaining("KaTeX cannot read this formula") })]);
  });

  it("is off by default", async () => {
    expect((await renderMarkdown("It is $5 or $6.\n")).html).toBe("<p>It is $5 or $6.</p>");
  });

  it.each<[string, MarkdownSettings]>([
    ["the fast parser", {}],
    ["remark-parse", { parser: "remark" }],
    ["a plugin", { remarkPlugins: [() => undefined] }],
    ["sanitized HTML", { rawHtml: "sanitize" }],
    ["escaped HTML", { rawHtml: "escape" }],
  ])("is the same with %s", async (_, config) => {
    const markdown = "> A $x_1$, a `$code$`, \\$5 and <b>$y$</b>.\n>\n> $$\n> a \\\\\n> b\n> $$\n\n```math\nz^2\n```\n\n$$\ng\n$$\n";
    const expected = await renderMarkdown(markdown, math);
    const { html } = await renderMarkdown(markdown, { config: { math: true, ...config } });
    const formulas = (text: string): readonly string[] =>
      text.match(/(?:<div class="formula" tabindex="0">)?<span class="katex">.*?<\/math>/gs) ?? [];
    expect(formulas(html)).toEqual(formulas(expected.html));
    expect(formulas(html)).toHaveLength(5);
    expect(html).toContain("$code$");
    expect(html).toContain("$5");
  });

  it.each([
    ["A $\\nosuch{x}$.\n", 1, 4, "Undefined control sequence: \\nosuch"],
    ["Text.\n\nThen $a_{b$ ends.\n", 3, 11, "Expected '}'"],
    ["$$\nx\n\\frac{1}\n$$\n", 3, 9, "Unexpected end of input in a macro argument"],
    ["> $$\n> \\nosuch\n> $$\n", 2, 3, "Undefined control sequence"],
  ])("names line and column of a mistake: %j", async (markdown, line, column, message) => {
    const { html, diagnostics } = await renderMarkdown(markdown, { ...math, line: 10 });
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ severity: "error", code: "formula", file: "content/posts/rain.md", line: line + 9 });
    expect(diagnostics[0]?.message).toContain(message);
    expect(diagnostics[0]?.hint).toContain("\\$");
    expect([line, diagnostics[0]?.column]).toEqual([line, column]);
    expect(html).not.toContain("<math");
  });

  it("does not let a formula link to an address or load anything", async () => {
    const { html, diagnostics } = await renderMarkdown(
      "$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://a.example/b.png}$\n",
      math,
    );
    expect(html).not.toMatch(/href="javascript|<img|src=/);
    expect(diagnostics.map(({ code, column, message }) => [code, column, /\\\w+ is not allowed/.exec(message)?.[0]])).toEqual([
      ["formula", 2, "\\href is not allowed"],
      ["formula", 34, "\\includegraphics is not allowed"],
    ]);
  });
});

describe("markdown.diagrams", () => {
  it("marks the fences that the page draws, and leaves their text", async () => {
    const { html, codeLanguages } = await renderMarkdown("```mermaid\ngraph LR\n```\n\n```js\nx\n```\n", { config: { diagrams: true } });
    expect(html).toBe(
      '<pre data-diagram=""><code class="language-mermaid">graph LR\n</code></pre>\n<pre><code class="language-js">x\n</code></pre>',
    );
    expect(codeLanguages).toEqual(["js", "mermaid"]);
  });
});
