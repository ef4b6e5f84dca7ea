import { formerSlugs, seriesPlace } from "./collections.ts";
import { slug } from "./values.ts";

/** What a document says of others, read field by field; null or none where that is not what it should be. */
export const readReferring = {
  aliases: (value: unknown) => formerSlugs.safeParse(value).data ?? [],
  series: (value: unknown) => seriesPlace.safeParse(value).data ?? null,
  slug: (value: unknown): string | null => slug.safeParse(value).data ?? null,
};
