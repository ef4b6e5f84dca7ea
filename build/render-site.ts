import { join } from "node:path";
import { MEDIA_PREFIX, urlOf } from "../contract/paths.ts";
import type { Addresses } from "./addresses.ts";
import type { RenderedContent } from "./assemble/input.ts";
import type { ContentCache } from "./cache/content-cache.ts";
import type { Inputs } from "./cache/inputs.ts";
import { createRenderingCache } from "./cache/rendering.ts";
import type { ResolvedConfig } from "./config.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { OutputFile } from "./emit/output-file.ts";
import type { Content, Entry, SourceFile } from "./entries.ts";
import { createPictureStore, type PictureMemo } from "./pictures/store.ts";
import type { LinkTarget } from "./reference-links.ts";
import { createReferences } from "./references.ts";
import type { Renderer } from "./render/types.ts";
import { renderContent } from "./render-content.ts";
import type { Schedule } from "./schedule.ts";
import { parseFileName } from "./slugs.ts";
import { trackMedia } from "./used-media.ts";

export interface RenderSiteOptions {
  readonly config: ResolvedConfig;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. */
  readonly cacheDir: string;
  /** What earlier builds rendered; null: nothing is known, and nothing kept. */
  readonly cache: ContentCache | null;
  /** Told of all that is looked at. */
  readonly inputs: Inputs;
  /** What builds of this process know of pictures. */
  readonly memo?: PictureMemo;
  readonly addresses: Addresses;
  readonly schedule: Schedule;
  readonly diagnostics: Diagnostics;
  /** Loaded when something is to be rendered. */
  readonly renderer: () => Promise<Renderer>;
  readonly onProgress: (done: number, total: number) => void;
}

export interface RenderedSiteContent {
  readonly content: RenderedContent;
  /** The media files that published documents use. */
  readonly media: readonly OutputFile[];
  /** Size of one of them by its address. */
  bytesOf(url: string): number | null;
}

/** Whether a renderer cannot be had of every configuration of this kind, or only a slower one: that is said of whatever there is to render. */
export function mayFail({ markdown }: Pick<ResolvedConfig, "markdown">): boolean {
  return markdown.parser !== "auto" || markdown.remarkPlugins.length > 0;
}

/**
 * The renderer that a configuration asks for, loaded once, when it is first asked for.
 * @param notice told what the author should know, though nothing is wrong
 */
export function lazyRenderer(config: ResolvedConfig, notice: (text: string) => void): () => Promise<Renderer> {
  let renderer: Promise<Renderer> | null = null;
  return () => {
    renderer ??= import("./render/renderer.ts").then(({ createRenderer }) => createRenderer(config.markdown, { notice }));
    return renderer;
  };
}

/** Renders parsed content with the renderer, pictures and references that the configuration asks for. */
export async function renderSite(content: Content, options: RenderSiteOptions): Promise<RenderedSiteContent> {
  const { config, contentDir, cacheDir, inputs, memo, addresses, schedule, diagnostics, renderer, onProgress } = options;
  const mediaUrl = addresses.public + MEDIA_PREFIX;
  const pictures = createPictureStore({
    cacheDir: join(cacheDir, "pictures"),
    mediaUrl,
    inputs,
    ...(memo === undefined ? {} : { memo }),
    ...config.pictures,
  });
  const references = createReferences({
    contentDir,
    staticDirs: config.static.map((folder) => join(config.root, folder)),
    ...createLookups(content, { config, siteUrl: addresses.site, schedule }),
    pictures,
    inputs,
    checks: config.checks,
    diagnostics,
  });
  const published = trackMedia(references, mediaUrl);
  if (mayFail(config)) await renderer();
  const rendered = await renderContent(content, {
    renderer,
    cache: options.cache === null ? null : createRenderingCache(options.cache),
    schedule,
    references: { published, unpublished: references },
    diagnostics,
    addresses,
    onProgress,
  });
  const media = [...pictures.outputs()].filter(({ name }) => published.isUsed(name));
  const sizes = new Map(media.map(({ name, bytes }) => [`${mediaUrl}/${name}`, bytes]));
  return {
    content: rendered,
    bytesOf: (url) => sizes.get(url) ?? null,
    media: media.map(({ name, copyFrom, digest }) => ({ path: `${MEDIA_PREFIX.slice(1)}/${name}`, content: { copyFrom, digest } })),
  };
}

interface Lookups {
  entries(absolutePath: string): LinkTarget | null;
  bySlug(slug: string, from: SourceFile): LinkTarget | null;
}

/** Which document an author's link leads to: by file, or by slug among documents of the same kind. */
function createLookups(
  content: Content,
  { config, siteUrl, schedule }: Pick<RenderSiteOptions, "config" | "schedule"> & { readonly siteUrl: string },
): Lookups {
  const byFile = new Map<string, LinkTarget>();
  const bySlug = new Map<string, LinkTarget>();
  const kindOfFile = new Map<string, Entry["kind"]>();
  const keyOf = (kind: Entry["kind"], slug: string): string => `${kind}/${slug}`;
  const { posts, projects, books, photos, services, series, faulty } = content;
  const faultyFiles = new Set(faulty.map(({ file }) => file.absolute));
  for (const entry of [...posts, ...projects, ...books, ...photos, ...services, ...series]) {
    const url = entry.kind === "services" || entry.kind === "series" ? null : urlOf(siteUrl, config.urls[entry.kind], entry.slug);
    const isFaulty = faultyFiles.has(entry.file.absolute);
    const target: LinkTarget = { url, published: schedule.isPublished(entry), isFaulty };
    byFile.set(entry.file.absolute, target);
    kindOfFile.set(entry.file.absolute, entry.kind);
    bySlug.set(keyOf(entry.kind, entry.slug), target);
    if (entry.kind === "posts") for (const alias of entry.aliases) bySlug.set(keyOf("posts", alias), target);
  }
  for (const { kind, file } of faulty) {
    const target: LinkTarget = { url: null, published: true, isFaulty: true };
    if (!byFile.has(file.absolute)) byFile.set(file.absolute, target);
    kindOfFile.set(file.absolute, kind);
    // Its slug may be what is wrong with it.
    const key = keyOf(kind, parseFileName(file.relative).slug);
    if (!bySlug.has(key)) bySlug.set(key, target);
  }
  return {
    entries: (absolutePath) => byFile.get(absolutePath) ?? null,
    bySlug(slug, from) {
      const kind = kindOfFile.get(from.absolute);
      return kind === undefined ? null : (bySlug.get(keyOf(kind, slug)) ?? null);
    },
  };
}
