import { type Generator, POST_FOLDERS } from "../former-site.ts";

const CONFIGS = ["zola.toml", "config.toml"];

export const zola: Generator = {
  name: "Zola",
  recognize(folder) {
    const config = folder.findFile(CONFIGS);
    return config !== null && /^\s*base_url\s*=/m.test(folder.read(config) ?? "") ? config : null;
  },
  read(folder, config) {
    const section = POST_FOLDERS.find((name) => folder.findMarkdownFolder([`content/${name}`]) !== null) ?? null;
    return {
      name: config.text("title"),
      url: config.text("base_url"),
      language: config.text("default_language"),
      description: config.text("description"),
      author: config.text("author", "extra.author.name", "extra.author"),
      content: "content",
      posts: [section === null ? "**/*.md" : `${section}/**/*.md`],
      static: ["static"],
      // Zola leaves a date at the beginning of a name out of the address, and folders stay.
      pages: section === null ? "/{path}/" : `/${section}/{slug}/`,
      names: { path: "permalink" },
    };
  },
};
