import { toSlug } from "../../../build/shared/slugs.ts";
import { isMapping } from "../../../build/sources/data-values.ts";
import { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import { type FormerSite, type Generator, POST_FOLDERS } from "../former-site.ts";
import { surveyMarkdown } from "../posts/survey.ts";
import { type HugoSections, readHugoPages, readOtherSections } from "./hugo-pages.ts";

const ENDINGS = ["toml", "yaml", "yml", "json"];
const names = (stem: string): readonly string[] => ENDINGS.map((ending) => `${stem}.${ending}`);
const OWN = [...names("hugo"), ...names("config/_default/hugo"), ...names("config/_default/config")];
/** Zola also has a config.toml, with base_url. */
const SHARED = names("config");

const MARKDOWN = "**/*.{md,markdown}";

export const hugo: Generator = {
  name: "Hugo",
  recognize(folder) {
    const own = folder.findFile(OWN);
    if (own !== null) return own;
    const shared = folder.findFile(SHARED);
    if (shared === null || !folder.isFolder("content")) return null;
    const text = folder.read(shared) ?? "";
    return /^\s*"?base_url/im.test(text) ? null : shared;
  },
  read(folder, root) {
    const config = readConfigFolder(folder, root);
    const beside = (stem: string): FormerConfig | null => folder.findConfig(names(`config/_default/${stem}`));
    const [params, permalinks, languages] = [beside("params"), beside("permalinks"), beside("languages")];
    const language = config.text("defaultContentLanguage") ?? "en";
    const own = toFolder(config.text("contentDir") ?? config.text(`languages.${language}.contentDir`) ?? "content") ?? "content";
    const tags = listLanguages(config, languages);
    const layout = findLayout(folder, own, tags);
    // With one folder per language, the content folder is their parent.
    const content = layout === "folder" ? own.slice(0, -language.length - 1) || "." : own;
    const stated = [...(params?.texts("mainSections") ?? []), ...config.texts("params.mainSections"), ...config.texts("mainSections")];
    const { sections, warnings } = findSections(folder, own, stated);
    const paths = sections.map((section) => `${own}/${section}`);
    const pages = readHugoPages(config, permalinks, sections, lookAtSections(folder, paths, layout));
    const others = readOtherSections(config, permalinks, sections);
    const isInSubfolder = config.get("defaultContentLanguageInSubdir") === true;
    const prefix = layout === null ? "" : isInSubfolder ? "/{lang:hugo}" : "/{lang?:hugo}";
    const starts = layout === "folder" ? tags.map((tag) => `${tag}/`) : [""];
    const staticFolders = config.texts("staticDir").flatMap((path) => toFolder(path) ?? []);
    const files = [config, params, permalinks, languages].filter((one) => one !== null);
    return {
      files: files.map((one) => one.file),
      name: config.text("title") ?? languages?.text(`${language}.title`) ?? config.text(`languages.${language}.title`),
      url: config.text("baseURL"),
      // The languages of translations are compared with this.
      language: (layout === null ? readLanguageCode(language, config, languages) : null) ?? language,
      languages: layout === null ? null : { layout, tags },
      timeZone: config.text("timeZone"),
      datesInOwnOffset: true,
      description: params?.text("description") ?? config.text("params.description"),
      author: params?.text("author.name", "author") ?? config.text("params.author.name", "params.author", "author.name", "author"),
      content,
      posts: starts.flatMap((start) => sections.map((section) => start + (section === "" ? MARKDOWN : `${section}/${MARKDOWN}`))),
      folders: toFolders(starts, prefix, others.patterns),
      static: staticFolders.length === 0 ? ["static"] : staticFolders,
      pages: pages.pattern === null ? null : prefix + pages.pattern,
      titleSlugs: pages.titleSlugs && {
        ...pages.titleSlugs,
        exact: { ...pages.titleSlugs.exact, pages: prefix + pages.titleSlugs.exact.pages },
      },
      names: { url: "permalink" },
      hasAnyCase: true,
      takesHtml: true,
      notRead: files.flatMap((one) => one.notRead),
      warnings,
      notes: [...pages.notes, ...others.notes, ...noteOfLanguages(tags, layout)],
    };
  },
};

/**
 * Values in config/_default take precedence over the root's configuration file, table by table.
 */
function readConfigFolder(folder: FormerFolder, root: FormerConfig): FormerConfig {
  const inside = OWN.filter((name) => name.startsWith("config/") && name !== root.file);
  const over = folder.findConfig(inside);
  if (over === null || root.file.startsWith("config/")) return root;
  const keys = new Map(Object.keys(root.values).map((key) => [key.toLowerCase(), key]));
  const values: Record<string, unknown> = { ...root.values };
  for (const [key, value] of Object.entries(over.values)) {
    const name = keys.get(key.toLowerCase()) ?? key;
    const present = values[name];
    values[name] = isMapping(present) && isMapping(value) ? { ...present, ...value } : value;
  }
  return new FormerConfig(over.file, values);
}

function readLanguageCode(language: string, config: FormerConfig, languages: FormerConfig | null): string | null {
  const key = `${language}.languageCode`;
  return config.text("locale", "languageCode") ?? config.text(`languages.${key}`) ?? languages?.text(key) ?? null;
}

/** Patterns of sections, in the folders of all languages. */
function toFolders(
  starts: readonly string[],
  prefix: string,
  patterns: Readonly<Record<string, string>>,
): NonNullable<FormerSite["folders"]> {
  const sections = Object.entries(patterns);
  return Object.fromEntries(starts.flatMap((start) => sections.map(([name, pattern]) => [start + name, { permalink: prefix + pattern }])));
}

/** A section with one file is a page such as about/index.md. */
const SECTION_FILES_MIN = 2;

/**
 * Reads `mainSections`. Without it, the posts are all of the content if no folder has a common name
 * for posts, and otherwise the folder with the most posts.
 */
function findSections(
  folder: FormerFolder,
  content: string,
  said: readonly string[],
): { readonly sections: readonly string[]; readonly warnings: readonly string[] } {
  const there = said.filter((section) => toFolder(section) === section && folder.isFolder(`${content}/${section}`));
  if (there.length > 0) return { sections: [...new Set(there)], warnings: [] };
  const usual = POST_FOLDERS.find((name) => folder.findMarkdownFolder([`${content}/${name}`]) !== null);
  if (usual === undefined) return { sections: [""], warnings: [] };
  const counts = countSections(folder, content);
  const highest = Math.max(...counts.values());
  // Hugo also uses the largest section.
  const most = (counts.get(usual) ?? 0) === highest ? usual : ([...counts].find(([, count]) => count === highest)?.[0] ?? usual);
  const others = [...counts].filter(([name, count]) => name !== most && (name === usual || count >= SECTION_FILES_MIN));
  if (others.length === 0) return { sections: [most], warnings: [] };
  const shown = others.sort(([, a], [, b]) => b - a).map(([name, count]) => `${content}/${name} (${count})`);
  const warning = `mainSections is not set: ${content}/${most} (${counts.get(most) ?? 0}) is used for the posts. Not used: ${shown.join(", ")}; add their globs to collections.posts in octavo.config.ts if they are posts`;
  return { sections: [most], warnings: [warning] };
}

/** @param paths folders of the sections */
function lookAtSections(folder: FormerFolder, paths: readonly string[], layout: "suffix" | "folder" | null): HugoSections {
  return {
    isPlain: layout === null && isPlainSection(folder, paths[0] ?? ""),
    hasNestedSections: paths.some((path) => hasSectionsBelow(folder, path)),
  };
}

/** Whether a subfolder of a section is a section itself, because it has an _index.md. */
function hasSectionsBelow(folder: FormerFolder, path: string): boolean {
  const isSection = (name: string): boolean => /^_index\./.test(name);
  return folder.list(path).some((name) => folder.findFileBelow(`${path}/${name}`, isSection) !== null);
}

/** Number of files with front matter in each folder of the content. */
function countSections(folder: FormerFolder, content: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, posts } of surveyMarkdown(folder)) {
    const [section = ""] = path.startsWith(`${content}/`) ? path.slice(content.length + 1).split("/") : [];
    if (section !== "" && posts > 0) counts.set(section, (counts.get(section) ?? 0) + posts);
  }
  return counts;
}

