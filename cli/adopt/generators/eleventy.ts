import { problemOfPattern } from "../../../build/kinds/addresses/page-pattern.ts";
import type { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import { type Generator, joinUrl, POST_FOLDERS } from "../former-site.ts";
import { toPattern } from "../page-patterns.ts";

const CONFIGS = [".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs", "eleventy.config.ts"];
const DATA_FILES = ["metadata", "site", "meta"].flatMap((name) =>
  ["js", "mjs", "cjs", "json", "yaml", "yml"].map((ending) => `${name}.${ending}`),
);

export const eleventy: Generator = {
  name: "Eleventy",
  recognize: (folder) => folder.findFile(CONFIGS),
  read(folder, config) {
    const { file } = config;
    const text = folder.read(file) ?? "";
    // Version 3 exports it by name.
    const named = folder.constants(file);
    const input =
      toFolder(config.text("dir.input") ?? named.text("config.dir.input") ?? firstText(folder.calls(file, "setInputDirectory")) ?? ".") ??
      ".";
    const at = (path: string): string => (input === "." ? path : `${input}/${path}`);
    const dataFolder =
      config.text("dir.data") ?? named.text("config.dir.data") ?? firstText(folder.calls(file, "setDataDirectory")) ?? "_data";
    const dataPath = toFolder(at(dataFolder)) ?? "_data";
    const data = folder.findConfig(DATA_FILES.map((name) => `${dataPath}/${name}`));
    const posts = POST_FOLDERS.find((name) => folder.findMarkdownFolder([at(name)]) !== null) ?? null;
    const folderData = posts === null ? NO_FOLDER_DATA : readFolderData(folder, at(posts), posts);
    return {
      files: [file, ...[data, folderData].flatMap((one) => one?.file ?? [])],
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
      notRead: data?.notRead ?? [],
      notes: [
        ...(/addCollection|\.addFilter|\.addShortcode/.test(text) ? ["shortcodes and filters of Eleventy stay as text in posts"] : []),
        ...folderData.notes,
      ],
    };
  },
};

/** The address uses pathPrefix, never a path from the address in a theme's data. */
function readUrl(data: FormerConfig | null, prefix: string): string | null {
  const url = data?.text("url", "siteUrl", "baseUrl") ?? null;
  return joinUrl(URL.parse(url ?? "")?.origin ?? url, prefix);
}

interface FolderData {
  /** null if there is none. */
  readonly file: string | null;
  /** Pattern of the pages; null if it states none, or one that our patterns cannot express. */
  readonly pages: string | null;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

const NO_FOLDER_DATA: FolderData = { file: null, pages: null, defaults: {}, notes: [] };
/** Default values that mean one of our fields. Tags are Eleventy's collections. */
const DEFAULT_KEYS = ["lang", "language", "author", "draft"];

/**
 * A folder's data applies to every post in it: `posts/posts.11tydata.json`. Only literals are read.
 */
function readFolderData(folder: FormerFolder, path: string, name: string): FolderData {
  const endings = ["11tydata.js", "11tydata.mjs", "11tydata.cjs", "11tydata.json", "json"];
  const config = folder.findConfig(endings.map((ending) => `${path}/${name}.${ending}`));
  if (config === null) return NO_FOLDER_DATA;
  const written = config.text("permalink");
  const pages = written === null ? null : fromTemplate(written, name);
  const values = DEFAULT_KEYS.map((key) => [key, config.get(key)] as const);
  const wrong = `${config.file}: permalink ${written} holds for all posts: say it as urls: { posts: … } in octavo.config.ts`;
  return {
    file: config.file,
    pages,
    defaults: Object.fromEntries(values.filter(([, value]) => typeof value === "string" || typeof value === "boolean")),
    notes: [
      ...(written !== null && pages === null ? [wrong] : []),
      ...config.notRead.map((place) => `${place} is computed: code is not run, so look whether octavo.config.ts says it`),
    ],
  };
}

/**
 * Converts `/blog/{{ page.date | date: "%Y" }}/{{ page.fileSlug }}/index.html` to
 * `/blog/{date:%Y}/{name}/`. Null if it uses anything else.
 */
function fromTemplate(written: string, folder: string): string | null {
  const filled = written.replaceAll(/\{\{-?\s*(.*?)\s*-?\}\}/g, (_, code: string) => {
    const [value = "", filter = ""] = code.split("|").map((part) => part.trim());
    const format = /^date:\s*["'](.*)["']$/.exec(filter)?.[1];
    if (value === "page.date" && format !== undefined) return `{date:${format}}`;
    const isSlug = filter === "" || /^(?:slug|slugify|url)$/.test(filter);
    return (isSlug ? TEMPLATE_VALUES[value] : undefined)?.replace("FOLDER", folder) ?? "{}";
  });
  const pattern = toPattern(filled.replace(/(?<=\/)index\.html$/, ""));
  return problemOfPattern(pattern) === null ? pattern : null;
}

const TEMPLATE_VALUES: Readonly<Record<string, string>> = {
  "page.fileSlug": "{name}",
  "page.filePathStem": "/FOLDER/{dir}/{name}",
  slug: "{slug_or_name}",
  title: "{title:astro}",
};

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
