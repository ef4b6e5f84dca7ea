import { expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

async function textOf(markdown: string): Promise<string> {
  return (await renderMarkdown(markdown)).text;
}

test("each block element is a line, without markup", async () => {
  const markdown = "# A *b*\n\nc **d**\ne [f](g) `h`\n\n> i\n\n- j\n  - k\n\n---\n\n1. l";
  expect(await textOf(markdown)).toBe("A b\nc d e f h\ni\nj\nk\nl");
});

test("a line break is a line, a soft break is a space", async () => {
  expect(await textOf("a  \nb\nc\\\nd")).toBe("a\nb c\nd");
});

test("a soft break between characters of a script without spaces is dropped", async () => {
  expect(await textOf("雨が\n降る、\nそして晴れる。\nThen English\nagain.")).toBe("雨が降る、そして晴れる。 Then English again.");
});

test("table cells are separated by a tab", async () => {
  expect(await textOf("| a | b c |\n|---|---|\n| 1 | 2 |\n|  | 3 |")).toBe("a\tb c\n1\t2\n3");
});

test("code blocks keep their white space and blank lines", async () => {
  expect(await textOf("a\n\n```js\nif (x) {\n\n  y;\n}\n```\n\nb\n\n    c  d")).toBe("a\nif (x) {\n\n  y;\n}\nb\nc  d");
});

test("footnotes are part of the text, but their marks and their heading are not", async () => {
  expect(await textOf("One[^a] two.\n\n[^a]: The *note*.")).toBe("One two.\nThe note.");
});

test("alternative texts are not part of the text", async () => {
  expect(await textOf("a ![b](c.png) d")).toBe("a d");
});

test("text of HTML is its visible text: entities decoded, without tags, comments, scripts, styles and ruby readings", async () => {
  const markdown = `<div class="x">one &lt; <b>two</b><br>three</div>

<script>
let four;
</script>
<style>p { five: six }</style>

<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby> seven <!-- eight --> <kbd>nine</kbd>

<pre><code>ten
  eleven</code></pre>`;
  expect(await textOf(markdown)).toBe("one < two\nthree\n東京 seven nine\nten\n  eleven");
});

test("words are counted, and reading time is computed, without code blocks", async () => {
  const code = `\`\`\`\n${"x ".repeat(1000)}\n\`\`\``;
  const { wordCount, readingTimeMinutes } = await renderMarkdown(`One two \`three\`.\n\n${code}\n\nFour.`);
  expect({ wordCount, readingTimeMinutes }).toEqual({ wordCount: 4, readingTimeMinutes: 1 });
});
