import { readFileSync } from "node:fs";
import type { Files } from "../build/site-folder.ts";

/** Options that add to a page; `diagrams` needs a package of the site and has its own test. */
export const MARKDOWN_OPTIONS = { highlight: true, figures: true, embeds: true, math: true };

export const MARKDOWN_PATH = "/posts/everything";

/**
 * A post, `/posts/everything`, with everything that Markdown and its options can do, and its
 * picture.
 */
export const MARKDOWN_FILES: Files = {
  "content/loom.svg":
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 16 9"><rect width="16" height="9" fill="#c9b89a"/><path d="M2 0v9M5 0v9M8 0v9M11 0v9M14 0v9" stroke="#5b4a32" stroke-width=".4"/></svg>\n',
  "content/posts/everything.md": readFileSync(new URL("../fixtures/markdown/everything.md", import.meta.url), "utf8"),
};
