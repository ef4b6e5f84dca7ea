import { describe, expect, test } from "vitest";
import { makePicture, renderMarkdown } from "./render-markdown.ts";

const link = (href: string) => `https://example.org/${href.replace(/^\.*\//, "").replace(".md", "")}`;
const picture = (src: string) => makePicture(`https://example.org/media/${src}`);

describe("links", () => {
  test("that are relative or root-relative become public URLs, with fragment and query", async () => {
    const { html, asked } = await renderMarkdown("[a](other.md#part) [b](../x.md?y=1) [c](/z/) [d][r] <https://x.org>\n\n[r]: ./d.md", {
      link,
    });
    expect(asked.map(({ ref }) => ref)).toEqual(["other.md#part", "../x.md?y=1", "/z/", "./d.md"]);
    expect([...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1])).toEqual([
      "https://example.org/other#part",
      "https://example.org/x?y=1",
      "https://example.org/z/",
      "https://example.org/d",
      "https://x.org",
    ]);
  });

  test("that are absolute, a fragment, a query or empty are not changed", async () => {
    const markdown =
      "[a](https://x.org/a.md) [b](//x.org/b) [c](#c) [d](mailto:d@x.org) [e](tel:+4712345678) [f](data:,x) [g]() [h](?i) www.j.org[^1]\n\n[^1]: k";
    const { html, asked } = await renderMarkdown(markdown, { link: () => "https://wrong.example/" });
    expect(asked).toEqual([]);
    expect(html).not.toContain("wrong.example");
  });

  test("that lead nowhere stay as they are written", async () => {
    expect((await renderMarkdown("[a](gone.md)")).html).toBe('<p><a href="gone.md">a</a></p>');
  });

  test("in HTML are resolved, and every other byte stays", async () => {
    const markdown = `<p><A Title='x' HREF=other.md#a>b</A> <a href="https://x.org">c</a>\n\nd <a href='e.md'>f</a> g`;
    const { html } = await renderMarkdown(markdown, { link: (href) => `https://example.org/${href}?a&b"` });
    expect(html).toBe(
      `<p><A Title='x' href="https://example.org/other.md#a?a&amp;b&quot;">b</A> <a href="https://x.org">c</a>\n<p>d <a href="https://example.org/e.md?a&amp;b&quot;">f</a> g</p>`,
    );
  });

  test("to media in HTML are links too; scripts and text that looks like HTML are not", async () => {
    const markdown = `<video src="a.mp4" poster="p.jpg"><track src="t.vtt"></video>

<script>const x = '<a href="no.md">';</script>

<!-- <a href="no.md"> -->

\`<a href="no.md">\``;
    const { asked, html } = await renderMarkdown(markdown, { link, picture });
    expect(asked.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(["link a.mp4", "picture p.jpg", "link t.vtt"]);
    expect(html).toContain('<video src="https://example.org/a.mp4" poster="https://example.org/media/p.jpg">');
  });

  test("are located in the file: the address itself, columns in UTF-16 code units", async () => {
    const { asked } = await renderMarkdown("x\n\n- 😀 日本 [a](one.md)\n  > [日本](日本.md 'one.md?')\n\n[b][r]\n\n[r]: two.md", {
      line: 10,
    });
    expect(asked.map(({ ref, at }) => [ref, at.file, at.line, at.column, at.endColumn])).toEqual([
      ["one.md", "content/posts/rain.md", 12, 13, 19],
      ["%E6%97%A5%E6%9C%AC.md", "content/posts/rain.md", 13, 10, 15],
      ["two.md", "content/posts/rain.md", 15, 1, 7],
    ]);
  });

  test("in HTML are located in the file, within containers as well", async () => {
    const markdown =
      "😀 <a href=one.md>a</a>\n\n> - <div>\n>   <p>日本 <a\n>    href='two.md'>b</a>\n>   </div>\n\n<!-- more --> <a href=three.md>c</a>";
    const { asked } = await renderMarkdown(markdown, { line: 5 });
    expect(asked.map(({ ref, at }) => [ref, at.line, at.column, at.endColumn])).toEqual([
      ["one.md", 5, 12, 18],
      ["two.md", 9, 12, 18],
      ["three.md", 12, 23, 31],
    ]);
  });
});

