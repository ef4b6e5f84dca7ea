import { type FormerFolder, toFolder } from "../former-folder.ts";
import { type Generator, POST_FOLDERS } from "../former-site.ts";

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
    return {
      files: [file, ...(data === null ? [] : [data.file])],
      name: data?.text("title", "name") ?? null,
      url: data?.text("url", "siteUrl", "baseUrl") ?? null,
      language: data?.text("language", "lang", "locale") ?? null,
      description: data?.text("description") ?? null,
      author: data?.text("author.name", "author") ?? null,
      // The folder of the posts alone: pages beside it are templates, some with front matter in JavaScript.
      content: posts === null ? input : at(posts),
      posts: ["**/*.md"],
      static: findCopied(folder.calls(file, "addPassthroughCopy"), input),
      pages: posts === null ? "/{slug}/" : `/${posts}/{slug}/`,
      notRead: data?.notRead ?? [],
      notes: [
        ...(/addCollection|\.addFilter|\.addShortcode/.test(text) ? ["shortcodes and filters of Eleventy stay as text in posts"] : []),
        ...(posts === null ? [] : noteOfFolderData(folder, at(posts), posts)),
      ],
    };
  },
};

/** Data of a folder is for every post in it: what it says is not read. */
function noteOfFolderData(folder: FormerFolder, path: string, name: string): readonly string[] {
  const endings = ["11tydata.js", "11tydata.mjs", "11tydata.cjs", "11tydata.json", "json"];
  const config = folder.findConfig(endings.map((ending) => `${path}/${name}.${ending}`));
  const permalink = config?.text("permalink") ?? null;
  if (config === null || permalink === null) return [];
  return [`${config.file}: permalink ${permalink} holds for all posts: say it as urls: { posts: … } in octavo.config.ts`];
}

/** Folders that are copied to the root of the site, and what is copied under its own name. */
function findCopied(calls: readonly (readonly unknown[])[], input: string): readonly string[] {
  const folders = calls.flatMap(([copied]) => {
    if (typeof copied === "object" && copied !== null)
      return Object.entries(copied).flatMap(([from, to]) => (to === "/" || to === "" || to === "." ? (toFolder(from) ?? []) : []));
    return typeof copied === "string" ? [toPart(copied, input)] : [];
  });
  return [...new Set([...folders, input])];
}

/** `img` goes to /img, `src/img` too where `src` is the input: the part of the site's root that holds it. */
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
