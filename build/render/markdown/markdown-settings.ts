import type { PluggableList } from "unified";
import type { MarkdownConfig } from "../../../contract/define-config.ts";

/** How Markdown is rendered: as the configuration has it, with plugins as unified takes them. */
export interface MarkdownSettings extends Omit<MarkdownConfig, "remarkPlugins" | "rehypePlugins"> {
  readonly remarkPlugins?: PluggableList;
  readonly rehypePlugins?: PluggableList;
}

/** Hugo's, Hexo's, Jekyll's and Zola's, and that of Docusaurus. */
export const DEFAULT_EXCERPT_MARKS: readonly string[] = ["more", "truncate"];
