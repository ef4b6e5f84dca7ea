import { SettingsError } from "../markdown/markdown-settings.ts";
import type { ParserOptions } from "../markdown/parser.ts";
import { createTreeMakers } from "../markdown/to-hast.ts";
import type { Renderer } from "../shared/rendered.ts";
import type { MarkdownSettings } from "../shared/resolved-config.ts";
import type { TextChecks } from "./check-text.ts";
import { CodeMemory } from "./highlight/code-memory.ts";
import { guardPlugins } from "./plugins/guard-plugins.ts";
import { createTreeRendering } from "./render-markdown.ts";

export interface RendererOptions extends ParserOptions {
  /** Base of the paths in messages. Default: the working directory. */
  readonly cwd?: string;
  /** Default: none. */
  readonly checks?: TextChecks;
  /** Default: a new one. */
  readonly code?: CodeMemory;
}

const NO_CHECKS: TextChecks = { anchors: "off", markdown: "off" };

/**
 * Creates a Markdown renderer: parser → the author's remark plugins → remark-rehype → Octavo's
 * steps → the author's rehype plugins → rehype-stringify. It has no state between documents, so any
 * number may be rendered at once.
 *
 * @throws SettingsError if a plugin cannot be attached, or the configuration requires a parser that
 * cannot be used
 */
export async function createRenderer(config: MarkdownSettings, options: RendererOptions = {}): Promise<Renderer> {
  const { cwd = "", checks = NO_CHECKS, code = new CodeMemory() } = options;
  const { settings, broken } = guardPlugins(config, cwd);
  const render = await createTreeRendering(settings, await createTreeMakers(settings, options), { cwd, checks, code });
  if (broken().length > 0) throw new SettingsError(broken());
  return { render };
}
