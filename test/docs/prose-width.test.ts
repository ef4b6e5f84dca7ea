import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { visit } from "unist-util-visit";
import { expect, it } from "vitest";
import { PAGES, readPage } from "./docs-pages.ts";

const PROSE_COLUMNS = 100;
/** A line that starts a table, which this parser treats as a paragraph. */
const TABLE_LINE = /^\s*\|/;

/** Lines of paragraphs that a newline could shorten: `docs/api.md:12 has 104 columns`. */
function findWideLines(page: string, text: string): string[] {
  const lines = text.split("\n");
  const wide: string[] = [];
  visit(fromMarkdown(text), "paragraph", (paragraph) => {
    const { start, end } = (paragraph as Nodes).position ?? {};
    for (let line = start?.line ?? 1; line <= (end?.line ?? 0); line++) {
      const content = lines[line - 1] ?? "";
      const columns = [...content].length;
      if (columns > PROSE_COLUMNS && !TABLE_LINE.test(content) && canBreak(content)) wide.push(`${page}:${line} has ${columns} columns`);
    }
  });
  return wide;
}

/**
 * Whether the line has a space outside code, pictures, addresses and tags, not counting indentation
 * or the space after a list marker.
 */
function canBreak(line: string): boolean {
  const words = line.trim().replace(/(`+)(?!`).*?(?<!`)\1(?!`)|!\[[^\]]*\]|\]\([^)]*\)|<[^>]*>/g, "x");
  return /\S\s+\S/.test(words.replace(/^(?:[-*+]|\d+[.)])\s+/, ""));
}

it("the check finds wide prose, but no wide code, table or address", () => {
  const wide = "word ".repeat(21);
  expect(
    findWideLines("a.md", `${wide}\n\n\`\`\`\n${wide}\n\`\`\`\n\n| ${wide} |\n|---|\n\n[a](https://x.example/${"x".repeat(100)})\n`),
  ).toEqual(["a.md:1 has 105 columns"]);
});

it("prose in documentation has lines of at most 100 columns", () => {
  const pages = [...PAGES, "DESIGN.md", "CHANGELOG.md", "bench/README.md"];
  expect(pages.flatMap((page) => findWideLines(page, readPage(page)))).toEqual([]);
});
