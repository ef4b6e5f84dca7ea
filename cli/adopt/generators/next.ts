import type { FormerFolder } from "../former-folder.ts";
import { type Generator, joinUrl, POST_FOLDERS } from "../former-site.ts";
import { toPattern } from "../page-patterns.ts";

const CONFIGS = ["next.config.js", "next.config.mjs", "next.config.ts", "next.config.cjs"];
const METADATA = ["data/siteMetadata.js", "data/siteMetadata.ts", "site.config.js", "site.config.ts", "siteMetadata.js", "config/site.ts"];
const FOLDERS = ["_posts", ...POST_FOLDERS];
const PARENTS = ["", "data/", "content/", "src/content/", "src/data/", "src/"];

export const next: Generator = {
  name: "Next",
  recognize: (folder) => folder.findFile(CONFIGS) ?? (folder.dependencies().includes("next") ? "package.json" : null),
  read(folder, config) {
    const metadata = folder.findConfig(METADATA);
    const content = folder.findMarkdownFolder(PARENTS.flatMap((parent) => FOLDERS.map((name) => parent + name))) ?? "content";
    const page = findPageFolder(folder);
    const tags = findLanguageFolders(folder, content);
    const hasLanguages = tags.length > 1;
    const language = metadata?.text("language", "locale") ?? config.text("i18n.defaultLocale");
    const slash = config.get("trailingSlash") === true ? "/" : "";
    return {
      files: [config, metadata].flatMap((one) => one?.file ?? []),
      name: metadata?.text("title", "name") ?? null,
      url: joinUrl(metadata?.text("siteUrl", "url") ?? null, config.text("basePath") ?? "/"),
      language: hasLanguages && !tags.includes(language ?? "") ? (tags.includes("en") ? "en" : (tags[0] ?? null)) : language,
      languages: hasLanguages ? { layout: "folder", tags } : null,
      description: metadata?.text("description") ?? null,
      author: metadata?.text("author.name", "author") ?? null,
      content,
      posts: ["**/*.{md,mdx}"],
      static: ["public"],
      pages:
        toPattern(
          page?.isBelowLanguage ? "{lang}" : hasLanguages ? "{lang?}" : "",
          page?.folder ?? "posts",
          page?.hasFolders ? "{path}" : "{slug_or_file}",
        ) + slash,
      notRead: [...config.notRead, ...(metadata?.notRead ?? [])],
      notes: page === null ? ["no page [slug] was found: compare urls in octavo.config.ts with the site"] : [],
    };
  },
};

/**
 * Folders for languages share file names, because the files are translations. Folders for
 * categories, such as `ml` and `os`, share none.
 */
function findLanguageFolders(folder: FormerFolder, content: string): readonly string[] {
  const tags = folder.list(content).filter((name) => /^[a-z]{2}(?:-[A-Za-z]{2})?$/.test(name) && folder.isFolder(`${content}/${name}`));
  const files = tags.flatMap((tag) => folder.list(`${content}/${tag}`));
  return new Set(files).size < files.length ? tags : [];
}

interface PageFolder {
  readonly folder: string;
  /** With `[...slug]`, the posts' folders are part of their addresses. */
  readonly hasFolders: boolean;
  /** `app/[lang]/posts/[slug]`: addresses begin with the language. */
  readonly isBelowLanguage: boolean;
}

/** The route of the posts: `app/blog/[slug]`, `pages/posts/[slug].js`. */
function findPageFolder(folder: FormerFolder): PageFolder | null {
  const roots = ["app", "src/app", "pages", "src/pages"].flatMap((root) => {
    const language = folder.list(root).find((name) => /^\[(?:lang|locale)\]$/.test(name));
    return language === undefined ? [root] : [root, `${root}/${language}`];
  });
  for (const root of roots)
    for (const name of [...POST_FOLDERS, ""]) {
      const path = name === "" ? root : `${root}/${name}`;
      const route = folder.list(path).find((entry) => /^\[(?:\.\.\.)?(?:slug|id|post)\](?:\.[jt]sx?)?$/.test(entry));
      if (route !== undefined) return { folder: name, hasFolders: route.startsWith("[..."), isBelowLanguage: root.endsWith("]") };
    }
  return null;
}
