import type { Image, PostSummary } from "../packages/octavo-client/client.ts";
import { toPicture } from "../packages/octavo-client/picture-attributes.ts";
import { attributes, type Html, html } from "./html.ts";
import type { SiteView } from "./site-view.ts";

export interface PictureView {
  /** The displayed width, as in `<img sizes>`. */
  readonly sizes: string;
  /** Whether it is loaded immediately instead of when the reader scrolls to it. */
  readonly isEager?: boolean;
  /** Whether it is one of many, so that smaller variants are enough. */
  readonly isThumbnail?: boolean;
  /** Whether it is next to text with the same content. */
  readonly isDecorative?: boolean;
  readonly className?: string;
}

/** Largest width of a thumbnail, in pixels. Wider variants often exceed 100 KB. */
const THUMBNAIL_MAX = 640;
const PICTURE_MAX = 1_600;

export const WIDE_SIZES = "(min-width: 46rem) 44rem, 100vw";

export function renderPicture(image: Image, site: SiteView, options: PictureView): Html {
  const { sizes, isEager = false, isThumbnail = false, isDecorative = false, className } = options;
  const maxWidth = isThumbnail ? THUMBNAIL_MAX : PICTURE_MAX;
  // Pages have no style attributes: a policy of `default-src 'self'` forbids them.
  const { style: _, ...shown } = toPicture(image, { sizes, maxWidth, eager: isEager, rewrite: site.local });
  return html`<img${attributes({ ...shown, alt: isDecorative ? "" : shown.alt, class: className })}>`;
}

/** The cover of a page, if it has one. */
export function renderCover(image: Image | null, site: SiteView): Html | null {
  return image === null ? null : renderPicture(image, site, { sizes: WIDE_SIZES, className: "cover", isEager: true });
}

export function renderGallery(images: readonly Image[], site: SiteView): Html | null {
  if (images.length === 0) return null;
  // Two pictures are side by side; a single picture is as wide as the text.
  const sizes = images.length === 1 ? WIDE_SIZES : "(min-width: 46rem) 22rem, 100vw";
  return html`<div class="gallery">${images.map((image) => html`<figure>${renderPicture(image, site, { sizes })}</figure>`)}</div>`;
}

/**
 * The poster of a video, unless it is on another server. Only Octavo's own pictures have a known
 * dominant colour.
 */
export function ownPoster(video: PostSummary["video"], { settings }: SiteView): Image | null {
  const poster = video?.poster ?? null;
  return poster !== null && (poster.dominantColor !== null || poster.url.startsWith(`${settings.url}/`)) ? poster : null;
}
