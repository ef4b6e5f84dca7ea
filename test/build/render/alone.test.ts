import { expect, test } from "vitest";
import { Diagnostics } from "../../../build/diagnostics.ts";
import { createRenderer } from "../../../build/render/renderer.ts";
import { FILE } from "./render-markdown.ts";

const renderer = await createRenderer({});

function renderAlone(markdown: string) {
  const diagnostics = new Diagnostics();
  const rendered = renderer.renderAlone({ markdown, file: FILE, line: 3 }, diagnostics);
  return { html: rendered?.html ?? null, found: diagnostics.all().map(({ line, code }) => `${line} ${code}`) };
}

test("what stands for itself is rendered at once, and what is wrong in it is found", () => {
  const markdown = "# A\n\n### B [c](https://example.org/) `d`\n\n| e |\n|--:|\n| f |";
  expect(renderAlone(markdown)).toEqual({
    html:
      '<h1 id="a">A</h1>\n<h3 id="b-c-d">B <a href="https://example.org/">c</a> <code>d</code></h3>\n' +
      '<table>\n<thead>\n<tr>\n<th align="right">e</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="right">f</td>\n</tr>\n</tbody>\n</table>',
    found: ["5 skipped-heading"],
  });
});

test.each([
  "[a](b.md)",
  "![a](b.png)",
  "a <b>c</b>",
  "<!-- more -->",
  "[a]\n\n[a]: /b",
])("what asks for other files, or is HTML, is not, and nothing is said of it: %s", (markdown) => {
  expect(renderAlone(`# A\n\n### B\n\n${markdown}`)).toEqual({ html: null, found: [] });
});

test("an author's rehype plugin is never passed by", async () => {
  const withPlugin = await createRenderer({ rehypePlugins: [() => undefined] });
  expect(withPlugin.renderAlone({ markdown: "a", file: FILE, line: 1 }, new Diagnostics())).toBeNull();
});
