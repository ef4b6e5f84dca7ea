import { problemOfDateFormat } from "../../../build/kinds/addresses/date-format.ts";
import { isSlug } from "../../../contract/slug-pattern.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import type { Generator } from "../former-site.ts";
import { noteOfPattern, toPattern } from "../page-patterns.ts";

const CONFIGS = ["pelicanconf.py"];
/** Pelican's fields and date formats, with our equivalents. */
const TOKENS: Readonly<Record<string, string>> = {
  slug: "{slug}",
  category: "{category}",
  lang: "{lang}",
  "date:%Y": "{year}",
  "date:%m": "{month}",
  "date:%d": "{day}",
};

export const pelican: Generator = {
  name: "Pelican",
  recognize: (folder) => folder.findFile(CONFIGS),
  read(folder, config) {
    const articles = config.texts("ARTICLE_PATHS").flatMap((path) => toFolder(path) ?? []);
    // Without PATH, the folder is an argument: `pelican content`.
    const path = toFolder(config.text("PATH") ?? (folder.isFolder("content") ? "content" : ".")) ?? ".";
    const content = path === "." && articles.length === 1 ? (articles[0] ?? ".") : path;
    const folders = content === path && articles.length > 0 ? articles : ["."];
    const written = config.text("ARTICLE_URL") ?? "{slug}.html";
    let unknown: string | null = null;
    const beside = config.texts("PAGE_PATHS").concat(config.get("PAGE_PATHS") === undefined ? ["pages"] : []);
    const isByFolder = config.get("USE_FOLDER_AS_CATEGORY") !== false && hasFolderCategories(folder, content, beside);
    const tokens = isByFolder ? { ...TOKENS, category: "{section}" } : TOKENS;
    const pages = written.replaceAll(/\{([^}]*)\}/g, (token, name: string) => {
      const isDate = name.startsWith("date:") && problemOfDateFormat(name.slice("date:".length)) === null;
      unknown ??= name in TOKENS || isDate ? null : token;
      return tokens[name] ?? token;
    });
    const url = config.text("SITEURL");
    return {
      name: config.text("SITENAME"),
      url: url === "/" ? null : url,
      language: config.text("DEFAULT_LANG"),
      timeZone: config.text("TIMEZONE"),
      description: config.text("SITESUBTITLE"),
      author: config.text("AUTHOR"),
      content,
      posts: [
        ...folders.map((one) => (one === "." ? MARKDOWN : `${one}/${MARKDOWN}`)),
        ...beside.flatMap((page) => (folder.isFolder(`${content}/${page}`) ? [`!${page}/**`] : [])),
      ],
      static: [content],
      pages: unknown === null ? toPattern(pages) : null,
      names: { permalink: "" },
      titleSlugs: { ofTitle: slugOfPelican, isBeforeSlug: false },
      notes: unknown === null ? [] : [noteOfPattern(config.file, written, unknown)],
    };
  },
};

const MARKDOWN = "**/*.{md,markdown}";

/** Whether most articles are in folders and state no category. The folder is then the category. */
function hasFolderCategories(folder: FormerFolder, content: string, beside: readonly string[]): boolean {
  const names = folder.list(content).filter((name) => !beside.includes(name));
  const inside = names.flatMap((name) => folder.list(`${content}/${name}`).map((file) => `${content}/${name}/${file}`));
  const articles = inside.filter((path) => /\.(?:md|markdown)$/.test(path));
  const stated = articles.filter((path) => /^category[ \t]*:/im.test(folder.read(path)?.slice(0, HEAD_LENGTH) ?? ""));
  return articles.length > 0 && stated.length * 2 < articles.length;
}

/** Longer front matter is rare. */
const HEAD_LENGTH = 2000;

/** Converts `What's new?` to `whats-new`. Null if Pelican treats a letter differently. */
function slugOfPelican(title: string): string | null {
  const words = title
    .normalize("NFKD")
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase();
  const slug = words.replaceAll(/[-\s]+/g, "-").replaceAll(/^-|-$/g, "");
  return isSlug(slug) ? slug : null;
}
