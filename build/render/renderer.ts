import type { MarkdownConfig } from "../../contract/config.ts";
import { findExcess } from "./excess.ts";
import { readNativeHtml } from "./native-html.ts";
import { normalize } from "./normalize.ts";
import type { ParserOptions } from "./parser.ts";
import { createRoads } from "./to-hast.ts";
import type { Renderer } from "./types.ts";

export type RendererOptions = ParserOptions;

/**
 * A renderer of Markdown: parser → the author's remark plugins → remark-rehype → our steps → the author's rehype plugins →
 * rehype-stringify (tree-road.ts); what no plugin asks for goes shorter roads to the same bytes. It keeps nothing between documents, so that any
 * number may be rendered at once.
 *
 * @throws Error where the configuration asks for a parser that cannot be used.
 */
export async function createRenderer(config: MarkdownConfig, options: RendererOptions = {}): Promise<Renderer> {
  const { rawHtml = "allow", rehypePlugins = [] } = config;
  const roads = await createRoads(config, options);
  const isAlone = rehypePlugins.length === 0 && rawHtml !== "sanitize";
  let ofTrees: Promise<Renderer["render"]> | null = null;
  const openTreeRoad = async (): Promise<Renderer["render"]> => (await import("./tree-road.ts")).createTreeRoad(config, roads);
  return {
    renderAlone(text) {
      const markdown = normalize(text);
      try {
        const html = (isAlone && findExcess(markdown) === null ? roads.short?.toHtml(markdown) : null) ?? null;
        return html === null ? null : readNativeHtml(html, markdown);
      } catch {
        // Whoever renders it with all that it may need says what is wrong with it.
        return null;
      }
    },
    async render(source, references, diagnostics) {
      ofTrees ??= openTreeRoad();
      return (await ofTrees)(source, references, diagnostics);
    },
  };
}
