import { expect, it } from "vitest";
import { findForeignSyntax } from "../../../build/parse/foreign-syntax.ts";

const PLAIN = { hasPlugins: false, hasMath: false, isMdx: false, bodyLine: 1, source: null };

const namesIn = (text: string, options: Partial<typeof PLAIN> = {}): string[] =>
  findForeignSyntax(text, { ...PLAIN, ...options }).map(([name]) => name);

it.each([
  ["{{< youtube x >}}", "shortcodes"],
  ["{{% note %}}", "shortcodes"],
  ["{%- include a.html %}", "shortcodes"],
  ["Of {{ site.title }}", "variables"],
  ["Of {{page.date}}", "variables"],
  [":::note\nRain\n:::", "directives"],
  ["::: {.callout}\nRain\n:::", "directives"],
  ["See [[Other page|there]].", "wikiLinks"],
  ["%%private: 555 1234%%", "comments"],
  ["%%\nprivate\n%%", "comments"],
  ["$$x^2$$", "formulas"],
  ["Rain\n{: .wet}", "attributes"],
])("%j is found", (text, name) => {
  expect(namesIn(`Before\n\n${text}\n\nafter\n`)).toEqual([name]);
});

it.each([
  "`{{ x }}` and `[[x]]`",
  "```\n{% x %}\n:::note\n```",
  "~~~~ts\n[[toc]]\n~~~\n$$\n~~~~",
  "```` {{x}}\n```\n:::note\n````` \nRain",
  "~~~\n$$x$$, and no end",
  "a[[0]](b)".slice(0, 1),
  "A :: b {x} [x][y] $5 and $6",
  "array[i]",
  "100 %% of 5 %, and %%%%",
])("%j is Markdown", (text) => {
  expect(findForeignSyntax(`Before\n\n${text}\n\nafter\n`, PLAIN)).toEqual([]);
});

it("syntax that plugins may read is not reported if there are plugins", () => {
  expect(namesIn(":::note\n\n$$x$$\n\n{{< x >}}\n", { hasPlugins: true })).toEqual(["shortcodes"]);
  expect(namesIn("$$x$$\n", { hasMath: true })).toEqual([]);
});

it("braces are code in MDX", () => {
  const text = '<p style={{ color: "red" }}>Rain</p>\n\n:::note\n';
  expect(namesIn(text)).toEqual(["variables", "directives"]);
  expect(namesIn(text, { isMdx: true })).toEqual(["directives"]);
});

it("a finding has the first line, the distinct names and the number of occurrences", () => {
  const text = "Rain\n\n{{< map a >}} {{< map b >}}{{< /map >}}\n{% include chart.html x=1 %}\n\n::::example One\n::::\n";
  expect(findForeignSyntax(text, { ...PLAIN, bodyLine: 10 })).toEqual([
    ["shortcodes", 12, ["map", "include chart.html"], 3],
    ["directives", 15, ["example"], 1],
  ]);
});

it("Obsidian's blocks and embedded notes are counted in the original text", () => {
  const source = "[[heron#^ab]]\n\n![[loon]] ![[loon.png]] ![[loon.png|30]] `![[x]]`\n";
  expect(findForeignSyntax("[heron](heron.md)\n", { ...PLAIN, source })).toEqual([
    ["blocks", 1, [], 1],
    ["embeds", 3, ["loon"], 1],
  ]);
});
