import type { Element, Root as HastRoot } from "hast";
import type { Root } from "mdast";
import type { Pluggable, Plugin } from "unified";
import { visit } from "unist-util-visit";
import type { VFile } from "vfile";
import { describe, expect, test } from "vitest";
import { createRenderer } from "../../../build/render/renderer.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import type { References } from "../../../build/shared/rendered.ts";
import { FILE, makePicture, renderMarkdown } from "./render-markdown.ts";

const shout: Plugin<[{ mark: string }], Root> =
  ({ mark }) =>
  (tree) => {
    visit(tree, "text", (node) => {
      node.value += mark;
    });
  };

const wrapHeadings: Plugin<[], HastRoot> = () => async (tree) => {
  await Promise.resolve();
  visit(tree, "element", (element: Element) => {
    if (element.tagName !== "h1") return;
    element.children.push({
      type: "element",
      tagName: "a",
      properties: { href: `#${element.properties.id}` },
      children: [{ type: "text", value: "#" }],
    });
  });
};

describe("an author's plugins", () => {
  test("for remark run before all built-in ones", async () => {
    const { html, toc, text, excerpt } = await renderMarkdown("# A\n\nb", { config: { remarkPlugins: [[shout, { mark: "!" }]] } });
    expect(html).toBe('<h1 id="a">A!</h1>\n<p>b!</p>');
    expect({ toc, text, excerpt }).toEqual({ toc: [{ id: "a", level: 1, title: "A!" }], text: "A!\nb!", excerpt: "b!" });
  });

  test("for rehype run after the built-in ones: they see ids, and their additions are not in text and toc", async () => {
    const { html, toc, text } = await renderMarkdown("# A", { config: { rehypePlugins: [wrapHeadings] } });
    expect(html).toBe('<h1 id="a">A<a href="#a">#</a></h1>');
    expect({ toc, text }).toEqual({ toc: [{ id: "a", level: 1, title: "A" }], text: "A" });
  });

  test("share the file's data and path", async () => {
    const write: Plugin<[], Root> = () => (_, file) => {
      file.data.seen = file.path;
    };
    let seen: unknown;
    const read: Plugin<[], HastRoot> = () => (_, file) => {
      seen = file.data.seen;
    };
    await renderMarkdown("a", { config: { remarkPlugins: [write], rehypePlugins: [read] } });
    expect(seen).toBe("content/posts/rain.md");
  });

  test("may add links and pictures, which are resolved", async () => {
    const add: Plugin<[], Root> = () => (tree) => {
      tree.children.push({
        type: "paragraph",
        children: [{ type: "link", url: "b.md", children: [{ type: "image", url: "c.png", alt: "c" }] }],
      });
    };
    const { html, asked } = await renderMarkdown("a", {
      line: 6,
      config: { remarkPlugins: [add] },
      link: () => "https://example.org/b",
      picture: () => makePicture("https://example.org/c.png", { variants: [] }),
    });
    expect(html).toContain('<a href="https://example.org/b"><img src="https://example.org/c.png"');
    expect(asked.map(({ at }) => at)).toEqual([
      { file: "content/posts/rain.md", line: 6, column: 1 },
      { file: "content/posts/rain.md", line: 6, column: 1 },
    ]);
  });

  test("may report problems: a message is a warning, and a failure is an error, both at their place", async () => {
    const complain: Plugin<[], Root> = () => (tree, file: VFile) => {
      file.message("too short", { place: tree.children[1]?.position, ruleId: "length", source: "style" });
      file.info("by the way");
    };
    const fail: Plugin<[], Root> = () => (tree, file: VFile) => {
      file.fail("no such thing", tree.children[0]);
    };
    const { diagnostics, html } = await renderMarkdown("# A\n\n日本", { line: 4, config: { remarkPlugins: [complain] } });
    expect(html).toContain("日本");
    expect(diagnostics).toEqual([
      { severity: "warning", file: "content/posts/rain.md", line: 6, column: 1, endColumn: 3, code: "style:length", message: "too short" },
    ]);
    const failed = await renderMarkdown("# A", { line: 4, config: { remarkPlugins: [fail] } });
    expect(failed.diagnostics).toEqual([
      {
        ...{ severity: "error", file: "content/posts/rain.md", line: 4, column: 1, endColumn: 4, code: "plugin" },
        message: "fail fails on this document: no such thing",
        hint: "fix the text here, or markdown.remarkPlugins.0 of the configuration",
      },
    ]);
    expect(failed.html).toBe("");
  });

  const fail = (): never => {
    throw new TypeError("x is not a function");
  };
  const broken: readonly [how: string, plugin: Pluggable][] = [
    ["at once", () => fail],
    ["in a promise", () => async () => fail()],
    ["by its callback", () => (_: unknown, __: unknown, next: (error: Error) => void) => next(new TypeError("x is not a function"))],
    ["in a promise beside a callback", () => async (_: unknown, __: unknown, _next: () => void) => fail()],
    ["by giving the error", () => () => new TypeError("x is not a function") as never],
    ["in a preset", { plugins: [[() => fail, { a: 1 }]] }],
  ];
  test.each(broken)("that throw %s are an error in the file, which names them, in either list", async (_, plugin) => {
    for (const list of ["remarkPlugins", "rehypePlugins"] as const) {
      const fine: Plugin = () => () => {};
      const { diagnostics } = await renderMarkdown("a", { line: 4, config: { [list]: [fine, plugin] } });
      const message = "this plugin fails on this document: x is not a function";
      expect(diagnostics).toEqual([expect.objectContaining({ severity: "error", line: 4, column: 1, code: "plugin-failed", message })]);
      const place = /^thrown at test\/build\/render\/renderer\.test\.ts:\d+:\d+; fix markdown\.\w+\.1 of the configuration, or remove it$/;
      expect(diagnostics[0]?.hint).toMatch(place);
      expect(diagnostics[0]?.hint).toContain(list);
    }
  });

  test("that cannot be attached are all mistakes of the configuration, before any document is rendered", async () => {
    const remarkBroken: Plugin = () => {
      throw new TypeError("x is not\n  a function");
    };
    const late = (async () => fail()) as unknown as Plugin;
    const config = { remarkPlugins: [remarkBroken], rehypePlugins: [shout as Plugin, late] };
    const error = await createRenderer(config).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: "SettingsError",
      findings: [
        { field: ["markdown", "remarkPlugins", 0], message: "remarkBroken cannot be attached: x is not a function" },
        { field: ["markdown", "rehypePlugins", 0], message: expect.stringMatching(/^shout cannot be attached: .*undefined/) },
        {
          field: ["markdown", "rehypePlugins", 1],
          message: "late cannot be attached: it is async, but unified needs its transformer synchronously",
        },
      ],
    });
  });

  test("that are listed twice run once, with the options of both", async () => {
    const seen: unknown[] = [];
    const note: Plugin<[object]> = (options) => () => void seen.push(options);
    await renderMarkdown("a", { config: { rehypePlugins: [[note, { a: 1 }], { plugins: [[note, { b: 2 }]] }] } });
    expect(seen).toEqual([{ a: 1, b: 2 }]);
  });
});

