import type { FormerConfig } from "../former-config.ts";
import type { FormerFolder } from "../former-folder.ts";
import { type Generator, POST_FOLDERS } from "../former-site.ts";
import { toPattern } from "../page-patterns.ts";

const CONFIGS = ["next.config.js", "next.config.mjs", "next.config.ts", "next.config.cjs"];
const METADATA = ["data/siteMetadata.js", "data/siteMetadata.ts", "site.config.js", "site.config.ts", "siteMetadata.js", "config/site.ts"];
const FOLDERS = ["_posts", ...POST_FOLDERS];
const PARENTS = ["", "data/", "content/", "src/content/", "src/data/", "src/"];

export const next: Generator = {
  name: "Next",
  recognize: (folder) => folder.findFile(CONFIGS) ?? (folder.dependencies().includes("next") ? "package.json" : null),
  read(folder, file) {
    const config = folder.config(file);
    if (config === null) return null;
    const metadataFile = folder.findFile(METADATA);
    const metadata = metadataFile === null ? null : folder.config(metadataFile);
    const content = folder.findMarkdownFolder(PARENTS.flatMap((parent) => FOLDERS.map((name) => parent + name))) ?? "content";
    const page = findPageFolder(folder);
    const base = config.text("basePath") ?? "/";
    const url = metadata?.text("siteUrl", "url") ?? null;
    const slash = config.get("trailingSlash") === true ? "/" : "";
    return {
      files: [file, ...(metadataFile === null ? [] : [metadataFile])],
      name: metadata?.text("title", "name") ?? null,
      url: url === null ? null : url.replace(/\/$/, "") + toPattern(base),
      language: metadata?.text("language", "locale") ?? config.text("i18n.defaultLocale"),
      timeZone: null,
      description: metadata?.text("description") ?? null,
      author: metadata?.text("author.name", "author") ?? null,
      content,
      posts: ["**/*.{md,mdx}"],
      static: ["public"],
      pages: toPattern(page?.folder ?? "posts", page?.hasFolders ? "{path}" : "{slug}") + slash,
      notRead: [...config.notRead, ...notReadOf(metadata)],
      notes: page === null ? ["no page [slug] was found: compare urls in octavo.config.ts with the site"] : [],
    };
  },
};

function notReadOf(config: FormerConfig | null): readonly string[] {
  return config?.notRead ?? [];
}

interface PageFolder {
  readonly folder: string;
  /** `[...slug]`: the folders of posts are in their addresses. */
  readonly hasFolders: boolean;
}

/** The route of posts: `app/blog/[slug]`, `pages/posts/[slug].js`. */
function findPageFolder(folder: FormerFolder): PageFolder | null {
  for (const root of ["app", "src/app", "pages", "src/pages"])
    for (const name of [...POST_FOLDERS, ""]) {
      const path = name === "" ? root : `${root}/${name}`;
      const route = folder.list(path).find((entry) => /^\[(?:\.\.\.)?(?:slug|id|post)\](?:\.[jt]sx?)?$/.test(entry));
      if (route !== undefined) return { folder: name, hasFolders: route.startsWith("[...") };
    }
  return null;
}
