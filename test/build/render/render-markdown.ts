import { createRenderer, type RendererOptions } from "../../../build/render/renderer.ts";
import { type Diagnostic, Diagnostics, type Location } from "../../../build/shared/diagnostics.ts";
import type { Picture, References, Rendered } from "../../../build/shared/rendered.ts";
import type { MarkdownSettings } from "../../../build/shared/resolved-config.ts";

export const FILE = { path: "content/posts/rain.md", relative: "posts/rain.md", absolute: "/content/posts/rain.md" };

/** Requests of the renderer, in order. */
export interface Asked {
  readonly kind: "link" | "picture";
  readonly ref: string;
  readonly at: Location;
}

export interface Outcome extends Rendered {
  readonly asked: readonly Asked[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface RenderOptions extends RendererOptions {
  readonly config?: MarkdownSettings;
  /** The file's name. Default `posts/rain.md`. */
  readonly name?: string;
  /** The line of the file where the Markdown begins. Default 1. */
  readonly line?: number;
  /** Default `en`. */
  readonly language?: string;
  readonly link?: (href: string) => string | null;
  readonly picture?: (src: string) => Picture | null;
}

/** Renders one document; by default none of its references exists. */
export async function renderMarkdown(markdown: string, options: RenderOptions = {}): Promise<Outcome> {
  const { config = {}, name = FILE.relative, line = 1, language = "en", link = () => null, picture = () => null, ...rest } = options;
  const asked: Asked[] = [];
  const references: References = {
    async link(ref, _, at) {
      asked.push({ kind: "link", ref, at: at() });
      return link(ref);
    },
    async picture(ref, _, at) {
      asked.push({ kind: "picture", ref, at: at() });
      return picture(ref);
    },
  };
  const diagnostics = new Diagnostics();
  const renderer = await createRenderer(config, rest);
  const rendered = await renderer.render({ markdown, file: { ...FILE, relative: name }, line, language }, references, diagnostics);
  return { ...rendered, asked, diagnostics: diagnostics.all() };
}

export function makePicture(url: string, overrides: Partial<Picture> = {}): Picture {
  return {
    url,
    width: 1200,
    height: 800,
    mimeType: "image/jpeg",
    thumbhash: "AAAA",
    dominantColor: "#334455",
    variants: [480, 960].map((width) => ({ url: `${url}.${width}.webp`, width, height: (width * 2) / 3, mimeType: "image/webp" })),
    exif: null,
    takenAt: null,
    ...overrides,
  };
}
