import { toSlug } from "../../../build/shared/slugs.ts";
import { isMapping } from "../../../build/sources/data-values.ts";
import { isSlug } from "../../../contract/slug-pattern.ts";
import type { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import { type Generator, POST_FOLDERS } from "../former-site.ts";
import { fromColonPattern, noteOfPattern } from "../page-patterns.ts";
import { surveyMarkdown } from "../posts/survey.ts";

const ENDINGS = ["toml", "yaml", "yml", "json"];
const names = (stem: string): readonly string[] => ENDINGS.map((ending) => `${stem}.${ending}`);
const OWN = [...names("hugo"), ...names("config/_default/hugo"), ...names("config/_default/config")];
/** Zola also has config.toml, but with base_url. */
const SHARED = names("config");

const MARKDOWN = "**/*.{md,markdown}";
const TOKENS = {
  year: "{year}",
  month: "{month}",
  day: "{day}",
  slug: "{slug}",
  title: "{slug}",
  filename: "{name:hugo}",
  contentbasename: "{name:hugo}",
  slugorfilename: "{slug_or_file:hugo}",
  slugorcontentbasename: "{slug_or_file:hugo}",
};

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
  read(folder, config) {
    const beside = (stem: string): FormerConfig | null => folder.findConfig(names(`config/_default/${stem}`));
    const [params, permalinks, languages] = [beside("params"), beside("permalinks"), beside("languages")];
    const language = config.text("defaultContentLanguage") ?? "en";
    const own = toFolder(config.text("contentDir") ?? config.text(`languages.${language}.contentDir`) ?? "content") ?? "content";
    const tags = listLanguages(config, languages);
    const layout = findLayout(folder, own, tags);
    // Each language has a folder; the content folder is the one around them.
    const content = layout === "folder" ? own.slice(0, -language.length - 1) || "." : own;
    const stated = [...(params?.texts("mainSections") ?? []), ...config.texts("params.mainSections"), ...config.texts("mainSections")];
    const { sections, warnings } = findSections(folder, own, stated);
    const pages = readPages(config, permalinks, sections, layout === null && isPlainSection(folder, `${own}/${sections[0] ?? ""}`));
    const isInSubfolder = config.get("defaultContentLanguageInSubdir") === true;
    const prefix = layout === null ? "" : isInSubfolder ? "/{lang:hugo}" : "/{lang?:hugo}";
    const staticFolders = config.texts("staticDir").flatMap((path) => toFolder(path) ?? []);
    const files = [config, params, permalinks, languages].filter((one) => one !== null);
    return {
      files: files.map((one) => one.file),
      name: config.text("title") ?? languages?.text(`${language}.title`) ?? config.text(`languages.${language}.title`),
      url: config.text("baseURL"),
      // A translation's language is compared with this.
      language:
        layout !== null
          ? language
          : (config.text("locale", "languageCode") ??
            config.text(`languages.${language}.languageCode`) ??
            languages?.text(`${language}.languageCode`) ??
            language),
      languages: layout === null ? null : { layout, tags },
      timeZone: config.text("timeZone"),
      description: params?.text("description") ?? config.text("params.description"),
      author: params?.text("author.name", "author") ?? config.text("params.author.name", "params.author", "author.name", "author"),
      content,
      posts: (layout === "folder" ? tags.map((tag) => `${tag}/`) : [""]).flatMap((start) =>
        sections.map((section) => start + (section === "" ? MARKDOWN : `${section}/${MARKDOWN}`)),
      ),
      static: staticFolders.length === 0 ? ["static"] : staticFolders,
      pages: pages.pattern === null ? null : prefix + pages.pattern,
      titleSlugs: pages.titleSlugs && {
        ...pages.titleSlugs,
        exact: { ...pages.titleSlugs.exact, pages: prefix + pages.titleSlugs.exact.pages },
      },
      names: { url: "permalink" },
      hasAnyCase: true,
      notRead: files.flatMap((one) => one.notRead),
      warnings,
      notes: [...pages.notes, ...noteOfLanguages(tags, layout)],
    };
  },
};

/** A section with one file is a page such as about/index.md. */
const SECTION_FILES_MIN = 2;

