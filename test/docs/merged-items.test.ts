import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { visit } from "unist-util-visit";
import { expect, it } from "vitest";
import { PAGES, readPage } from "./docs-pages.ts";

/**
 * Items of a list that became part of the preceding item's text, as when lines are wrapped again.
 */
function findMergedItems(page: string, text: string): string[] {
  const merged: string[] = [];
  visit(fromMarkdown(text), "paragraph", (paragraph) => {
    const { start, end } = (paragraph as Nodes).position ?? {};
    const source = text.slice(start?.offset, end?.offset).replaceAll(/`[^`]*`/g, "x");
    if (!source.startsWith("|") && /[.:;)]\s-\s/.test(source)) merged.push(`${page}:${start?.line}`);
  });
  return merged;
}

it("the check finds items of a list in the text of others", () => {
  expect(findMergedItems("a.md", "- One. - Two\n- Three. -\n  Four\n- a - b\n")).toEqual(["a.md:1", "a.md:2"]);
});

it("each item of a list in the documentation begins on its own line", () => {
  const pages = [...PAGES, "DESIGN.md", "CHANGELOG.md", "bench/README.md"];
  expect(pages.flatMap((page) => findMergedItems(page, readPage(page)))).toEqual([]);
});
