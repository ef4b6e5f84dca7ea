import type { Album } from "../../../contract/schemas/photo.ts";
import type { Image } from "../../../contract/schemas/values.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { compareNewest } from "../documents/document-order.ts";
import type { FindGroupPage } from "./group-pages.ts";

/** The part of a photo that albums show. */
export interface AlbumPhoto {
  readonly image: Image;
  readonly takenAt: string | null;
  readonly album: Pick<Album, "slug" | "title"> | null;
}

/**
 * Returns albums of photos, the one with the newest photo first. The newest photo gives the album
 * its title and cover.
 * @param photos newest first, those without a date last
 * @param dateOf the date by which photos are ordered
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
