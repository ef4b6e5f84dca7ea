import { isMapping } from "../../../build/sources/data-values.ts";
import type { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import { type Generator, joinUrl, POST_FOLDERS } from "../former-site.ts";
import { toPattern } from "../page-patterns.ts";

const CONFIGS = ["astro.config.mjs", "astro.config.ts", "astro.config.js", "astro.config.mts", "astro.config.cjs"];
/** Relative to the source folder. */
const CONTENT_CONFIGS = ["content.config.ts", "content.config.mjs", "content.config.js", "content/config.ts", "content/config.js"];
/** Files in which themes keep the site's name. */
const CONSTANTS = ["consts.ts", "consts.js", "config.ts", "site.config.ts", "data/site.ts"];
const MARKDOWN = "**/*.{md,mdx}";

export const astro: Generator = {
  name: "Astro",
  recognize: (folder) => folder.findFile(CONFIGS),
  read(folder, config) {
    const source = toFolder(config.text("srcDir") ?? "src") ?? "src";
    const { base, patterns } = findPosts(folder, source);
    const constants = folder.findFile(CONSTANTS.map((name) => `${source}/${name}`));
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
      pages: `${toPattern(findPageFolder(folder, `${source}/pages`, collection) ?? collection)}/{slug:astro}${ending}`.replace(
        /^\/\//,
        "/",
      ),
      isEndingOpen: config.get("trailingSlash") === undefined && config.get("build.format") === undefined,
      slugs: "{path}",
      takesDist: (toFolder(config.text("outDir") ?? "dist") ?? "dist") === "dist",
    };
  },
};

/**
 * The collection of the posts: from its loader (`glob({ base, pattern })`), or else a folder of
 * src/content.
 */
function findPosts(folder: FormerFolder, source: string): { readonly base: string; readonly patterns: readonly string[] } {
  const file = folder.findFile(CONTENT_CONFIGS.map((name) => `${source}/${name}`));
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
  const parents = [`${source}/content`, `${source}/data`, "content", `${source}/pages`];
  const usual = folder.findMarkdownFolder(parents.flatMap((parent) => POST_FOLDERS.map((name) => `${parent}/${name}`)));
  return { base: usual ?? `${source}/content`, patterns: [MARKDOWN] };
}

/**
 * The address of the folder of `[slug].astro`, which renders the posts. `[...blog]` means /blog.
 */
function findPageFolder(folder: FormerFolder, pages: string, collection: string): string | null {
  const found: string[] = [];
  const look = (path: string, depth: number): void => {
    for (const name of folder.list(path)) {
      if (/^\[(?:\.\.\.)?(?:slug|id|post)\](?:\.(?:astro|[jt]sx?))?$/.test(name)) found.push(path);
      else if (depth < 3 && (/^[\w-]+$/.test(name) || toRestFolder(name) !== null) && folder.isFolder(`${path}/${name}`))
        look(`${path}/${name}`, depth + 1);
    }
  };
  look(pages, 0);
  const paths = found.map((path) =>
    path.slice(pages.length).replace(/\/(\[[^/]*)/, (part, name: string) => `/${toRestFolder(name) ?? part}`),
  );
  const best =
    paths.find((path) => path.endsWith(`/${collection}`)) ??
    paths.find((path) => POST_FOLDERS.some((name) => path.endsWith(`/${name}`))) ??
    paths[0];
  return best ?? null;
}

/**
 * Extracts `blog` from `[...blog]`, a folder that code may rename. Null if it is not a folder of
 * posts.
 */
function toRestFolder(name: string): string | null {
  const rest = /^\[\.\.\.([\w-]+)\]$/.exec(name)?.[1] ?? "";
  return POST_FOLDERS.includes(rest) ? rest : null;
}

/**
 * A constant with one of these names, or a member with one of these names in an object constant.
 */
function findConstant(constants: FormerConfig | null, names: readonly string[], members: readonly string[]): string | null {
  if (constants === null) return null;
  const objects = Object.keys(constants.values).filter((name) => isMapping(constants.values[name]));
  return constants.text(...names, ...objects.flatMap((name) => members.map((member) => `${name}.${member}`)));
}
