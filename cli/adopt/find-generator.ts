import type { FormerFolder } from "./former-folder.ts";
import type { Generator } from "./former-site.ts";
import { astro } from "./generators/astro.ts";
import { docusaurus } from "./generators/docusaurus.ts";
import { eleventy } from "./generators/eleventy.ts";
import { gatsby } from "./generators/gatsby.ts";
import { hexo } from "./generators/hexo.ts";
import { hugo } from "./generators/hugo.ts";
import { jekyll } from "./generators/jekyll.ts";
import { markdown } from "./generators/markdown.ts";
import { next } from "./generators/next.ts";
import { pelican } from "./generators/pelican.ts";
import { quartz } from "./generators/quartz.ts";
import { zola } from "./generators/zola.ts";

/**
 * Generators with distinctive configuration files come first, plain Markdown last. Hexo shares a
 * file name with Jekyll and comes before it; so does Zola with Hugo.
 */
const GENERATORS: readonly Generator[] = [docusaurus, gatsby, astro, eleventy, quartz, pelican, zola, hugo, hexo, jekyll, next, markdown];

export interface FoundGenerator {
  readonly generator: Generator;
  /** Its configuration, below the folder. */
  readonly config: string;
}

/** The generator of the site in a folder; null if none is recognised. */
export function findGenerator(folder: FormerFolder): FoundGenerator | null {
  for (const generator of GENERATORS) {
    const config = generator.recognize(folder);
    if (config !== null) return { generator, config };
  }
  return null;
}
