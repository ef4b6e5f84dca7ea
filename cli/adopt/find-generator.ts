import { join } from "node:path";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import { FormerFolder } from "./former-folder.ts";
import type { Generator } from "./former-site.ts";
import { astro } from "./generators/astro.ts";
import { docusaurus } from "./generators/docusaurus.ts";
import { eleventy } from "./generators/eleventy.ts";
import { gatsby } from "./generators/gatsby.ts";
import { hexo } from "./generators/hexo.ts";
import { hugo } from "./generators/hugo.ts";
import { jekyll } from "./generators/jekyll/jekyll.ts";
import { markdown } from "./generators/markdown.ts";
import { next } from "./generators/next.ts";
import { pelican } from "./generators/pelican.ts";
import { quartz } from "./generators/quartz.ts";
import { zola } from "./generators/zola.ts";
import { findMainFolder, surveyMarkdown } from "./posts/survey.ts";

/**
 * Generators with distinctive configuration files come first, plain Markdown last. Hexo comes
 * before Jekyll, and Zola before Hugo, because they share a file name.
 */
const CONFIGURED: readonly Generator[] = [docusaurus, gatsby, astro, eleventy, quartz, pelican, zola, hugo, hexo, jekyll, next];

export interface FoundGenerator {
  readonly generator: Generator;
  /** Path of its configuration, relative to the folder. */
  readonly config: string;
}

/** The generator of the site in a folder; null if none is recognized. */
export function findGenerator(folder: FormerFolder): FoundGenerator | null {
  return recognize(folder, [...CONFIGURED, markdown]);
}

function recognize(folder: FormerFolder, generators: readonly Generator[]): FoundGenerator | null {
  for (const generator of generators) {
    const config = generator.recognize(folder);
    if (config !== null) return { generator, config };
  }
  return null;
}

export interface NestedSite {
  /** Relative to the folder. */
  readonly path: string;
  readonly generator: string;
  /** Whether most of the Markdown is in it. */
  readonly isMain: boolean;
}

/** How deep to look for sites in a repository: `apps/web/blog`. */
const NESTED_DEPTH = 3;

/**
 * Sites of known generators in subfolders of a folder that is not a site itself; only the outermost
 * ones.
 */
export function findNestedSites(folder: FormerFolder): readonly NestedSite[] {
  const folders = surveyMarkdown(folder);
  const main = findMainFolder(folders) ?? ".";
  const above = folders.flatMap(({ path }) => {
    const parts = path === "." ? [] : path.split("/");
    return parts.slice(0, NESTED_DEPTH).map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  const found: NestedSite[] = [];
  for (const path of [...new Set(above)].sort()) {
    if (found.some((outer) => path.startsWith(`${outer.path}/`))) continue;
    const site = recognize(new FormerFolder(join(folder.root, path), new Diagnostics()), CONFIGURED);
    if (site !== null) found.push({ path, generator: site.generator.name, isMain: `${main}/`.startsWith(`${path}/`) });
  }
  return found;
}
