import { expect, it } from "vitest";
import { createDater } from "../../../../build/assemble/documents/document-order.ts";
import { toAlbums } from "../../../../build/assemble/groups/albums.ts";
import { photos as kind } from "../../../../kinds/photos.ts";
import type { Photo } from "../../../../packages/octavo-client/generated/api-types.ts";
import { makePhoto } from "../../../edge/site-fixture.ts";

const photo = (slug: string, album: string | null, takenAt: string | null) => {
  const image = { ...makePhoto(slug).image, alt: slug };
  return makePhoto(slug, { image, takenAt, album: album === null ? null : { slug: album, title: `${album} of ${slug}` } });
};

const toAlbumsByDate = (photos: readonly Photo[]) => toAlbums(photos, createDater(kind, "UTC"), () => ({ url: null, path: null }));

it("an album shows the title and picture of its newest photo, and its dates cover those of all photos", () => {
  const albums = toAlbumsByDate([
    photo("c", "harbour", "2024-03-01T10:00:00"),
    photo("b", "harbour", "2024-02-01T10:00:00"),
    photo("alone", null, "2024-01-15T10:00:00"),
    photo("a", "harbour", "2024-01-01T10:00:00"),
    photo("undated", "harbour", null),
  ]);
  expect(albums).toMatchObject([
    {
      slug: "harbour",
      title: "harbour of c",
      count: 4,
      cover: { alt: "c" },
      takenFrom: "2024-01-01T10:00:00",
      takenTo: "2024-03-01T10:00:00",
    },
  ]);
});

it("albums are ordered by their newest photo, then by slug, with undated albums last", () => {
  const albums = toAlbumsByDate([
    photo("1", "newest", "2024-03-01T10:00:00"),
    photo("2", "tie-b", "2024-02-01T10:00:00"),
    photo("3", "tie-a", "2024-02-01T10:00:00"),
    photo("4", "undated", null),
  ]);
  expect(albums.map(({ slug }) => slug)).toEqual(["newest", "tie-a", "tie-b", "undated"]);
  expect(albums.at(-1)).toMatchObject({ takenFrom: null, takenTo: null });
  expect(toAlbumsByDate([])).toEqual([]);
});

it("a photo without takenAt is ordered by its publication date, and does not hide when the others were taken", () => {
  const published = (slug: string, album: string, publishedAt: string) => ({ ...photo(slug, album, null), publishedAt });
  const albums = toAlbumsByDate([
    published("1", "marsh", "2024-05-01T10:00:00"),
    photo("2", "harbour", "2024-03-01T10:00:00"),
    photo("3", "marsh", "2024-02-01T10:00:00"),
  ]);
  expect(albums).toMatchObject([
    { slug: "marsh", cover: { alt: "1" }, takenFrom: "2024-02-01T10:00:00", takenTo: "2024-02-01T10:00:00" },
    { slug: "harbour" },
  ]);
});
