import type { Generator } from "../former-site.ts";

const CONFIGS = ["quartz.config.ts"];

export const quartz: Generator = {
  name: "Quartz",
  recognize: (folder) => folder.findFile(CONFIGS),
  read(_folder, config) {
    const ignored = config.texts("configuration.ignorePatterns").filter((name) => /^[\w. -]+$/.test(name));
    return {
      name: config.text("configuration.pageTitle"),
      url: config.text("configuration.baseUrl"),
      language: config.text("configuration.locale"),
      content: "content",
      posts: ["**/*.md", ...ignored.flatMap((name) => [`!${name}/**`, `!**/${name}/**`]), "!index.md"],
      static: ["content"],
      pages: "/{path:quartz}",
      wikiLinks: true,
      notes: ["index.md is Quartz's home page, and is left out"],
    };
  },
};
