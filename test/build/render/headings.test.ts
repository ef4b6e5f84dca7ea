import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

describe("ids", () => {
  test("are made as GitHub makes them and are unique in a document", async () => {
    const { html } = await renderMarkdown("# Hello, *World*!\n\n## Hello world\n\n## Hello world\n\n## `a.b` c[^1]\n\n[^1]: x");
    expect([...html.matchAll(/<h\d id="([^"]+)"/g)].map((match) => match[1])).toEqual([
      "hello-world",
      "hello-world-1",
      "hello-world-2",
      "ab-c",
    ]);
  });

  test("keep letters of any script", async () => {
    const { toc } = await renderMarkdown("# 雨の町 へ\n\n# Ärger & Ωμέγα\n\n# Привет");
    expect(toc.map(({ id }) => id)).toEqual(["雨の町-へ", "ärger--ωμέγα", "привет"]);
  });

  test("start again with each document", async () => {
    const [a, b] = [await renderMarkdown("# A"), await renderMarkdown("# A")];
    expect(b.html).toBe(a.html);
  });

  test('are never empty: a heading without letters gets "section", and one with a picture gets its text', async () => {
    const { toc } = await renderMarkdown("# 😀\n\n# ???\n\n# ![A heron](x.png)");
    expect(toc).toEqual([
      { id: "section", level: 1, title: "😀" },
      { id: "section-1", level: 1, title: "???" },
      { id: "a-heron", level: 1, title: "A heron" },
    ]);
  });

  test("that the author wrote stay, and are not given to others", async () => {
    const { html, toc } = await renderMarkdown('# Rain\n\n<h2 id="snow">Rain</h2>\n\n<a id="rain"></a>\n\n# Snow');
    expect(html).toBe('<h1 id="rain-1">Rain</h1>\n<h2 id="snow">Rain</h2>\n<p><a id="rain"></a></p>\n<h1 id="snow-1">Snow</h1>');
    expect(toc.map(({ id }) => id)).toEqual(["rain-1", "snow", "snow-1"]);
  });

  test("are given to headings in HTML, which are otherwise left as they are", async () => {
    const { html, toc } = await renderMarkdown("<H2 CLASS=x>Raw &amp; <i>ready</i></H2>\n<p>y");
    expect(html).toBe('<H2 id="raw--ready" CLASS=x>Raw &amp; <i>ready</i></H2>\n<p>y');
    expect(toc).toEqual([{ id: "raw--ready", level: 2, title: "Raw & ready" }]);
  });
});

describe("the table of contents", () => {
  test("has all levels in order, with plain titles", async () => {
    const { toc } = await renderMarkdown("# A\n\n### B `c` **d**\n\nE\n---\n\n###### F <kbd>g</kbd>");
    expect(toc.map(({ level, title }) => `${level} ${title}`)).toEqual(["1 A", "3 B c d", "2 E", "6 F g"]);
  });

  test("leaves out quotations, footnotes with their heading, and empty headings", async () => {
    const { toc, html } = await renderMarkdown("# A[^1]\n\n> ## Quoted\n\n#\n\n[^1]: # Noted\n");
    expect(toc).toEqual([{ id: "a", level: 1, title: "A" }]);
    expect(html).toContain('<h2 id="quoted">');
  });
});

describe("a heading that skips a level", () => {
  test("is a warning at its place in the file", async () => {
    const { diagnostics } = await renderMarkdown("# A\n\n## B\n\n- x\n\n  #### C 😀\n", { line: 7 });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        code: "skipped-heading",
        file: "content/posts/rain.md",
        line: 13,
        column: 3,
        endColumn: 12,
      }),
    ]);
    expect(diagnostics[0]?.message).toBe("a heading of level 4 follows one of level 2");
    expect(diagnostics[0]?.hint).toMatch(/^want level 3/);
  });

  test("is found in HTML too", async () => {
    const { diagnostics } = await renderMarkdown("# A\n\n<div>\n<h3>B</h3>\n</div>");
    expect(diagnostics).toEqual([expect.objectContaining({ code: "skipped-heading", line: 4, column: 1, endColumn: 5 })]);
  });

  test.each([
    "### First\n\n## Second",
    "# A\n\n## B\n\n### C\n\n# D\n\n## E",
    "# A\n\n> #### Quoted\n\n## B[^1]\n\n[^1]: x",
  ])("does not exist in %j", async (markdown) => {
    expect((await renderMarkdown(markdown)).diagnostics).toEqual([]);
  });
});
