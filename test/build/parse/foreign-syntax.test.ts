import { expect, it } from "vitest";
import { findForeignSyntax } from "../../../build/parse/foreign-syntax.ts";

const PLAIN = { hasPlugins: false, isMdx: false };

it.each([
  ["{{< youtube x >}}", "shortcodes"],
  ["{{% note %}}", "shortcodes"],
  ["{%- include a.html %}", "shortcodes"],
  ["Of {{ site.title }}", "variables"],
  ["Of {{page.date}}", "variables"],
  [":::note\nRain\n:::", "directives"],
  ["::: {.callout}\nRain\n:::", "directives"],
  ["[[toc]]", "contents"],
  ["[TOC]", "contents"],
  ["See [[Other page|there]].", "wikiLinks"],
  ["$$x^2$$", "formulas"],
  ["Rain\n{: .wet}", "attributes"],
])("%j is found", (text, name) => {
  expect(findForeignSyntax(`Before\n\n${text}\n\nafter\n`, PLAIN)).toEqual([name]);
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
])("%j is Markdown", (text) => {
  expect(findForeignSyntax(`Before\n\n${text}\n\nafter\n`, PLAIN)).toEqual([]);
});

it("what a plugin may read is not named where there are plugins", () => {
  expect(findForeignSyntax(":::note\n\n$$x$$\n\n{{< x >}}\n", { hasPlugins: true, isMdx: false })).toEqual(["shortcodes"]);
});

it("braces are code in MDX", () => {
  const text = '<p style={{ color: "red" }}>Rain</p>\n\n:::note\n';
  expect(findForeignSyntax(text, PLAIN)).toEqual(["variables", "directives"]);
  expect(findForeignSyntax(text, { hasPlugins: false, isMdx: true })).toEqual(["directives"]);
});
