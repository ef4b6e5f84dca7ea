import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_DIR } from "../helpers/sample-site.ts";

/** Splits README.md and its neighbours, and the pages of docs/, into their parts. */

export interface Fence {
  /** Path of the page, relative to the project's folder. */
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Empty if the fence names none. */
  readonly language: string;
  readonly text: string;
  /**
   * Text of the nearest non-empty line above the fence, such as `octavo.config.ts`, which names the
   * file.
   */
  readonly before: string;
}

/** The pages of the project's folder, and the pages below docs/, sorted. */
export const PAGES: readonly string[] = [
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  ...readdirSync(join(PROJECT_DIR, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .sort(),
];

export function readPage(page: string): string {
  return readFileSync(join(PROJECT_DIR, page), "utf8");
}

/** Fenced blocks in order; a fence inside a longer fence is part of its text. */
export function findFences(page: string, text = readPage(page)): readonly Fence[] {
  const fences: Fence[] = [];
  let before = "";
  let open: { mark: string; language: string; line: number; lines: string[] } | null = null;
  for (const [at, line] of text.split("\n").entries()) {
    const [, mark, language = ""] = /^(`{3,})(\S*)\s*$/.exec(line) ?? [];
    if (open !== null) {
      if (mark === open.mark && language === "") {
        fences.push({ page, line: open.line, language: open.language, text: `${open.lines.join("\n")}\n`, before });
        open = null;
      } else open.lines.push(line);
    } else if (mark !== undefined) open = { mark, language, line: at + 1, lines: [] };
    else if (line.trim() !== "") before = line;
  }
  if (open !== null) throw new Error(`${page}:${open.line} a fence is not closed`);
  return fences;
}

/** The fences below each heading of the second level: heading → fences. */
export function findSections(page: string): ReadonlyMap<string, readonly Fence[]> {
  const lines = readPage(page).split("\n");
  return Map.groupBy(findFences(page), ({ line }) =>
    (lines.slice(0, line).findLast((one) => one.startsWith("## ")) ?? "").replace("## ", ""),
  );
}

/** A name for a test: the position of a fence. */
export function placeOf({ page, line, language }: Fence): string {
  return `${page}:${line} (${language})`;
}

/**
 * The file of a site that a block shows: the path at the end of the line above it, such
 * as `content/about.md`:; null if none is named.
 */
export function fileOf({ before, language }: Fence): string | null {
  const [, path] = /`(content\/[^`]+|octavo\.config\.ts)`[^`]*:$/.exec(before) ?? [];
  return language === "sh" ? null : (path ?? null);
}
