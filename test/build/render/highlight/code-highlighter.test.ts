import { describe, expect, it } from "vitest";
import { CodeMemory } from "../../../../build/render/highlight/code-memory.ts";
import { createRenderer } from "../../../../build/render/renderer.ts";
import { type RenderOptions, renderMarkdown } from "../render-markdown.ts";

const highlight = { config: { highlight: true } } as const;

async function htmlOf(markdown: string, options: RenderOptions = highlight): Promise<string> {
  return (await renderMarkdown(markdown, options)).html;
}

function fence(language: string, code: string): string {
  return `\`\`\`\`${language}\n${code}\n\`\`\`\``;
}

/** A browser's view of the code: its text. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x3C;", "<")
    .replaceAll("&#x26;", "&");
}

describe("highlighting", () => {
  it("gives words the classes of highlight.js", async () => {
    expect(await htmlOf(fence("js", 'const a = "b";'))).toBe(
      '<pre><code class="language-js hljs"><span class="hljs-keyword">const</span> a = <span class="hljs-string">"b"</span>;\n</code></pre>',
    );
  });

  it("is off by default", async () => {
    expect(await htmlOf(fence("js", "const a;"), {})).toBe('<pre><code class="language-js">const a;\n</code></pre>');
  });

  it.each([
    ["sh"],
    ["YAML"],
    ["ts"],
    ["rust,ignore"],
    ["py title=a.py"],
    ["dockerfile"],
    ["toml"],
    ["jsonc"],
    ["html"],
    ["svg"],
  ])("recognizes the language name %s", async (name) => {
    expect(await htmlOf(fence(name, '# "a": 1 // <b>\nreturn "c"'))).toMatch(/class="language-[^"]+ hljs">[\s\S]*<span class="hljs-/);
  });

  it.each([
    ["text"],
    ["plain"],
    ["txt"],
    ["plaintext"],
    ["math"],
    ["mermaid"],
    ["tidal"],
    ["constructor"],
    [""],
  ])("does not highlight a block in the language %j", async (name) => {
    const markdown = fence(name, "const a = 1;");
    expect(await htmlOf(markdown)).toBe(await htmlOf(markdown, {}));
  });

  it("leaves inline code, indented code and the author's HTML plain", async () => {
    const markdown = '`const a`\n\n    const b\n\n<pre><code class="language-js">const c</code></pre>';
    expect(await htmlOf(markdown)).toBe(await htmlOf(markdown, {}));
  });

  it("keeps the text of the code, whatever is in it", async () => {
    const code = '</code></pre><script>alert("&lt;")</script>\n<!-- -->\n\ta && b < c `$d`';
    for (const language of ["js", "html", "markdown", "php", "c"]) {
      const html = await htmlOf(fence(language, code));
      expect(html).not.toContain("<script>");
      expect(textOf(html)).toBe(`${code}\n`);
    }
  });

  it("survives sanitizing, after which code in the author's HTML is highlighted like any other", async () => {
    const config = { highlight: true, rawHtml: "sanitize" } as const;
    const html = await htmlOf(`<pre><code class="language-js"><b>x</b>const</code></pre>\n\n${fence("js", "const a;")}`, { config });
    expect(html.match(/hljs-keyword/g)).toHaveLength(1);
    expect(await htmlOf('<pre><code class="language-js">const a;</code></pre>', { config })).toBe(
      '<pre><code class="language-js hljs"><span class="hljs-keyword">const</span> a;</code></pre>',
    );
  });

  it("runs after the author's plugins, and does not change their code", async () => {
    const seen: string[] = [];
    const plugin = () => (tree: unknown) => void seen.push(JSON.stringify(tree));
    const html = await htmlOf(fence("js", "const a;"), { config: { highlight: true, rehypePlugins: [plugin] } });
    expect(html).toContain('<span class="hljs-keyword">const</span> a;');
    expect(seen[0]).toContain('"value":"const a;\\n"');
  });

  it("changes nothing else that is read from a text", async () => {
    const markdown = `Words.\n\n${fence("js", "const a = 1;")}\n\n## More\n\n${fence("tidal", "x")}`;
    const [coloured, plain] = [await renderMarkdown(markdown, highlight), await renderMarkdown(markdown)];
    expect({ ...coloured, html: "" }).toEqual({ ...plain, html: "" });
    expect(coloured.codeLanguages).toEqual(["js", "tidal"]);
  });

  it("gives the same result for a language inside another, whichever came first", async () => {
    const page = fence("html", "<style>a { color: red }</style><script>const a = 1;</script>");
    const script = fence("js", "const a = `x`;");
    const blocksOf = (html: string): string[] => html.split(/(?<=<\/pre>)\n?/);
    const [first, second] = [await htmlOf(`${page}\n\n${script}`), await htmlOf(`${script}\n\n${page}`)];
    expect(blocksOf(first)).toEqual(blocksOf(second).reverse());
    expect(first).toContain('<span class="hljs-keyword">const</span>');
    expect(first).toContain('<span class="hljs-attribute">color</span>');
  });

  it("leaves a block of more than 30,000 characters plain, so a megabyte costs nothing", async () => {
    const long = fence("cpp", "a b ".repeat(250_000));
    expect(await htmlOf(long)).toBe(await htmlOf(long, {}));
    expect(await htmlOf(fence("js", `${"const a;\n".repeat(3_000)}`))).toContain("hljs-keyword");
  });

  it("does not highlight code that nests too deeply for HTML parsers", async () => {
    const deep = fence("js", "`${".repeat(2_000));
    expect(await htmlOf(deep)).toBe(await htmlOf(deep, {}));
  });

  it("colours a block once for all builds of a process", async () => {
    const code = new CodeMemory();
    const highlighter = await code.load();
    const first = await htmlOf(fence("js", "const a;"), { ...highlight, code });
    expect(await code.load()).toBe(highlighter);
    expect(await htmlOf(fence("js", "const a;"), { ...highlight, code })).toBe(first);
    await expect(createRenderer({ highlight: true }, { code })).resolves.toBeDefined();
  });
});

describe("lines of code", () => {
  it("are elements if some are marked", async () => {
    expect(await htmlOf(fence("js {2} title=a.js", "const a = `\nb`;\n\nc"))).toBe(
      '<pre data-highlight="2" data-title="a.js"><code class="language-js hljs">' +
        '<span class="line"><span class="hljs-keyword">const</span> a = <span class="hljs-string">`\n</span></span>' +
        '<span class="line marked"><span class="hljs-string">b`</span>;\n</span>' +
        '<span class="line">\n</span><span class="line">c\n</span></code></pre>',
    );
  });

  it("have numbers, from a start that the author may set", async () => {
    expect(await htmlOf(fence("text showLineNumbers start=9", "a\nb"))).toBe(
      '<pre data-show-line-numbers="" data-start="9"><code class="language-text"><span class="line" data-line="9">a\n</span><span class="line" data-line="10">b\n</span></code></pre>',
    );
  });

  it("are marked in ranges, and as inserted or deleted", async () => {
    const html = await htmlOf(fence("text {1,3-4} ins={2} del={1, 9-99999999999}", "a\nb\nc\nd\ne"));
    expect(html.match(/class="line[^"]*"/g)).toEqual([
      'class="line marked deleted"',
      'class="line inserted"',
      'class="line marked"',
      'class="line marked"',
      'class="line"',
    ]);
  });

  it("are not elements if nothing requires it", async () => {
    for (const options of ["title=a", "{a-b}", "showLineNumbers=false"])
      expect(await htmlOf(fence(`text ${options}`, "a\nb"))).not.toContain("<span");
  });
});
