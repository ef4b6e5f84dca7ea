import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import GithubSlugger from "github-slugger";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { PAGES, readPage } from "./docs-pages.ts";

interface PageLink {
  readonly url: string;
  readonly line: number;
}

function findLinks(text: string): readonly PageLink[] {
  const links: PageLink[] = [];
  visit(fromMarkdown(text), (node: Nodes) => {
    if (node.type === "link" || node.type === "image" || node.type === "definition")
      links.push({ url: node.url, line: node.position?.start.line ?? 0 });
  });
  return links;
}

const anchorsOfPages = new Map<string, ReadonlySet<string>>();

/** Each page is parsed once, however many links lead to it. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = anchorsOfPages.get(page) ?? findAnchors(readPage(page));
  anchorsOfPages.set(page, anchors);
  return anchors;
}

/** Ids of headings, as GitHub makes them. */
function findAnchors(text: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  visit(fromMarkdown(text), "heading", (heading) => {
    let words = "";
    visit(heading, (node: Nodes) => {
      if (node.type === "text" || node.type === "inlineCode") words += node.value;
    });
    anchors.add(slugger.slug(words));
  });
  return anchors;
}

/** Null if the link works. */
function problemOf(page: string, url: string): string | null {
  if (/^(?:https?|mailto):/.test(url)) return null;
  const [path = "", anchor] = url.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  const file = join(PROJECT_DIR, target);
  if (!existsSync(file)) return "there is no such file";
  if (anchor === undefined) return null;
  if (!statSync(file).isFile() || !target.endsWith(".md")) return "only pages have anchors";
  return anchorsOf(target).has(anchor) ? null : "there is no such heading";
}

describe("a link in the documentation", () => {
  it.each(PAGES)("in %s leads to an existing file and heading", (page) => {
    const wrong = findLinks(readPage(page)).flatMap(({ url, line }) => {
      const problem = problemOf(page, url);
      return problem === null ? [] : [`${page}:${line} ${url}: ${problem}`];
    });
    expect(wrong).toEqual([]);
  });

  it("is recognized, and distinguished from a broken one", () => {
    expect(findLinks("[a](b.md) and [c][d]\n\n[d]: e.md#f\n")).toEqual([
      { url: "b.md", line: 1 },
      { url: "e.md#f", line: 3 },
    ]);
    expect(problemOf("README.md", "docs/nothing.md")).toBe("there is no such file");
    expect(problemOf("docs/api.md", "#nothing")).toBe("there is no such heading");
    expect(problemOf("docs/api.md", "../README.md#octavo")).toBe(null);
  });
});

it("README.md names every page of docs/", () => {
  const named = findLinks(readPage("README.md")).map(({ url }) => url.split("#")[0]);
  expect(PAGES.filter((page) => page !== "README.md" && !named.includes(page))).toEqual([]);
});
