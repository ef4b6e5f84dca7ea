import { describe, expect, it } from "vitest";
import { makePicture, renderMarkdown } from "../render/render-markdown.ts";

const figures = { config: { figures: true } } as const;

async function htmlOf(markdown: string): Promise<string> {
  return (await renderMarkdown(markdown, figures)).html;
}

describe("figures", () => {
  it.each([
    ['![A heron](a.jpg "At low water")', '<figure><img src="a.jpg" alt="A heron"><figcaption>At low water</figcaption></figure>'],
    ["![A heron](a.jpg)", '<figure><img src="a.jpg" alt="A heron"></figure>'],
    ['![a](a.jpg "  ")', '<figure><img src="a.jpg" alt="a" title="  "></figure>'],
    ['[![a](a.jpg "b")](c.html)', '<figure><a href="c.html"><img src="a.jpg" alt="a"></a><figcaption>b</figcaption></figure>'],
    ['![a](a.jpg "<b> & \\"c\\"")', '<figure><img src="a.jpg" alt="a"><figcaption>&#x3C;b> &#x26; "c"</figcaption></figure>'],
    ['> ![a](a.jpg "b")', '<blockquote>\n<figure><img src="a.jpg" alt="a"><figcaption>b</figcaption></figure>\n</blockquote>'],
    [
      '- one\n\n  ![a](a.jpg "b")',
      '<ul>\n<li>\n<p>one</p>\n<figure><img src="a.jpg" alt="a"><figcaption>b</figcaption></figure>\n</li>\n</ul>',
    ],
  ])("are made from a picture that is alone in its paragraph: %s", async (markdown, html) => {
    expect(await htmlOf(markdown)).toBe(html);
  });

  it.each([
    ['Words ![a](a.jpg "b")'],
    ["![a](a.jpg) ![b](b.jpg)"],
    ["[![a](a.jpg) words](c.html)"],
    ['- ![a](a.jpg "b")'],
    ['## ![a](a.jpg "b")'],
    ['| ![a](a.jpg "b") |\n|---|'],
    ['<p><img src="a.jpg" alt="a" title="b"></p>'],
  ])("are not made from %s", async (markdown) => {
    expect(await htmlOf(markdown)).toBe((await renderMarkdown(markdown)).html);
  });

  it("are off by default", async () => {
    expect((await renderMarkdown('![a](a.jpg "b")')).html).toBe('<p><img src="a.jpg" alt="a" title="b"></p>');
  });

  it("have their captions in the text, and the first paragraph is still the excerpt", async () => {
    const { text, excerpt } = await renderMarkdown('![a](a.jpg "At low water")\n\nFirst words.', figures);
    expect({ text, excerpt }).toEqual({ text: "At low water\nFirst words.", excerpt: "First words." });
  });

  it("survive sanitizing, with published pictures and checked alternative texts", async () => {
    const config = { figures: true, rawHtml: "sanitize" } as const;
    const { html, diagnostics } = await renderMarkdown('<b>x</b>\n\n![](a.jpg "b")', {
      config,
      picture: () => makePicture("https://x.org/a.jpg", { variants: [] }),
    });
    expect(html).toContain('<figure><img src="https://x.org/a.jpg" alt="" width="1200" height="800" loading="lazy" decoding="async">');
    expect(html).toContain("<figcaption>b</figcaption></figure>");
    expect(diagnostics.map(({ code }) => code)).toEqual(["missing-alt"]);
  });
});
