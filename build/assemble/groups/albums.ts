import type { Album } from "../../../contract/schemas/photo.ts";
import type { Image } from "../../../contract/schemas/values.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { compareNewest } from "../documents/document-order.ts";
import type { FindGroupPage } from "./group-pages.ts";

/** A photo, as far as albums show it. */
export interface AlbumPhoto {
  readonly image: Image;
  readonly takenAt: string | null;
  readonly album: Pick<Album, "slug" | "title"> | null;
}

/**
 * Albums of photos, the one with the newest photo first. An album is called as its newest photo calls it, which is its cover, too.
 * @param photos newest first, those without a date last
 * @param dateOf what they are ordered by
 */
export function toAlbums(photos: readonly AlbumPhoto[], dateOf: (photo: AlbumPhoto) => string | null, findPage: FindGroupPage): Album[] {
  const albums = new Map<string, Album>();
  const newest = new Map<string, string | null>();
  for (const photo of photos) {
    const { album, image, takenAt } = photo;
    if (album === null) continue;
    const existing = albums.get(album.slug);
    if (existing === undefined) {
      albums.set(album.slug, { ...album, count: 1, cover: image, takenFrom: takenAt, takenTo: takenAt, ...findPage(album.slug) });
      newest.set(album.slug, dateOf(photo));
    } else {
      existing.count += 1;
      existing.takenFrom = takenAt ?? existing.takenFrom;
      existing.takenTo ??= takenAt;
    }
  }
  const newestOf = ({ slug }: Album): string | null => newest.get(slug) ?? null;
  return [...albums.values()].sort((a, b) => compareNewest(newestOf(a), newestOf(b)) || compareText(a.slug, b.slug));
}
