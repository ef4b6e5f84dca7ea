import type { FormerFolder } from "../former-folder.ts";
import { type Generator, POST_FOLDERS } from "../former-site.ts";

const CONFIGS = ["zola.toml", "config.toml"];

export const zola: Generator = {
  name: "Zola",
  recognize(folder) {
    const config = folder.findFile(CONFIGS);
    return config !== null && /^\s*base_url\s*=/m.test(folder.read(config) ?? "") ? config : null;
  },
  read(folder, config) {
    const sections = findSections(folder);
    const [section = null] = sections;
    const tags = Object.keys(config.mapping("languages"));
    const isTranslation = (name: string): boolean => tags.some((tag) => name.endsWith(`.${tag}.md`));
    const isTranslated = folder.findFileBelow("content", isTranslation) !== null;
    return {
      name: config.text("title"),
      url: config.text("base_url"),
      language: config.text("default_language"),
      description: config.text("description"),
      author: config.text("author", "extra.author.name", "extra.author"),
      content: "content",
      posts: section === null ? ["**/*.md", ...findUndated(folder)] : sections.map((name) => `${name}/**/*.md`),
      static: ["static"],
      languages: isTranslated ? { layout: "suffix", tags: [config.text("default_language") ?? "en", ...tags] } : null,
      // Zola omits a leading date in a name from the address, and keeps folders.
      pages: `${isTranslated ? "/{lang?}" : ""}${section === null ? "" : sections.length === 1 ? `/${section}` : "/{section}"}/{dir}/{slug}/`,
      names: { path: "permalink" },
    };
  },
};

/** A date in a page's front matter, in TOML or YAML. */
const DATED = /^\s*date\s*[=:]/m;

/** A page with such a name also has the date in its address. */
const DATED_NAME = /^\d{4}-\d{2}-\d{2}/;
/** How many levels of folders to search for a dated page. */
const FOLDERS_DEEP = 8;

/** Whether content/ itself has posts: its section is sorted by date, and has a dated page. */
function hasRootPosts(folder: FormerFolder): boolean {
  if (!/^\s*sort_by\s*=\s*["']date["']/m.test(folder.read("content/_index.md") ?? "")) return false;
  return folder.list("content").some((name) => /(?<!^_index)\.md$/.test(name) && DATED.test(folder.read(`content/${name}`) ?? ""));
}

/** Globs that exclude folders of content/ that have no dated files, such as pages/. */
function findUndated(folder: FormerFolder): readonly string[] {
  const folders = folder.list("content").filter((name) => folder.findMarkdownFolder([`content/${name}`]) !== null);
  const isDated = (path: string, levels: number): boolean =>
    folder.list(path).some((name) => {
      if (!name.endsWith(".md")) return levels > 0 && isDated(`${path}/${name}`, levels - 1);
      return DATED_NAME.test(name) || DATED.test(folder.read(`${path}/${name}`) ?? "");
    });
  return folders.filter((name) => !isDated(`content/${name}`, FOLDERS_DEEP)).map((name) => `!${name}/**`);
}

/**
 * Folders whose _index.md sorts by date, otherwise one with a common name; empty for all of the
 * content.
 */
function findSections(folder: FormerFolder): readonly string[] {
  if (hasRootPosts(folder)) return [];
  const isByDate = (name: string): boolean =>
    /^\s*sort_by\s*=\s*["']date["']/m.test(folder.read(`content/${name}/_index.md`) ?? "") &&
    folder.findMarkdownFolder([`content/${name}`]) !== null;
  const byDate = folder.list("content").filter(isByDate);
  const usual = POST_FOLDERS.filter((name) => folder.findMarkdownFolder([`content/${name}`]) !== null).slice(0, 1);
  return byDate.length > 0 ? byDate : usual;
}
