import type { FormerConfig } from "../former-config.ts";
import { toFolder } from "../former-folder.ts";
import { type Generator, joinUrl, POST_FOLDERS } from "../former-site.ts";
import { NO_FOLDER_DATA, readFolderData, readInnerFolders } from "./eleventy-folders.ts";

const CONFIGS = [".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs", "eleventy.config.ts"];
const DATA_FILES = ["metadata", "site", "meta"].flatMap((name) =>
  ["js", "mjs", "cjs", "json", "yaml", "yml"].map((ending) => `${name}.${ending}`),
);
/** Other names for the data of a site: `globalMetaData.js`, `siteConfig.json`. */
const SITE_DATA = /^(?:global|blog|app)?[-_]?(?:site|meta|config)[a-z_-]*\.(?:[cm]?js|json|ya?ml)$/i;

export const eleventy: Generator = {
  name: "Eleventy",
  recognize: (folder) => folder.findFile(CONFIGS),
  read(folder, config) {
    const { file } = config;
    const text = folder.read(file) ?? "";
    // Eleventy 3 may export the configuration under the name `config`.
    const named = folder.constants(file);
    const input =
      toFolder(config.text("dir.input") ?? named.text("config.dir.input") ?? firstText(folder.calls(file, "setInputDirectory")) ?? ".") ??
      ".";
    const at = (path: string): string => (input === "." ? path : `${input}/${path}`);
    const dataFolder =
      config.text("dir.data") ?? named.text("config.dir.data") ?? firstText(folder.calls(file, "setDataDirectory")) ?? "_data";
    const dataPath = toFolder(at(dataFolder)) ?? "_data";
    const others = folder.list(dataPath).filter((name) => SITE_DATA.test(name));
    const data = folder.findConfig([...DATA_FILES, ...others].map((name) => `${dataPath}/${name}`));
    const posts = POST_FOLDERS.find((name) => folder.findMarkdownFolder([at(name)]) !== null) ?? null;
    const folderData = posts === null ? NO_FOLDER_DATA : readFolderData(folder, at(posts), posts);
    const inner = posts === null ? [] : readInnerFolders(folder, at(posts), posts);
    return {
      files: [file, ...[data, folderData, ...inner].flatMap((one) => one?.file ?? [])],
      name: data?.text("title", "name") ?? null,
      url: readUrl(data, config.text("pathPrefix") ?? named.text("config.pathPrefix") ?? "/"),
      language: data?.text("language", "lang", "locale") ?? null,
      description: data?.text("description") ?? null,
      author: data?.text("author.name", "author") ?? null,
      // Only the folder of the posts: pages beside it are templates, some with JavaScript front
      // matter.
      content: posts === null ? input : at(posts),
      posts: ["**/*.md"],
      static: findCopied(folder.calls(file, "addPassthroughCopy"), input),
      // Names stay as written, without a leading date.
      pages: folderData.pages ?? `${posts === null ? "" : `/${posts}`}/{dir}/{name}/`,
      defaults: folderData.defaults,
      folders: Object.fromEntries(inner.map(({ folder: path, pages, defaults }) => [path, withPages(defaults, pages)])),
      notRead: data?.notRead ?? [],
      notes: [
        ...(/addCollection|\.addFilter|\.addShortcode/.test(text) ? ["Eleventy's shortcodes and filters remain in posts as text"] : []),
        ...[folderData, ...inner].flatMap(({ notes }) => notes),
      ],
    };
  },
};

/** The address uses pathPrefix, never a path from the address in a theme's data. */
function readUrl(data: FormerConfig | null, prefix: string): string | null {
  const url = data?.text("url", "siteUrl", "baseUrl") ?? null;
  return joinUrl(URL.parse(url ?? "")?.origin ?? url, prefix);
}

function withPages(defaults: Readonly<Record<string, unknown>>, permalink: string | null): Readonly<Record<string, unknown>> {
  return permalink === null ? defaults : { ...defaults, permalink };
}

/** Folders copied to the root of the site, and paths copied under their own names. */
function findCopied(calls: readonly (readonly unknown[])[], input: string): readonly string[] {
  const folders = calls.flatMap(([copied]) => {
    if (typeof copied === "object" && copied !== null)
      return Object.entries(copied).flatMap(([from, to]) => (to === "/" || to === "" || to === "." ? (toFolder(from) ?? []) : []));
    return typeof copied === "string" ? [toPart(copied, input)] : [];
  });
  return [...new Set([...folders, input])];
}

/**
 * `img` is copied to /img, and so is `src/img` if `src` is the input. Returns the part of the root
 * that contains it.
 */
function toPart(copied: string, input: string): string {
  const path = toFolder(copied) ?? input;
  const isBelow = input !== "." && path.startsWith(`${input}/`);
  const [first = ""] = (isBelow ? path.slice(input.length + 1) : path).split("/");
  if (path === input || first.includes("*")) return input;
  return isBelow ? `${input}/${first}` : first;
}

function firstText(calls: readonly (readonly unknown[])[]): string | null {
  const [first] = calls.flat();
  return typeof first === "string" ? first : null;
}
