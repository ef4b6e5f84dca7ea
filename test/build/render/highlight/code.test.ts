import { expect, test } from "vitest";
import { renderMarkdown } from "../render-markdown.ts";

async function codeOf(markdown: string) {
  const { hasCode, codeLanguages } = await renderMarkdown(markdown);
  return { hasCode, codeLanguages };
}

test.each([
  ["a fence", "```\nx\n```"],
  ["an empty fence", "~~~\n~~~"],
  ["an indented block", "    x"],
  ["an indented block in a list", "- a\n\n      x"],
  ["html", "<pre><code>x</code></pre>"],
  ["html with a span between", "<div><pre class='a'><span><code>x</code></span></pre></div>"],
])("%s is code", async (_, markdown) => {
  expect(await codeOf(markdown)).toEqual({ hasCode: true, codeLanguages: [] });
});

test.each([
  ["code within a line", "a `x` b <code>y</code>"],
  ["<pre> without <code>", "<pre>a poem</pre>"],
  ["html that only mentions it", "<!-- <pre><code>x</code></pre> -->"],
])("%s is not a code block", async (_, markdown) => {
  expect(await codeOf(markdown)).toEqual({ hasCode: false, codeLanguages: [] });
});

test("languages are sorted, in lower case, once each, from fences and from classes", async () => {
  const html = '<pre><code class="hl language-Python">x</code></pre>\n\n<pre class="lang-go"><code>x</code></pre>';
  const markdown = `\`\`\`TS title="a.ts"\nx\n\`\`\`\n\n~~~ ts\nx\n~~~\n\n\`\`\`c++\nx\n\`\`\`\n\n${html}`;
  expect((await codeOf(markdown)).codeLanguages).toEqual(["c++", "go", "python", "ts"]);
});

test.each([
  ["js{1,3}", "js"],
  ["rust,ignore", "rust"],
  ["ts:title=a.ts", "ts"],
  ["{r}", "r"],
  ["{.python .numberLines}", "python"],
])("a tool's suffix is not part of a language: %s", async (info, language) => {
  expect((await codeOf(`\`\`\`${info}\nx\n\`\`\``)).codeLanguages).toEqual([language]);
});
