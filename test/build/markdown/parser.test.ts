import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import type { Pluggable, Plugin, Processor } from "unified";
import { describe, expect, test } from "vitest";
import type { NativeParse } from "../../../build/markdown/parser.ts";
import { renderMarkdown } from "../render/render-markdown.ts";

/** A minimal syntax extension: `==` on its own is a token that becomes a break. */
function remarkEquals(this: Processor): void {
  const data = this.data() as Record<string, unknown[]>;
  const tokenize = (effects: never, ok: never) => {
    const { enter, consume, exit } = effects as { enter(t: string): void; consume(c: number): void; exit(t: string): void };
    const second = (code: number) => {
      consume(code);
      exit("equals");
      return ok;
    };
    return (code: number) => {
      enter("equals");
      consume(code);
      return second;
    };
  };
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { text: { 61: { name: "equals", tokenize } } }];
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    {
      enter: { equals: fromMarkdownEnter },
      exit: { equals: fromMarkdownExit },
    },
  ];
}
function fromMarkdownEnter(this: { enter(node: unknown, token: unknown): void }, token: unknown): void {
  this.enter({ type: "break" }, token);
}
function fromMarkdownExit(this: { exit(token: unknown): void }, token: unknown): void {
  this.exit(token);
}

/** Replaces the fast parser, and shows in the HTML that it was used. */
const marked: NativeParse = () => ({ type: "root", children: [{ type: "paragraph", children: [{ type: "text", value: "fast" }] }] });
const loadNative = async () => marked;
const noBinary = async (): Promise<NativeParse> => {
  throw new Error("Cannot find native binding.\nA long story.");
};

async function renderNoticed(markdown: string, options: Parameters<typeof renderMarkdown>[1]) {
  const notices: string[] = [];
  const { html } = await renderMarkdown(markdown, { ...options, notice: (text) => notices.push(text) });
  return { html, notices };
}

describe("the parser", () => {
  test("is the fast one, without a notice, if nothing is configured", async () => {
    expect(await renderNoticed("slow", { loadNative })).toEqual({ html: "<p>fast</p>", notices: [] });
  });

  test("is really Sätteri by default: its root has the position before the children", async () => {
    let keys: string[] = [];
    const spy: Plugin<[], Root> = () => (tree) => {
      keys = Object.keys(tree);
    };
    await renderMarkdown("a", { config: { remarkPlugins: [spy] } });
    expect(keys).toEqual(["type", "position", "children"]);
  });

  test('is remark-parse, without a notice, if the configuration says "remark"', async () => {
    const config = { parser: "remark" } as const;
    expect(await renderNoticed("slow ~~x~~", { config, loadNative })).toEqual({ html: "<p>slow <del>x</del></p>", notices: [] });
  });

  test("is remark-parse, with a notice, if the native binary cannot load", async () => {
    const { html, notices } = await renderNoticed("slow ~~x~~", { loadNative: noBinary });
    expect(html).toBe("<p>slow <del>x</del></p>");
    expect(notices).toEqual([
      "Markdown is parsed by remark-parse, which is slower than Sätteri: its native binary cannot be loaded (Cannot find native binding.)",
    ]);
  });

  test("is remark-parse, with a notice that names the plugin, if one extends the syntax", async () => {
    const config = { remarkPlugins: [remarkEquals] };
    const { html, notices } = await renderNoticed("a==b", { config, loadNative });
    expect(html).toBe("<p>a<br>\nb</p>");
    expect(notices).toEqual([
      "Markdown is parsed by remark-parse, which is slower than Sätteri: remarkEquals extends the syntax of Markdown",
    ]);
  });

  test("is still the fast one with plugins that only transform", async () => {
    const shout: Plugin<[], Root> = () => (tree) => {
      tree.children.push({ type: "thematicBreak" });
    };
    const { html, notices } = await renderNoticed("slow", { config: { remarkPlugins: [shout] }, loadNative });
    expect(html).toBe("<p>fast</p>\n<hr>");
    expect(notices).toEqual([]);
  });

  test("is still the fast one if remark-gfm, which is on anyway, is listed", async () => {
    for (const listed of [remarkGfm, [remarkGfm], [remarkGfm, false]] satisfies Pluggable[]) {
      expect((await renderNoticed("slow", { config: { remarkPlugins: [listed] }, loadNative })).html).toBe("<p>fast</p>");
      expect((await renderMarkdown("~~a~~", { config: { remarkPlugins: [listed], parser: "remark" } })).html).toBe("<p><del>a</del></p>");
    }
  });

  test("may be wrapped by a plugin", async () => {
    function trim(this: Processor): void {
      const { parser } = this;
      if (parser === undefined) throw new Error("there is no parser");
      this.parser = (text, file) => parser(text.trimEnd(), file);
    }
    const { html, diagnostics } = await renderMarkdown("a  ", { config: { remarkPlugins: [trim] } });
    expect([html, diagnostics]).toEqual(["<p>a</p>", []]);
  });

  test("honours the options of a listed remark-gfm, and of one in a preset", async () => {
    const listed: Pluggable = [remarkGfm, { singleTilde: false }];
    for (const remarkPlugins of [[listed], [{ plugins: [listed] }]]) {
      const { html, notices } = await renderNoticed("~a~ ~~b~~", { config: { remarkPlugins } });
      expect(html).toBe("<p>~a~ <del>b</del></p>");
      expect(notices).toHaveLength(1);
    }
  });

  test('is an error if "satteri" is configured and cannot be used', async () => {
    const config = { parser: "satteri" } as const;
    await expect(renderMarkdown("a", { config, loadNative: noBinary })).rejects.toThrow(
      'markdown.parser: "satteri" cannot be used: its native binary cannot be loaded (Cannot find native binding.); install it, or set "auto" or "remark"',
    );
    await expect(renderMarkdown("a", { config: { ...config, remarkPlugins: [remarkEquals] } })).rejects.toThrow(
      'markdown.parser: "satteri" cannot be used: remarkEquals extends the syntax of Markdown; remove it, or set "auto" or "remark"',
    );
  });
});
