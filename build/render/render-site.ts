import { join } from "node:path";
import { MEDIA_PREFIX } from "../../contract/paths.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import type { RenderedContent } from "../assemble/documents/input.ts";
import type { Schedule } from "../assemble/schedule.ts";
import type { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { Content } from "../kinds/kinds.ts";
import { type PictureMemo, readPictureMemo } from "../pictures/picture-memo.ts";
import { type MediaFile, PictureStore } from "../pictures/picture-store.ts";
import { openReferences } from "../references/lookups/site-references.ts";
import type { IsServed } from "../references/other-addresses.ts";
import { trackMedia } from "../references/used-media.ts";
import type { SourceRows } from "../rows/source-rows.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import type { Renderer } from "../shared/rendered.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import type { Addresses } from "../shared/site-addresses.ts";
import { renderContent } from "./render-content.ts";
import type { RendererOptions } from "./renderer.ts";

export interface RenderSiteOptions {
  readonly config: ResolvedConfig;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. */
  readonly cacheDir: string;
  /** Absolute paths of the database and the configuration's modules. The files may be missing. */
  readonly privatePaths: readonly string[];
  /** null if the build makes no website. */
  readonly isServed: IsServed | null;
  /** The rows of the content files, which receive the rendered results. */
  readonly rows: SourceRows;
  /** Records everything that is read. */
  readonly inputs: Inputs;
  /** The picture memo of this process. If missing, the memo of earlier builds is used. */
  readonly pictureMemo?: PictureMemo;
  readonly memos: Memos;
  readonly addresses: Addresses;
  readonly schedule: Schedule;
  readonly diagnostics: Diagnostics;
  /** Loaded when something must be rendered. */
  readonly renderer: () => Promise<Renderer>;
  readonly onProgress: (done: number, total: number) => void;
}

export interface RenderedSiteContent {
  readonly content: RenderedContent;
  /** The media files that published documents and drafts shared by link use. */
  readonly media: readonly OutputFile[];
  /** Size of a media file by its address. */
  bytesOf(url: string): number | null;
}

/**
 * Whether a configuration may have no renderer, or only a slower one. If so, every build loads the
 * renderer, so that this is reported even if nothing must be rendered.
 */
function needsRendererCheck({ markdown }: Pick<ResolvedConfig, "markdown">): boolean {
  return markdown.parser !== "auto" || markdown.remarkPlugins.length > 0;
}

/** The renderer for a configuration, loaded once, on first use. */
export function lazyRenderer(config: ResolvedConfig, options: Pick<RendererOptions, "cwd" | "notice" | "code">): () => Promise<Renderer> {
  let renderer: Promise<Renderer> | null = null;
  return () => {
    renderer ??= import("./renderer.ts").then(({ createRenderer }) =>
      createRenderer(config.markdown, { ...options, checks: config.checks }),
    );
    return renderer;
  };
}

const PICTURES_MEMO = "pictures";

/** Renders parsed content with the configured renderer, pictures and references. */
export async function renderSite(content: Content, options: RenderSiteOptions): Promise<RenderedSiteContent> {
  const { config, contentDir, cacheDir, inputs, memos, addresses, schedule, diagnostics, renderer, onProgress } = options;
  const mediaUrl = putBelow(addresses.public, MEDIA_PREFIX);
  const pictureMemo = options.pictureMemo === undefined ? memos.read(PICTURES_MEMO, "") : null;
  const pictures = new PictureStore({
    ...{ cacheDir: join(cacheDir, "pictures"), mediaUrl, inputs },
    memo: options.pictureMemo ?? readPictureMemo(pictureMemo),
    ...config.pictures,
  });
  const { rows, privatePaths, isServed } = options;
  const { isPublished } = schedule;
  const { references, finish } = await openReferences(content, {
    ...{ config, contentDir, privatePaths, addresses, mediaUrl, pictures, isPublished, isServed, rows, inputs, memos },
  });
  const published = trackMedia(references, mediaUrl);
  const previewed = trackMedia(references, mediaUrl);
  if (needsRendererCheck(config)) await renderer();
  const rendered = await renderContent(content, {
    ...{ renderer, schedule, diagnostics, addresses, onProgress },
    rows,
    ownKinds: config.ownKinds,
    references: { published, previewed, unpublished: references },
  });
  finish(diagnostics);
  if (options.pictureMemo === undefined) {
    const memo = Buffer.from(await pictures.toMemoText());
    // Most edits change no picture.
    if (pictureMemo === null || !memo.equals(pictureMemo)) memos.write(PICTURES_MEMO, "", memo);
  }
  const used = [...pictures.outputs()].filter(({ name }) => published.isUsed(name) || previewed.isUsed(name));
  return { content: rendered, ...toMedia(used, { mediaUrl, isListed: published.isUsed }) };
}

interface MediaOptions {
  readonly mediaUrl: string;
  isListed(name: string): boolean;
}

function toMedia(used: readonly MediaFile[], { mediaUrl, isListed }: MediaOptions): Pick<RenderedSiteContent, "bytesOf" | "media"> {
  const sizes = new Map(used.map(({ name, bytes }) => [`${mediaUrl}/${name}`, bytes]));
  return {
    bytesOf: (url) => sizes.get(url) ?? null,
    media: used.map(({ name, copyFrom, digest }) => ({
      path: `${MEDIA_PREFIX.slice(1)}/${name}`,
      content: { copyFrom, digest, isUnlisted: !isListed(name) },
    })),
  };
}
