import { problemOfDateFormat } from "../../../build/kinds/addresses/date-format.ts";
import { isSlug } from "../../../contract/slug-pattern.ts";
import { toFolder } from "../former-folder.ts";
import type { Generator } from "../former-site.ts";
import { noteOfPattern, toPattern } from "../page-patterns.ts";

const CONFIGS = ["pelicanconf.py"];
/** The names of Pelican's fields and date formats in ours. */
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
    // Without PATH, the folder is named on the command line: `pelican content`.
    const path = toFolder(config.text("PATH") ?? (folder.isFolder("content") ? "content" : ".")) ?? ".";
    const content = path === "." && articles.length === 1 ? (articles[0] ?? ".") : path;
    const folders = content === path && articles.length > 0 ? articles : ["."];
    const written = config.text("ARTICLE_URL") ?? "{slug}.html";
    let unknown: string | null = null;
    const pages = written.replaceAll(/\{([^}]*)\}/g, (token, name: string) => {
      const isDate = name.startsWith("date:") && problemOfDateFormat(name.slice("date:".length)) === null;
      unknown ??= name in TOKENS || isDate ? null : token;
      return TOKENS[name] ?? token;
    });
    const beside = config.texts("PAGE_PATHS").concat(config.get("PAGE_PATHS") === undefined ? ["pages"] : []);
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

/** `What's new?` → `whats-new`. null: letters that Pelican reads otherwise. */
function slugOfPelican(title: string): string | null {
  const words = title
    .normalize("NFKD")
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase();
  const slug = words.replaceAll(/[-\s]+/g, "-").replaceAll(/^-|-$/g, "");
  return isSlug(slug) ? slug : null;
}
