import { CONFIG_NAMES } from "../../../build/config/load-config.ts";
import type { Generator } from "../former-site.ts";
import { findMainFolder, surveyMarkdown } from "../posts/survey.ts";

/** Somebody's Markdown that no known generator configures: a vault, notes, or posts of a generator of one's own. */
export const markdown: Generator = {
  name: "Markdown",
  recognize(folder) {
    const isOurs = folder.findFile([...CONFIG_NAMES, "content/site.yaml", "content/site.yml"]) !== null;
    return isOurs || findMainFolder(surveyMarkdown(folder)) === null ? null : ".";
  },
  read(folder) {
    const content = findMainFolder(surveyMarkdown(folder)) ?? ".";
    return {
      files: [],
      content,
      posts: ["**/*.{md,mdx,markdown}", ...(content === "." ? ["!README.md"] : [])],
      static: [content],
      pages: "/{path}/",
      notes: ["no configuration of a known generator is here: compare urls in octavo.config.ts with the old addresses"],
    };
  },
};
