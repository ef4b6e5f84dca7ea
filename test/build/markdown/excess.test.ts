import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../render/render-markdown.ts";

const DEEP =
  /^(?:quotations, lists, emphasis or HTML elements are nested more than 500 levels deep here|this text is nested too deeply, .*)$/;

/** Two thousand levels of each kind of nesting. */
const NESTED: Readonly<Record<string, string>> = {
  quotations: `${">".repeat(2_000)} a`,
  lists: `${"- ".repeat(2_000)}a`,
  "numbered lists": `${"1. ".repeat(2_000)}a`,
  "lists in quotations": `${"> - ".repeat(2_000)}a`,
  "lists line by line": Array.from({ length: 600 }, (_, level) => `${"  ".repeat(level)}- a`).join("\n"),
  emphasis: `${"*a **b ".repeat(2_000)}c${"**b*".repeat(2_000)}`,
  "HTML blocks": "<div>".repeat(2_000),
  "HTML, although the stack would suffice": "<div>".repeat(520),
  "inline HTML": `a ${"<b>".repeat(2_000)}`,
  "HTML, in the reference parser": `a**_b**c\n\n${"<div>".repeat(2_000)}`,
  "lists, in the reference parser": `a**_b**c\n\n${"- ".repeat(2_000)}a`,
  "emphasis, in the reference parser": `a**_b**c\n\n${"*a **b ".repeat(2_000)}c${"**b*".repeat(2_000)}`,
};

describe("a text that is nested too deeply is one error in its file", () => {
  test.each(Object.entries(NESTED))("%s", async (_, markdown) => {
    const { diagnostics, html } = await renderMarkdown(`first\n\n${markdown}\n`, { line: 10 });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        code: "too-deep",
        file: "content/posts/rain.md",
        message: expect.stringMatching(DEEP),
        hint: expect.stringContaining("remove levels"),
      }),
    ]);
    expect(html).toBe("");
  });

  test("the error is shown where the nesting begins", async () => {
    const markdown = `first\n\n${">".repeat(600)} a\n`;
    const [found] = (await renderMarkdown(markdown, { line: 10 })).diagnostics;
    expect(found).toMatchObject({ line: 12, column: 1 });
  });

  test("the same applies with remark-parse, remark plugins and rehype plugins", async () => {
    const doNothing = (): undefined => undefined;
    for (const config of [{ parser: "remark" as const }, { remarkPlugins: [doNothing] }, { rehypePlugins: [doNothing] }]) {
      const { diagnostics } = await renderMarkdown(`${">".repeat(2_000)} a\n\n${"<div>".repeat(2_000)}`, { config });
      expect(diagnostics).toEqual([expect.objectContaining({ code: "too-deep" })]);
    }
  });

  test("four hundred levels are rendered", async () => {
    for (const [open, close] of [
      [">".repeat(400), ""],
      ["<div>".repeat(400), "</div>".repeat(400)],
    ]) {
      const { diagnostics, text } = await renderMarkdown(`${open}\na\n${close}`);
      expect(diagnostics).toEqual([]);
      expect(text).toBe("a");
    }
  });
});

test("a table whose short rows would be filled in with a great many cells is an error", async () => {
  const table = (columns: number, rows: number): string => `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|b\n".repeat(rows)}`;
  const { diagnostics } = await renderMarkdown(`a\n\n${table(2_000, 2_000)}\n\nb`);
  expect(diagnostics).toEqual([
    expect.objectContaining({ code: "table-too-large", line: 4, column: 1, hint: "write a blank line where the table ends" }),
  ]);
  expect((await renderMarkdown(table(20, 4_000))).diagnostics).toEqual([]);
});

/**
 * Texts that are hard for one of the parsers. A text with a weak spot goes to the reference parser.
 */
const HARD: Readonly<Record<string, (times: number) => string>> = {
  brackets: (times) => "[".repeat(times) + "]".repeat(times),
  links: (times) => `${"[".repeat(times)}a${"](x)".repeat(times)}`,
  pictures: (times) => `${"![".repeat(times)}a${"](https://x.y)".repeat(times)}`,
  emphasis: (times) => "*a _b ".repeat(times),
  closers: (times) => `${"a**b".repeat(times)}${"c* ".repeat(times)}`,
  backticks: (times) => "` `` ".repeat(times),
  "sections of CDATA": (times) => "a <![CDATA[".repeat(times),
  comments: (times) => "a <!-- ".repeat(times),
  footnotes: (times) => Array.from({ length: times / 8 }, (_, at) => `a[^${at}]\n\n[^${at}]: b\n\n`).join(""),
  words: (times) => "word ".repeat(times),
};

test.each(Object.entries(HARD))("ten thousand %s are rendered in linear time, even beside a weak spot", async (_, make) => {
  const renderer = { alone: "", weak: "\n\na**_b**c" };
  for (const spot of Object.values(renderer)) {
    await renderMarkdown(make(1_000) + spot);
    const started = process.cpuUsage();
    await renderMarkdown(make(10_000) + spot);
    // This takes 10 to 500 ms. In quadratic time, the reference parser would take minutes.
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  }
});
