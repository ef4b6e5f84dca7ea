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
      posts: section === null ? ["**/*.md"] : sections.map((name) => `${name}/**/*.md`),
      static: ["static"],
      // Zola omits a leading date in a name from the address, and keeps folders.
      languages: isTranslated ? { layout: "suffix", tags: [config.text("default_language") ?? "en", ...tags] } : null,
      pages: `${isTranslated ? "/{lang?}" : ""}${section === null ? "" : sections.length === 1 ? `/${section}` : "/{section}"}/{dir}/{slug}/`,
      names: { path: "permalink" },
    };
  },
};

/**
 * Folders whose _index.md sorts by date, else one with a common name. Empty: all of the content.
 */
function findSections(folder: FormerFolder): readonly string[] {
  const isByDate = (name: string): boolean =>
    /^\s*sort_by\s*=\s*["']date["']/m.test(folder.read(`content/${name}/_index.md`) ?? "") &&
    folder.findMarkdownFolder([`content/${name}`]) !== null;
  const byDate = folder.list("content").filter(isByDate);
  const usual = POST_FOLDERS.filter((name) => folder.findMarkdownFolder([`content/${name}`]) !== null).slice(0, 1);
  return byDate.length > 0 ? byDate : usual;
}