describe("the renderer", () => {
  test("renders an empty text to nothing", async () => {
    expect(await renderMarkdown("\n")).toEqual({
      html: "",
      text: "",
      excerpt: "",
      toc: [],
      wordCount: 0,
      readingTimeMinutes: 1,
      hasCode: false,
      codeLanguages: [],
      ids: [],
      asked: [],
      diagnostics: [],
    });
  });

  test("passes on errors of the resolver, which are not a plugin's fault", async () => {
    const link = () => {
      throw new Error("disk on fire");
    };
    await expect(renderMarkdown("[a](b.md)", { link })).rejects.toThrow("disk on fire");
  });

  test("gives the same result whether documents are rendered one by one or all at once, whichever reference is resolved first", async () => {
    const renderer = await createRenderer({ rehypePlugins: [wrapHeadings] });
    const documents = Array.from({ length: 40 }, (_, n) =>
      `# Same\n\n# Same\n\n[a](${n}.md)[^1] ![](${n}.png) <a href=${n}.html>b</a>\n\n<h3>Same</h3>\n\n[^1]: ${n}\n`.repeat((n % 3) + 1),
    );
    // A later document's references answer first.
    const waiting: (() => void)[] = [];
    const answer = <T>(value: T): Promise<T> => new Promise((resolve) => waiting.push(() => resolve(value)));
    const slow: References = {
      link: (href) => answer(`https://example.org/${href}`),
      picture: (src) => answer(makePicture(`https://example.org/${src}`)),
    };
    const quick: References = {
      link: async (href) => `https://example.org/${href}`,
      picture: async (src) => makePicture(`https://example.org/${src}`),
    };
    const render = async (markdown: string, references: References) => {
      const diagnostics = new Diagnostics();
      const rendered = await renderer.render({ markdown, file: FILE, line: 1, language: "en" }, references, diagnostics);
      return { ...rendered, diagnostics: diagnostics.all() };
    };
    let done = false;
    const together = Promise.all(documents.map((markdown) => render(markdown, slow))).finally(() => {
      done = true;
    });
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const resolve of waiting.splice(0).reverse()) resolve();
    }
    const alone = [];
    for (const markdown of documents) alone.push(await render(markdown, quick));
    expect(await together).toEqual(alone);
    expect(alone[0]?.html).toContain('<h1 id="same-1">');
  });
});
