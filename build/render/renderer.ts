import type { MarkdownConfig } from "../../contract/config.ts";
import type { ParserOptions } from "./parser.ts";
import { createRoads } from "./to-hast.ts";
import { createTreeRoad } from "./tree-road.ts";
import type { Renderer } from "./types.ts";

export type RendererOptions = ParserOptions;

/**
 * A renderer of Markdown: parser → the author's remark plugins → remark-rehype → our steps → the author's rehype plugins →
 * rehype-stringify. It keeps nothing between documents, so that any number may be rendered at once.
 *
 * @throws Error where the configuration asks for a parser that cannot be used.
 */
export async function createRenderer(config: MarkdownConfig, options: RendererOptions = {}): Promise<Renderer> {
  return { render: createTreeRoad(config, await createRoads(config, options)) };
}