/**
 * Uses `mainSections`, else the folder with the most posts, else one with a common name, else all
 * content.
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
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [most] = [...counts].find(([, count]) => count * 2 > total) ?? [usual];
  const others = [...counts].filter(([name, count]) => name !== most && (name === usual || count >= SECTION_FILES_MIN));
  if (others.length === 0) return { sections: [most], warnings: [] };
  const shown = others.sort(([, a], [, b]) => b - a).map(([name, count]) => `${content}/${name} (${count})`);
  const warning = `no mainSections is stated: ${content}/${most} (${counts.get(most) ?? 0}) is taken for the posts. Not taken: ${shown.join(", ")}; add their globs to collections.posts in octavo.config.ts if they are posts`;
  return { sections: [most], warnings: [warning] };
}

/** Counts the files with front matter in each folder of the content. */
function countSections(folder: FormerFolder, content: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, posts } of surveyMarkdown(folder)) {
    const [section = ""] = path.startsWith(`${content}/`) ? path.slice(content.length + 1).split("/") : [];
    if (section !== "" && posts > 0) counts.set(section, (counts.get(section) ?? 0) + posts);
  }
  return counts;
}

/**
 * Hugo writes addresses in lower case. If each name is already a slug and there are no folders in
 * between, both results are equal.
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

/**
 * Pages are at the file's path, with a stated slug in place of the name; or as `permalinks` sets
 * them.
 */
function readPages(config: FormerConfig, own: FormerConfig | null, sections: readonly string[], isPlain: boolean) {
  const section = sections[0] ?? "";
  const written =
    own?.text(`page.${section}`, section, "page.*") ??
    config.text(`permalinks.page.${section}`, `permalinks.${section}`, "permalinks.page./", "permalinks./");
  const ending = config.get("uglyURLs") === true ? ".html" : "/";
  if (written === null) {
    const parts = [section === "" ? "" : "/{section:hugo}", "/{dir:hugo}/", hasDatedNames(config) ? "{slug:hugo}" : "{slug_or_file:hugo}"];
    const path = isPlain && sections.length === 1 && section !== "" ? `/${section}/{slug}` : parts.join("");
    return { pattern: path + ending, notes: [], titleSlugs: null };
  }
  const ofSection = sections.length > 1 ? "{section:hugo}" : section;
  const { pattern, unknown } = fromColonPattern(written, { ...TOKENS, section: ofSection, sections: ofSection });
  const notes = [
    ...(pattern === null ? [noteOfPattern(config.file, written, unknown)] : []),
    ...noteOfOtherPatterns(config, own, sections, written),
  ];
  if (pattern === null || !/:(?:title|slug)\b/.test(written)) return { pattern, notes, titleSlugs: null };
  const isBeforeSlug = written.includes(":title");
  const exact = { pages: pattern.replace("{slug}", isBeforeSlug ? "{title:hugo}" : "{slug:hugo}"), slugs: isBeforeSlug ? null : "{title}" };
  return { pattern, notes, titleSlugs: { ofTitle: slugOfHugo, isBeforeSlug, exact } };
}

/** Whether a date at the beginning of a file's name is not part of its slug. */
function hasDatedNames(config: FormerConfig): boolean {
  return config.texts("frontmatter.date").includes(":filename");
}

function noteOfOtherPatterns(
  config: FormerConfig,
  own: FormerConfig | null,
  sections: readonly string[],
  written: string,
): readonly string[] {
  const patternOf = (section: string): string | null =>
    own?.text(`page.${section}`, section) ?? config.text(`permalinks.page.${section}`, `permalinks.${section}`);
  const others = sections.filter((section) => (patternOf(section) ?? written) !== written);
  if (others.length === 0) return [];
  return [
    `${config.file}: the posts of ${others.join(", ")} have other permalinks than those of ${sections[0]}: write permalink: into them`,
  ];
}

/**
 * Converts `What's new?` to `whats-new`, like Hugo's UnicodeSanitize. Null if Hugo keeps a letter
 * or sign that our slugs cannot have (`c++`, `é`).
 */
function slugOfHugo(title: string): string | null {
  let slug = "";
  let isSpaceBefore = false;
  for (const letter of title.toLowerCase()) {
    if (/[^\p{P}\p{S}\p{Z}\s\da-z]|[./\\_#+~%@]/u.test(letter)) return null;
    if (/[\da-z-]/.test(letter)) {
      slug += isSpaceBefore && letter !== "-" ? `-${letter}` : letter;
      isSpaceBefore = false;
    } else if (/\s/.test(letter)) isSpaceBefore = slug !== "" && !slug.endsWith("-");
  }
  return isSlug(slug) ? slug : null;
}

function listLanguages(config: FormerConfig, own: FormerConfig | null): readonly string[] {
  const languages = { ...config.mapping("languages"), ...own?.values };
  return Object.keys(languages).filter((tag) => isMapping(languages[tag]));
}

/**
 * How translations are named: `content/de/posts/a.md`, or `content/posts/a.de.md`. Null if neither
 * is found.
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
  return [`the site has ${tags.length} languages (${tags.join(", ")}): posts say theirs with language:`];
}
