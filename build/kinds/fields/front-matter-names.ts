/**
 * Names that the common generators (Hugo, Jekyll, Astro, Zola, Eleventy, Hexo) have for the fields,
 * best first. A dot leads into a table. Names that the configuration adds come before these; the
 * field's own name comes before all.
 */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

export const UPDATED = [
  "updated",
  "lastmod",
  "modDatetime",
  "updatedDate",
  "lastUpdated",
  "last_modified_at",
  "updated_at",
  "modified",
  "dateModified",
];
/** Dates of publication: of several, the latest counts (visibility.ts). */
const EMBARGO = [
  "pubDate",
  "pubDatetime",
  "publishDate",
  "publishedDate",
  "datePublished",
  "published_at",
  "published",
  "publish",
  "publishAt",
  "publishOn",
  "publishedOn",
  "scheduledAt",
  "embargo",
  "embargoUntil",
];
/** When something was begun, which says nothing of when it may be seen. */
export const CREATED_NAMES = ["createdAt", "created"];
const EXPIRES = [
  "expiryDate",
  "expires",
  "expiry",
  "expire",
  "expiresOn",
  "expireAt",
  "expireDate",
  "expirationDate",
  "expiration",
  "unpublishDate",
  "unpublishAt",
  "unpublishOn",
  "unpublishedAt",
  "unpublish",
];
/** Former paths of a page; of posts they are aliases too. */
export const REDIRECT_FROM = ["redirect_from", "aliases"];
export const TAGS = ["tag", "categories", "category", "keywords", "taxonomies.tags", "taxonomies.categories"];
/** For kinds that have categories beside tags. */
export const TAGS_ALONE = ["tag", "keywords", "taxonomies.tags"];
export const CATEGORIES = ["category", "taxonomies.categories"];
export const COVER = [
  "image",
  "heroImage",
  "hero_image",
  "cover_image",
  "coverImage",
  "featured_image",
  "featuredImage",
  "banner",
  "thumbnail",
  "ogImage",
];

/** Text that describes a picture which stands beside it as a bare path: `heroImageAlt` for `heroImage`. */
export const PICTURE_ALT_NAMES = [
  "coverAlt",
  "cover_alt",
  "imageAlt",
  "image_alt",
  "heroImageAlt",
  "hero_image_alt",
  "coverImageAlt",
  "cover_image_alt",
  "featuredImageAlt",
  "featured_image_alt",
  "bannerAlt",
  "banner_alt",
  "thumbnailAlt",
];

/** For kinds whose `date` is not one of publication. */
export const SCHEDULE: FieldNames = { publishedAt: EMBARGO, expiresAt: EXPIRES };
/** For kinds that are published on a date. */
export const DATED: FieldNames = { publishedAt: ["date", ...EMBARGO, ...CREATED_NAMES], expiresAt: EXPIRES };

/** Fields whose names count in any case of letters, with hyphens and underscores or without: to miss one would publish what is not to be seen. */
export const ANY_CASE_FIELDS: ReadonlySet<string> = new Set(["publishedAt", "expiresAt"]);

/** A name without what generators do not agree on: `PublishDate`, `publish_date` → `publishdate`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** Lists that are put together from all their names, rather than taken from the first. */
export const MERGED_FIELDS: ReadonlySet<string> = new Set(["tags", "categories", "aliases", "redirectFrom"]);

/** Tables in which generators keep keys of the author's own: Hugo's and Zola's. */
export const OWN_TABLES: readonly string[] = ["params", "extra"];
