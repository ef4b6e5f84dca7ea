import type { MarkdownSettings } from "./markdown/markdown-settings.ts";
import type { ParserOptions } from "./markdown/parser.ts";
import { createTreeMakers } from "./markdown/to-hast.ts";
import { createTreeRendering } from "./render-markdown.ts";
import type { Renderer } from "./rendered.ts";

export type RendererOptions = ParserOptions;

/**
 * A renderer of Markdown: parser → the author's remark plugins → remark-rehype → our steps → the author's rehype plugins →
 * rehype-stringify. It keeps nothing between documents, so that any number may be rendered at once.
 *
 * @throws Error where the configuration asks for a parser that cannot be used.
 */
export async function createRenderer(config: MarkdownSettings, options: RendererOptions = {}): Promise<Renderer> {
  return { render: createTreeRendering(config, await createTreeMakers(config, options)) };
}