describe("pictures", () => {
  test("get address, size, variants and lazy loading; the text stays", async () => {
    const { html, asked } = await renderMarkdown('![A "heron"](heron.jpg "Grey")', { picture });
    expect(html).toBe(
      '<p><img src="https://example.org/media/heron.jpg" alt="A &#x22;heron&#x22;" title="Grey" width="1200" height="800"' +
        ' srcset="https://example.org/media/heron.jpg.480.webp 480w, https://example.org/media/heron.jpg.960.webp 960w"' +
        ' sizes="auto, 100vw" loading="lazy" decoding="async"></p>',
    );
    expect(asked).toEqual([
      { kind: "picture", ref: "heron.jpg", at: { file: "content/posts/rain.md", line: 1, column: 14, endColumn: 23 } },
    ]);
  });

  test("without variants have no srcset", async () => {
    const { html } = await renderMarkdown("![a](a.svg)", { picture: (src) => makePicture(src, { variants: [], width: 10, height: 20 }) });
    expect(html).toBe('<p><img src="a.svg" alt="a" width="10" height="20" loading="lazy" decoding="async"></p>');
  });

  test("from elsewhere, and missing ones, are not changed", async () => {
    const markdown = "![a](https://x.org/a.png) ![b](data:image/png;base64,AA==) ![c](//x.org/c.png)\n\n![d](d.png)";
    const { html, asked } = await renderMarkdown(markdown);
    // A picture with an address may be the site's own.
    expect(asked.map(({ ref }) => ref)).toEqual(["https://x.org/a.png", "//x.org/c.png", "d.png"]);
    expect(html).toBe(
      '<p><img src="https://x.org/a.png" alt="a"> <img src="data:image/png;base64,AA==" alt="b"> <img src="//x.org/c.png" alt="c"></p>\n<p><img src="d.png" alt="d"></p>',
    );
  });

  test("in HTML keep the author's attributes", async () => {
    const { html } = await renderMarkdown('<img alt="" src="a.jpg" width="50%" loading=eager sizes="10vw" />', { picture });
    expect(html).toBe(
      '<img srcset="https://example.org/media/a.jpg.480.webp 480w, https://example.org/media/a.jpg.960.webp 960w" decoding="async" alt="" src="https://example.org/media/a.jpg" width="50%" loading=eager sizes="10vw" />',
    );
  });

  test("with the author's own candidates have each of these resolved", async () => {
    const { html } = await renderMarkdown(
      '<picture><source srcset="a.webp, https://x.org/b,c.webp 2x"><img alt="" srcset="a.jpg 1x" src="a.jpg" height=1></picture>',
      { picture: (src) => (src.startsWith("http") ? null : makePicture(`/m/${src}`)) },
    );
    expect(html).toBe(
      '<p><picture><source srcset="/m/a.webp, https://x.org/b,c.webp 2x"><img loading="lazy" decoding="async" alt="" srcset="/m/a.jpg 1x" src="/m/a.jpg" height=1></picture></p>',
    );
  });

  test("without alternative text are a warning at their place", async () => {
    const { diagnostics } = await renderMarkdown("x\n\n日本 ![](a.png) ![ ][r]\n\n<p><img src=c.png></p>\n\n[r]: https://x.org/b.png", {
      line: 3,
    });
    expect(diagnostics.map(({ code, severity, line, column, endColumn }) => [code, severity, line, column, endColumn])).toEqual([
      ["missing-alt", "warning", 5, 4, 14],
      ["missing-alt", "warning", 5, 15, 22],
      ["missing-alt", "warning", 7, 4, 19],
    ]);
    expect(diagnostics[0]?.message).toBe('the picture "a.png" has no alternative text');
  });

  test('with alt="" in html are decoration', async () => {
    expect((await renderMarkdown('<img alt="" src="a.png">\n\n![b](b.png)')).diagnostics).toEqual([]);
  });
});
