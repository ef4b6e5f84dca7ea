import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { assemble } from "../../../../build/assemble/assemble.ts";
import { MarkdownBodies, toMarkdownBody, toMarkdownFiles } from "../../../../build/outputs/feeds/post-markdown.ts";
import type { Post } from "../../../../contract/schemas/post.ts";
import { BUILD_TIMEOUT_MS, buildSampleSite } from "../../../helpers/sample-site.ts";
import { makeContent, makePost, textOfFile } from "../../factories.ts";
import { type RenderOptions, renderMarkdown } from "../../render/render-markdown.ts";

const FEEDS = { rss: true, json: true };
const URL = "https://rain.example/posts/rain";
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n\n?/;

function toBody(html: string, text = ""): string {
  return toMarkdownBody({
    item: { url: URL, images: [], video: null } as unknown as Parameters<typeof toMarkdownBody>[0]["item"],
    body: { html, text } as Parameters<typeof toMarkdownBody>[0]["body"],
  });
}

async function again(markdown: string, options: RenderOptions = {}): Promise<{ first: string; text: string; second: string }> {
  const { html } = await renderMarkdown(markdown, { link: (href) => href, ...options });
  const text = toBody(html);
  const { html: second } = await renderMarkdown(text, { link: (href) => href, ...options });
  return { first: html, text, second };
}

describe("the body of a post as Markdown", () => {
  it.each([
    ["paragraphs, emphasis, breaks", "One *two* **three** ~~four~~ `five`.  \nSix\\\nseven.\n\nEight 5 * 3_a_b < 4 & [x] $5 and $6."],
    ["headings", "## A *b*\n\n### C `d`\n\ntext"],
    ["lists, tight and loose", "- a\n  1. b\n  2. c\n     - d\n- e\n\n---\n\n3. x\n\n   y\n4. z\n\n---\n\n- [x] done\n- [ ] not"],
    ["quotations", "> a b\n>\n> > c\n\n> - d"],
    ["alerts", "> [!NOTE]\n> Mind *this*.\n>\n> - and\n> - that\n\n> [!WARNING]\n> ```js\n> a\n> ```"],
    [
      "code, its language and the text after the language",
      '```ts title="a.ts" {1,3-5} showLineNumbers\nconst a = `b`;\n\n\n  c\n```\n\n    indented',
    ],
    ["code with fences in it", "````md\n```js\na\n```\n````"],
    ["tables", "| a | b\\|c | d |\n| :- | -: | :-: |\n| `x\\|y` | *z* | |\n| 1 | 2 | 3 |"],
    ["links", '[a](https://a.example/?b=1&c=2 "T") <https://b.example> [c](mailto:d@e.example)'],
    ["footnotes", "One[^1] and two[^2], and one again[^1].\n\n[^1]: First.\n[^2]: Second.\n\n    With *more*.\n\n    - and a list"],
    ["inline HTML", "H<sub>2</sub>O, <kbd>Ctrl</kbd>, <mark>m</mark>"],
  ])("renders back to exactly the HTML that it came from: %s", async (_what, markdown) => {
    const { first, second } = await again(markdown);
    expect(second).toBe(first);
  });

  it.each([
    ["figures and their captions", '![a](https://b.example/c.jpg "Some *d*")\n\n[![a](https://b.example/c.jpg "d")](https://e.example/)'],
    ["highlighted code and its lines", '```js {1} showLineNumbers title="a.js"\nconst a = `\n\nb`;\n```'],
  ])("renders back to the same HTML with the settings of the site: %s", async (_what, markdown) => {
    const { first, second, text } = await again(markdown, { config: { figures: true, highlight: true } });
    expect(second).toBe(first);
    expect(text).not.toContain("<");
  });

  it("has footnotes, alerts and fences in Markdown's own form", async () => {
    expect((await again("A[^x].\n\n[^x]: B.")).text).toBe("A[^1].\n\n[^1]: B.\n");
    expect((await again("> [!TIP]\n> Do.")).text).toBe("> [!TIP]\n> Do.\n");
    expect((await again('```js {2} title="a b"\nc\n```')).text).toBe('```js {2} title="a b"\nc\n```\n');
  });

  it.each([
    [
      "as remark-math leaves them",
      '<p>So <code class="language-math math-inline">a_1 * b</code> costs $5.</p><pre><code class="language-math math-display">\\sum_i x_i\n</code></pre>',
    ],
    [
      "as KaTeX draws them",
      '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>a</mi></mrow><annotation encoding="application/x-tex">a_1 * b</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a1b</span></span> costs $5.</p>' +
        '<span class="katex-display"><span class="katex"><math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">\\sum_i x_i</annotation></semantics></math></span></span>',
    ],
  ])("turns formulas back into TeX, %s", (_what, html) => {
    expect(toBody(html)).toBe("So $a_1 * b$ costs \\$5.\n\n$$\n\\sum_i x_i\n$$\n");
  });

  it("has highlighted code as plain code", () => {
    const shiki =
      '<pre class="shiki" data-language="ts"><code><span class="line"><span style="color:red">const</span> a</span>\n<span class="line">b</span></code></pre>';
    expect(toBody(shiki)).toBe("```ts\nconst a\nb\n```\n");
  });

  it("has absolute addresses, and neither HTML comments nor a heading's link to itself", () => {
    const html =
      '<p><!-- c --><a href="/about">a</a> <a href="#b">b</a> <img src="/m/x.png" alt="X" srcset="/m/y.png 2x"><a aria-hidden="true" href="#c">#</a></p>';
    expect(toBody(html)).toBe(`[a](https://rain.example/about) [b](${URL}#b) ![X](https://rain.example/m/x.png)\n`);
  });

  it("has only the text if the HTML is too deep to be examined", () => {
    expect(toBody("<div>".repeat(2_000), "One *a*.\n\nTwo.")).toBe("One \\*a\\*.\n\nTwo.\n");
  });
});