/**
 * Hugo lower-cases addresses. If every lower-cased name is a slug and there are no subfolders, its
 * addresses are our slugs.
 */
function isPlainSection(folder: FormerFolder, path: string): boolean {
  return folder.list(path).every((name) => {
    const isBundle = folder.isFolder(`${path}/${name}`);
    if (isBundle) return folder.findFile([`${path}/${name}/index.md`]) !== null && isSlugOfHugo(name);
    return !/\.(?:md|markdown)$/.test(name) || name.startsWith("_index") || isSlugOfHugo(name.replace(/\.\w+$/, ""));
  });
}

function isSlugOfHugo(name: string): boolean {
  return !/^\d{4}-\d{2}-\d{2}/.test(name) && toSlug(name) === name.toLowerCase();
}

function listLanguages(config: FormerConfig, own: FormerConfig | null): readonly string[] {
  const languages = { ...config.mapping("languages"), ...own?.values };
  return Object.keys(languages).filter((tag) => isMapping(languages[tag]));
}

/**
 * Whether folders or suffixes state the language: `content/de/posts/a.md` or
 * `content/posts/a.de.md`. Null if neither does.
 */
function findLayout(folder: FormerFolder, content: string, tags: readonly string[]): "suffix" | "folder" | null {
  if (tags.length < 2) return null;
  const parent = content.slice(0, content.lastIndexOf("/") + 1);
  if (tags.includes(content.slice(parent.length)) && tags.some((tag) => parent + tag !== content && folder.isFolder(parent + tag)))
    return "folder";
  return folder.findFileBelow(content, (name) => tags.some((tag) => name.endsWith(`.${tag}.md`))) === null ? null : "suffix";
}

function noteOfLanguages(tags: readonly string[], layout: string | null): readonly string[] {
  if (tags.length < 2 || layout !== null) return [];
  return [`the site has ${tags.length} languages (${tags.join(", ")}): add language: to the posts`];
}
