import { describe, expect, it } from "vitest";
import type { MarkdownSettings } from "../../../build/shared/resolved-config.ts";
import { renderMarkdown } from "./render-markdown.ts";

/**
 * Every way to HTML: native code, the reference parser, sanitized, and with an author's plugin.
 */
const RENDERERS: readonly [string, MarkdownSettings][] = [
  ["Sätteri", {}],
  ["remark-parse", { parser: "remark" }],
  ["sanitize", { rawHtml: "sanitize" }],
  ["a rehype plugin", { rehypePlugins: [() => (): void => {}] }],
];

describe.each(RENDERERS)("with %s,", (_, config) => {
  const html = async (markdown: string, language = "en"): Promise<string> => (await renderMarkdown(markdown, { config, language })).html;

  it.each([
    [
      "> [!NOTE]\n> Rain *today*.\n",
      '<div class="markdown-alert markdown-alert-note">\n<p class="markdown-alert-title">Note</p>\n<p>Rain <em>today</em>.</p>\n</div>',
    ],
    [
      "> [!tip]  \n> Rain.\n",
      '<div class="markdown-alert markdown-alert-tip">\n<p class="markdown-alert-title">Tip</p>\n<p>Rain.</p>\n</div>',
    ],
    [
      "> [!WARNING]\n>\n> - a\n",
      '<div class="markdown-alert markdown-alert-warning">\n<p class="markdown-alert-title">Warning</p>\n<ul>\n<li>a</li>\n</ul>\n</div>',
    ],
    [
      "> [!NOTE] Rain *today*  \n> and tomorrow\n",
      '<div class="markdown-alert markdown-alert-note">\n<p class="markdown-alert-title">Rain <em>today</em></p>\n<p>and tomorrow</p>\n</div>',
    ],
    ["> [!NOTE] Rain.\n", '<div class="markdown-alert markdown-alert-note">\n<p class="markdown-alert-title">Rain.</p>\n</div>'],
  ])("%j becomes an alert", async (markdown, expected) => {
    expect(await html(markdown)).toBe(expected);
  });

  it.each(["> [!NOTE]\n", "> [! NOTE]\n> Rain.\n", "> Rain\n> [!NOTE]\n", "> [!NOTE]*x*\n"])("%j stays a quotation", async (markdown) => {
    expect(await html(markdown)).toMatch(/^<blockquote>/);
  });

  it("an Obsidian callout looks like the nearest GitHub alert, with its own title, and folds", async () => {
    const given = await html("> [!danger]- Deep\n> Mud.\n> > [!example]\n> > Boots.\n\n- a\n\n  > [!hint]+\n  > Poles.\n");
    expect(given).toContain('<summary class="markdown-alert-title">Deep</summary>');
    expect(given).toMatch(/<details class="markdown-alert markdown-alert-caution" data-callout="danger">/);
    expect(given).toMatch(
      /<div class="markdown-alert markdown-alert-note" data-callout="example">\n<p class="markdown-alert-title">Example<\/p>/,
    );
    expect(given).toMatch(/<details class="markdown-alert markdown-alert-tip" data-callout="hint" open(?:="")?>/);
  });

  it.each([
    ['```ts title="a.ts" {1,3-5} showLineNumbers\nx\n```', ' data-title="a.ts" data-highlight="1,3-5" data-show-line-numbers=""'],
    ["```js{2}\nx\n```", ' data-highlight="2"'],
    ["```js ins={1} caption='a \"b\" & c' start=3\nx\n```", ' data-ins="1" data-caption="a &#x22;b&#x22; &#x26; c" data-start="3"'],
    ["```js /word/ 5 footnotes onclick=alert(1)\nx\n```", ' data-onclick="alert(1)" data-meta="/word/ 5 footnotes"'],
  ])("text after a language is data: %j", async (markdown, attributes) => {
    const given = await html(markdown);
    const sorted = (text: string): string[] => [...text.matchAll(/ data-[a-z-]+="[^"]*"/g)].map(String).sort();
    expect(sorted(given)).toEqual(sorted(attributes));
    expect(given).toMatch(/^<pre[^>]*><code class="language-(?:ts|js)">x\n<\/code><\/pre>$/);
  });

  it("a heading gets the id that is written after it", async () => {
    const { html: given, toc } = await renderMarkdown("## Rain {#wet-day}\n\n## Rain {#Übung.2}\n\n## {#a b}\n", { config });
    expect(given).toMatch(/^<h2 id="wet-day">Rain<\/h2>\n<h2 id="Übung.2">Rain<\/h2>\n<h2 id="[^"]+">{#a b}<\/h2>$/);
    expect(toc.slice(0, 2)).toEqual([
      { id: "wet-day", level: 2, title: "Rain" },
      { id: "Übung.2", level: 2, title: "Rain" },
    ]);
  });

  it.each([
    ["de", "Fußnoten", "Zurück zum Verweis 1", "Hinweis"],
    ["pt-BR", "Notas de rodapé", "Voltar à referência 1", "Nota"],
    ["zh-TW", "註腳", "返回引用處 1", "注意"],
    ["no", "Fotnoter", "Tilbake til henvisning 1", "Merk"],
    ["sw", "Footnotes", "Back to reference 1", "Note"],
  ])("built-in texts are in %s", async (language, heading, back, note) => {
    const given = await html("A[^1].\n\n[^1]: b\n\n> [!NOTE]\n> c\n", language);
    expect(given).toContain(`>${heading}</h2>`);
    expect(given).toContain(`aria-label="${back}"`);
    expect(given).toContain(`<p class="markdown-alert-title">${note}</p>`);
  });
});

it("the title of an alert is not an excerpt, and a heading in it is part of the outline", async () => {
  const { excerpt, toc, text } = await renderMarkdown("> [!NOTE]\n> ## Wet\n> Rain.\n");
  expect(excerpt).toBe("Rain.");
  expect(toc).toEqual([{ id: "wet", level: 2, title: "Wet" }]);
  expect(text).toBe("Note\nWet\nRain.");
});

it("a formula is not code", async () => {
  expect(await renderMarkdown("```math\nx^2\n```\n")).toMatchObject({ hasCode: false, codeLanguages: [] });
  expect(await renderMarkdown("```math\nx^2\n```\n\n```c\nx\n```\n")).toMatchObject({ hasCode: true, codeLanguages: ["c"] });
});
