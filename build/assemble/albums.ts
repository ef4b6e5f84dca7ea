import type { Album, Photo } from "../../contract/schemas/photo.ts";
import { compareText } from "../shared/diagnostics.ts";
import { compareNewest } from "./document-order.ts";

/**
 * Albums of photos, the one with the newest photo first. An album is called as its newest photo calls it, which is its cover, too.
 * @param photos newest first, those without a date last
 */
export function toAlbums(photos: readonly Photo[]): Album[] {
  const albums = new Map<string, Album>();
  for (const { album, image, takenAt } of photos) {
    if (album === null) continue;
    const known = albums.get(album.slug);
    if (known === undefined) albums.set(album.slug, { ...album, count: 1, cover: image, takenFrom: takenAt, takenTo: takenAt });
    else albums.set(album.slug, { ...known, count: known.count + 1, takenFrom: takenAt ?? known.takenFrom });
  }
  return [...albums.values()].sort((a, b) => compareNewest(a.takenTo, b.takenTo) || compareText(a.slug, b.slug));
}
