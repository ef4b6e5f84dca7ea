import { isMapping } from "../../../build/sources/data-values.ts";
import type { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import { type Generator, joinUrl, POST_FOLDERS } from "../former-site.ts";
import { toPattern } from "../page-patterns.ts";

const CONFIGS = ["astro.config.mjs", "astro.config.ts", "astro.config.js", "astro.config.mts", "astro.config.cjs"];
const CONTENT_CONFIGS = [
  "src/content.config.ts",
  "src/content.config.mjs",
  "src/content.config.js",
  "src/content/config.ts",
  "src/content/config.js",
];
/** Where themes keep the name of a site. */
const CONSTANTS = ["src/consts.ts", "src/consts.js", "src/config.ts", "src/site.config.ts", "src/data/site.ts"];
const MARKDOWN = "**/*.{md,mdx}";

export const astro: Generator = {
  name: "Astro",
  recognize: (folder) => folder.findFile(CONFIGS),
  read(folder, config) {
    const { base, patterns } = findPosts(folder);
    const constants = folder.findFile(CONSTANTS);
    const said = constants === null ? null : folder.constants(constants);
    const collection = base.slice(base.lastIndexOf("/") + 1);
    const isFile = config.text("build.format") === "file";
    const ending = config.text("trailingSlash") === "never" || isFile ? "" : "/";
    const url = joinUrl(config.text("site"), config.text("base") ?? "/");
    return {
      files: [config.file, ...(constants === null ? [] : [constants])],
      name: findConstant(said, ["SITE_TITLE", "SITE_NAME"], ["title", "name"]),
      url: url ?? findConstant(said, ["SITE_URL"], ["website", "url", "href"]),
      language: config.text("i18n.defaultLocale") ?? findConstant(said, [], ["lang", "locale", "language"]),
      timeZone: findConstant(said, [], ["timezone", "timeZone"]),
      description: findConstant(said, ["SITE_DESCRIPTION"], ["description", "desc"]),
      author: findConstant(said, [], ["author.name", "author"]),
      content: base,
      posts: patterns,
      static: [toFolder(config.text("publicDir") ?? "public") ?? "public"],
      pages: `${toPattern(findPageFolder(folder, collection) ?? collection)}/{slug:astro}${ending}`.replace(/^\/\//, "/"),
      slugs: "{path}",
      takesDist: (toFolder(config.text("outDir") ?? "dist") ?? "dist") === "dist",
    };
  },
};

/** The collection of the posts: as its loader says (`glob({ base, pattern })`), else a folder of src/content. */
function findPosts(folder: FormerFolder): { readonly base: string; readonly patterns: readonly string[] } {
  const file = folder.findFile(CONTENT_CONFIGS);
  const calls = file === null ? [] : folder.calls(file, "glob");
  const loaders = calls.flatMap(([options]) => {
    const { base, pattern } = (options ?? {}) as { readonly base?: unknown; readonly pattern?: unknown };
    const path = typeof base === "string" ? toFolder(base) : null;
    const globs = [pattern].flat().filter((glob): glob is string => typeof glob === "string");
    return path === null || folder.findMarkdownFolder([path]) === null
      ? []
      : [{ base: path, patterns: globs.length === 0 ? [MARKDOWN] : globs }];
  });
  const isOfPosts = ({ base }: { readonly base: string }): boolean => POST_FOLDERS.includes(base.slice(base.lastIndexOf("/") + 1));
  const loader = loaders.find(isOfPosts) ?? loaders[0];
  if (loader !== undefined) return loader;
  const parents = ["src/content", "src/data", "content", "src/pages"];
  const usual = folder.findMarkdownFolder(parents.flatMap((parent) => POST_FOLDERS.map((name) => `${parent}/${name}`)));
  return { base: usual ?? "src/content", patterns: [MARKDOWN] };
}

/** The folder of `[slug].astro`, which makes the pages of posts. */
function findPageFolder(folder: FormerFolder, collection: string): string | null {
  const found: string[] = [];
  const look = (path: string, depth: number): void => {
    for (const name of folder.list(path)) {
      if (/^\[(?:\.\.\.)?(?:slug|id|post)\](?:\.(?:astro|[jt]sx?))?$/.test(name)) found.push(path);
      else if (depth < 3 && /^[\w-]+$/.test(name) && folder.isFolder(`${path}/${name}`)) look(`${path}/${name}`, depth + 1);
    }
  };
  look("src/pages", 0);
  const best =
    found.find((path) => path.endsWith(`/${collection}`)) ??
    found.find((path) => POST_FOLDERS.some((name) => path.endsWith(`/${name}`))) ??
    found[0];
  return best === undefined ? null : best.slice("src/pages".length);
}

/** A constant of one of these names, else a member of one of these in a constant that is an object. */
function findConstant(constants: FormerConfig | null, names: readonly string[], members: readonly string[]): string | null {
  if (constants === null) return null;
  const objects = Object.keys(constants.values).filter((name) => isMapping(constants.values[name]));
  return constants.text(...names, ...objects.flatMap((name) => members.map((member) => `${name}.${member}`)));
}
