import { isMapping } from "../../../build/sources/data-values.ts";
import type { FormerConfig } from "../former-config.ts";
import { toFolder } from "../former-folder.ts";
import { type Generator, joinUrl, POST_FOLDERS } from "../former-site.ts";
import { listFullest, surveyMarkdown } from "../posts/survey.ts";

const CONFIGS = ["gatsby-config.js", "gatsby-config.ts", "gatsby-config.mjs"];

export const gatsby: Generator = {
  name: "Gatsby",
  recognize: (folder) => folder.findFile(CONFIGS),
  read(folder, config) {
    const usual = POST_FOLDERS.flatMap((name) => [`content/${name}`, `src/${name}`, `src/pages/${name}`, name]);
    const source = findSources(config).find((path) => folder.isFolder(path)) ?? null;
    // src contains all code and is not part of addresses, so its folders of posts are used.
    const inSource = source === "src" ? POST_FOLDERS.flatMap((name) => [`src/${name}`, `src/pages/${name}`]) : [];
    const narrowed = folder.findMarkdownFolder(inSource);
    const others = narrowed === null ? [] : surveyMarkdown(folder).filter(({ path }) => isBeside(path, narrowed));
    const content = narrowed ?? source ?? folder.findMarkdownFolder(usual) ?? "content";
    return {
      name: config.text("siteMetadata.title"),
      url: joinUrl(config.text("siteMetadata.siteUrl", "siteMetadata.url"), config.text("pathPrefix") ?? "/"),
      language: config.text("siteMetadata.language", "siteMetadata.lang"),
      description: config.text("siteMetadata.description"),
      author: config.text("siteMetadata.author.name", "siteMetadata.author"),
      content,
      posts: ["**/*.{md,mdx}"],
      static: ["static"],
      pages: "/{path}/",
      isEndingOpen: config.get("trailingSlash") === undefined,
      names: { path: "permalink" },
      warnings: others.length === 0 ? [] : [`only ${content} is used. Other folders of src contain Markdown: ${listFullest(others)}`],
      notes: ["gatsby-node.js makes the addresses in code, which is not run: compare urls in octavo.config.ts with the site"],
    };
  },
};

function isBeside(path: string, content: string): boolean {
  return path.startsWith("src/") && !`${path}/`.startsWith(`${content}/`);
}

/**
 * Folders that gatsby-source-filesystem reads, except folders of pictures; folders of posts come
 * first.
 */
function findSources(config: FormerConfig): readonly string[] {
  const plugins = config.get("plugins");
  const sources = (Array.isArray(plugins) ? plugins : []).flatMap((plugin) => {
    if (!isMapping(plugin) || plugin.resolve !== "gatsby-source-filesystem" || !isMapping(plugin.options)) return [];
    const { path, name } = plugin.options;
    const folder = typeof path === "string" ? toFolder(path) : null;
    return folder === null || /image|asset|media/i.test(String(name)) ? [] : [{ folder, isPosts: POST_FOLDERS.includes(String(name)) }];
  });
  return sources.sort((a, b) => Number(b.isPosts) - Number(a.isPosts)).map(({ folder }) => folder);
}
