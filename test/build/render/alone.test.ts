import { expect, test } from "vitest";
import { createRenderer } from "../../../build/render/renderer.ts";
import { FILE } from "./render-markdown.ts";

const renderer = await createRenderer({});

function renderAlone(markdown: string): string | null {
  return renderer.renderAlone({ markdown, file: FILE, line: 3 })?.html ?? null;
}

test("what stands for itself is rendered at once", () => {
  expect(renderAlone("# A\n\n## B [c](https://example.org/) `d`\n\n| e |\n|--:|\n| f |")).toBe(
    '<h1 id="a">A</h1>\n<h2 id="b-c-d">B <a href="https://example.org/">c</a> <code>d</code></h2>\n' +
      '<table>\n<thead>\n<tr>\n<th align="right">e</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="right">f</td>\n</tr>\n</tbody>\n</table>',
  );
});

test.each([
  "[a](b.md)",
  "![a](b.png)",
  "a <b>c</b>",
  "<!-- more -->",
  "[a]\n\n[a]: /b",
  "# a\n\n### b",
  "![](https://example.org/a.png)",
])("what asks for other files, or is HTML, or has something wrong with it is not: %j", (markdown) => {
  expect(renderAlone(markdown)).toBeNull();
});

test("an author's rehype plugin is never passed by", async () => {
  const withPlugin = await createRenderer({ rehypePlugins: [() => undefined] });
  expect(withPlugin.renderAlone({ markdown: "a", file: FILE, line: 1 })).toBeNull();
});
