import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

async function excerptOf(markdown: string): Promise<string> {
  return (await renderMarkdown(markdown)).excerpt;
}

describe("without a marker", () => {
  test("the excerpt is the first paragraph, on one line, without markup and footnote marks", async () => {
    expect(await excerptOf("# Title\n\nA *first*[^1]\nparagraph,  \nbroken.\n\nAnother.\n\n[^1]: x")).toBe("A first paragraph, broken.");
  });

  test("a paragraph with only pictures does not count", async () => {
    expect(await excerptOf("![a](a.png) [![b](b.png)](c)\n\nWords.")).toBe("Words.");
  });

  test("a paragraph of the document comes before one in a quotation or a list", async () => {
    expect(await excerptOf("> Quoted.\n\n- a\n\n  b\n\nOwn.")).toBe("Own.");
    expect(await excerptOf("## Only\n\n> Quoted.")).toBe("Quoted.");
  });

  test("a paragraph written in HTML counts", async () => {
    expect(await excerptOf("<p>Written &amp; <b>so</b>.</p>\n\nLater.")).toBe("Written & so.");
  });

  test("there is no excerpt without a paragraph", async () => {
    expect(await excerptOf("# Title\n\n```\ncode\n```\n")).toBe("");
    expect(await excerptOf("")).toBe("");
  });

  test("white space of any script collapses", async () => {
    expect(await excerptOf("雨\u3000の\n町\u00a0です。")).toBe("雨 の町 です。");
  });
});

describe("<!-- more -->", () => {
  test("may have other names; by default, Docusaurus's name works too", async () => {
    expect((await renderMarkdown("One.\n\n<!-- truncate -->\n\nTwo.")).excerpt).toBe("One.");
    const config = { excerptMarks: ["end of excerpt"] };
    const { excerpt, html } = await renderMarkdown("One.\n\nTwo.\n\n<!--end  of excerpt-->\n\nThree. <!-- more -->", { config });
    expect(excerpt).toBe("One. Two.");
    expect(html).toBe("<p>One.</p>\n<p>Two.</p>\n<p>Three. <!-- more --></p>");
  });

  test.each(["<!-- more -->", "<!--more-->", "<!-- MORE -->"])("ends the excerpt and leaves no trace: %s", async (marker) => {
    const { excerpt, html, text } = await renderMarkdown(`One.\n\nTwo *two*.\n\n${marker}\n\nThree.`);
    expect(excerpt).toBe("One. Two two.");
    expect(html).toBe("<p>One.</p>\n<p>Two <em>two</em>.</p>\n<p>Three.</p>");
    expect(text).toBe("One.\nTwo two.\nThree.");
  });

  test("works within a paragraph, right below one and at the end of HTML", async () => {
    expect(await renderMarkdown("One <!-- more --> two.")).toMatchObject({ excerpt: "One", html: "<p>One  two.</p>" });
    expect(await renderMarkdown("One\n<!-- more -->\ntwo.")).toMatchObject({ excerpt: "One", html: "<p>One</p>\n<p>two.</p>" });
    expect(await renderMarkdown("<p>One</p>\n<!-- more -->\n<p>two</p>")).toMatchObject({
      excerpt: "One",
      html: "<p>One</p>\n\n<p>two</p>",
    });
  });

  test("only the first ends the excerpt, none is published", async () => {
    const { excerpt, html } = await renderMarkdown("a\n\n<!-- more -->\n\nb\n\n<!-- more -->");
    expect({ excerpt, html }).toEqual({ excerpt: "a", html: "<p>a</p>\n<p>b</p>" });
  });

  test("with nothing before it is ignored", async () => {
    expect(await excerptOf("<!-- more -->\n\nOne.\n\nTwo.")).toBe("One.");
  });

  test("in a code block is code", async () => {
    const { excerpt, html } = await renderMarkdown("One.\n\nWrite `<!-- more -->`:\n\n    <!-- more -->\n");
    expect(excerpt).toBe("One.");
    expect(html.match(/more/g)).toHaveLength(2);
  });

  test.each(["allow", "escape", "sanitize"] as const)("is honoured with rawHtml %s", async (rawHtml) => {
    const { excerpt, html } = await renderMarkdown("a\n\nb\n\n<!-- more -->\n\n<b>c</b>", { config: { rawHtml } });
    expect(excerpt).toBe("a b");
    expect(html).not.toMatch(/more/);
  });
});