describe("the file of a post as Markdown", () => {
  const readFiles = (posts: readonly ReturnType<typeof makePost>[], aliases: Record<string, string> = {}): Record<string, string> => {
    const site = assemble(makeContent({ posts }), { feeds: FEEDS });
    const files = [...toMarkdownFiles({ site, aliases, bodies: new MarkdownBodies() })];
    return Object.fromEntries(files.map((file) => [file.path, textOfFile(file)]));
  };

  it("begins with the members of a post in lists; missing ones are left out", () => {
    const files = readFiles([makePost("rain", { title: 'Rain: "wet"', publishedAt: "2024-05-01T00:00:00.000Z" }, { html: "<p>Wet.</p>" })]);
    const text = files["api/v1/posts/rain.md"] ?? "";
    expect(text.slice(FRONT_MATTER.exec(text)?.[0].length)).toBe("Wet.\n");
    expect(load(FRONT_MATTER.exec(text)?.[1] ?? "")).toMatchObject({ title: 'Rain: "wet"', date: new Date("2024-05-01T00:00:00.000Z") });
    expect(text).not.toMatch(/null|\[\]|updated|canonicalUrl|cover|video|series/);
  });

  it("also exists at former slugs, with the same bytes", () => {
    const files = readFiles([makePost("rain"), makePost("snow")], { drizzle: "rain" });
    expect(Object.keys(files).sort()).toEqual(["drizzle", "rain", "snow"].map((slug) => `api/v1/posts/${slug}.md`));
    expect(files["api/v1/posts/drizzle.md"]).toBe(files["api/v1/posts/rain.md"]);
  });
});

describe("the posts of the sample site as Markdown", () => {
  it("have the same text as their HTML, and link to the same addresses", { timeout: BUILD_TIMEOUT_MS }, async () => {
    const site = await buildSampleSite({ postsAsMarkdown: true });
    const folder = join(site.outDir, "api/v1/posts");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const post: Post = JSON.parse(await readFile(join(folder, name), "utf8"));
      const text = await readFile(join(folder, name.replace(".json", ".md")), "utf8");
      const front = FRONT_MATTER.exec(text);
      expect(load(front?.[1] ?? "")).toMatchObject({ title: post.title, url: post.url, language: post.language });
      const rendered = await renderMarkdown(text.slice(front?.[0].length), { link: (href) => href, language: post.language });
      expect([name, toWords(rendered.text)]).toEqual([name, toWords(post.bodyText)]);
      const shown = new Set(addressesIn(rendered.html));
      for (const address of addressesIn(post.bodyHtml)) expect([name, shown]).toEqual([name, expect.toSatisfy(() => shown.has(address))]);
      for (const { url } of post.images) expect(text).toContain(`](${url})`);
      if (post.video !== null) expect(text).toContain(`](${post.video.url})`);
    }
    await site.remove();
  });
});

const toWords = (text: string): string => text.replace(/\s+/g, " ").trim();
const addressesIn = (html: string): readonly string[] =>
  [...html.matchAll(/(?:href|src)="(https?:[^"]+)"/g)].map(([, address = ""]) => address);
