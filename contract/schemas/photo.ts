import { z } from "zod";
import { groupPage, Image, LocalDateTime, TagSlug } from "./values.ts";

export const albumName = {
  slug: TagSlug.meta({ description: "Slug of the album" }),
  title: z.string().meta({ description: "Title of the album" }),
};
export const Album = z
  .strictObject({
    ...albumName,
    count: z.int().min(1).meta({ description: "Number of photos" }),
    cover: Image.meta({ description: "Its newest photo" }),
    takenFrom: LocalDateTime.nullable().meta({ description: "When the oldest photo was taken; null if unknown" }),
    takenTo: LocalDateTime.nullable().meta({ description: "When the newest photo was taken; null if unknown" }),
    ...groupPage,
  })
  .meta({ id: "Album", description: "An album of photos" });

export const AlbumPage = z
  .strictObject({ ...Album.shape, description: z.string().nullable().meta({ description: "Plain text; null if none" }) })
  .meta({ id: "AlbumPage", description: "An album, as its page shows it" });

export type Album = z.infer<typeof Album>;
