import type { Photo, PhotoExif } from "../../contract/schemas/photo.ts";
import type { ServiceOffering } from "../../contract/schemas/service.ts";
import type { Tag } from "../../contract/schemas/values.ts";
import { pathOfAddress } from "../../contract/text/base-path.ts";
import { toGroupPath } from "../addresses/group-page.ts";
import type { TagRef } from "../kinds/entry.ts";
import type { RenderedPhoto, RenderedService } from "./input.ts";

/** One document of each kind that depends on no other. */

export interface Addressing {
  readonly siteUrl: string;
  /** The site's. */
  readonly language: string;
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
}

export function toPhoto({ entry, body, image, picture }: RenderedPhoto, { siteUrl, language, nameTags }: Addressing): Photo {
  return {
    slug: entry.slug,
    url: siteUrl + entry.page,
    path: pathOfAddress(siteUrl) + entry.page,
    title: entry.title,
    captionHtml: toHtml(body.html),
    image,
    takenAt: entry.takenAt ?? picture.takenAt,
    publishedAt: entry.publishedAt,
    location: entry.location,
    exif: mergeExif(picture.exif, entry.exif),
    album: entry.album,
    license: entry.license,
    tags: nameTags(entry.tags),
    language: entry.language ?? language,
    updatedAt: entry.updatedAt ?? entry.publishedAt,
    extra: entry.extra.document,
  };
}

/** @param pattern of its page, or the page that all services share */
export function toService({ entry, body }: RenderedService, pattern: string, siteUrl: string): ServiceOffering {
  const path = toGroupPath(pattern, entry.slug);
  return {
    id: entry.id,
    slug: entry.slug,
    url: siteUrl + path,
    path: pathOfAddress(siteUrl) + path,
    title: entry.title,
    summary: entry.summary,
    descriptionHtml: toHtml(body.html),
    features: entry.features,
    deliverables: entry.deliverables,
    pricing: entry.pricing,
    timeline: entry.timeline,
    availability: entry.availability,
    featured: entry.featured,
    order: entry.order,
    updatedAt: entry.updatedAt,
    extra: entry.extra.document,
  };
}

function toHtml(html: string): string | null {
  return html === "" ? null : html;
}

/** What the author writes is laid over what the file says. */
function mergeExif(file: PhotoExif | null, author: Partial<PhotoExif> | null): PhotoExif | null {
  if (file === null && author === null) return null;
  return {
    cameraMake: author?.cameraMake ?? file?.cameraMake ?? null,
    cameraModel: author?.cameraModel ?? file?.cameraModel ?? null,
    lens: author?.lens ?? file?.lens ?? null,
    focalLengthMm: author?.focalLengthMm ?? file?.focalLengthMm ?? null,
    aperture: author?.aperture ?? file?.aperture ?? null,
    shutterSpeed: author?.shutterSpeed ?? file?.shutterSpeed ?? null,
    iso: author?.iso ?? file?.iso ?? null,
  };
}
