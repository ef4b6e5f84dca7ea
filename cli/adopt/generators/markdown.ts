import { CONFIG_NAMES } from "../../../build/config/load-config.ts";
import type { Generator } from "../former-site.ts";
import { findMainFolder, listFullest, listRepositoryFiles, surveyMarkdown } from "../posts/survey.ts";

const NO_FIELDS =
  "no file has front matter: the Markdown here is treated as posts without dates. If it is something else, such as a program's documentation, remove octavo.config.ts and start a separate site with octavo init my-site";

/** Settings that Obsidian writes into every vault. */
const OBSIDIAN_FILES = ["app.json", "appearance.json", "core-plugins.json", "workspace.json"].map((name) => `.obsidian/${name}`);

/** Settings and styles of Obsidian Publish. */
const PUBLISH_FILES = [".obsidian/publish.json", "publish.css"];

/** Maximum number of folders that a warning names. */
const OTHERS_SHOWN_MAX = 10;
const TAKE_ALL = 'To publish them too, set content: "." in octavo.config.ts, and exclude private ones with globs that begin with !';

/** Markdown without a known generator: a vault, notes, or a private generator's posts. */
export const markdown: Generator = {
  name: "Markdown",
  recognize(folder) {
    const isOurs = folder.findFile([...CONFIG_NAMES, "content/site.yaml", "content/site.yml"]) !== null;
    return isOurs || findMainFolder(surveyMarkdown(folder)) === null ? null : ".";
  },
  read(folder) {
    const folders = surveyMarkdown(folder);
    const content = findMainFolder(folders) ?? ".";
    const others = content === "." ? [] : folders.filter(({ path }) => !`${path}/`.startsWith(`${content}/`));
    const isPublished = folder.findFile(PUBLISH_FILES) !== null;
    const hasFields = folders.some(({ posts }) => posts > 0);
    return {
      files: [],
      content,
      posts: ["**/*.{md,mdx,markdown}", ...listRepositoryFiles(folder, content).map((path) => `!${path}`)],
      static: [content],
      pages: isPublished ? `${toPublishPath(content)}/{path:obsidian}` : "/{path}/",
      isEndingOpen: !isPublished,
      wikiLinks: folder.findFile(OBSIDIAN_FILES) !== null,
      warnings: [
        ...(others.length === 0
          ? []
          : [`only ${content} is used. Other folders contain Markdown: ${listFullest(others, OTHERS_SHOWN_MAX)}. ${TAKE_ALL}`]),
        ...folders.filter(({ path }) => /(?:^|\/)_posts$/.test(path)).map(({ path }) => warnOfPosts(path)),
      ],
      notes: [
        "no configuration of a known generator was found: compare urls in octavo.config.ts with the old addresses",
        ...(hasFields ? [] : [NO_FIELDS]),
      ],
    };
  },
};

function warnOfPosts(path: string): string {
  return `${path} is where Jekyll and Hexo keep their posts, but there is no _config.yml, so the posts' addresses are unknown: add it, or run octavo init in the folder that has it`;
}

/**
 * A folder in Obsidian Publish's addresses, which begin at the vault: `/My+notes`; "" for the
 * vault.
 */
function toPublishPath(content: string): string {
  if (content === ".") return "";
  return content
    .split("/")
    .map((part) => `/${encodeURIComponent(part).replaceAll("%20", "+")}`)
    .join("");
}
