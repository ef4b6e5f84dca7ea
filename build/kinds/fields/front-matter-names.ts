/**
 * Names that common generators (Hugo, Jekyll, Astro, Zola, Eleventy, Hexo) use for Octavo's fields,
 * best first. A dot separates a table from a key in it. The field's own name takes precedence, then
 * names from the configuration.
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
/** Dates of publication. If there are several, the latest applies (visibility.ts). */
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
/**
 * Dates of creation. They count as dates of publication only if there are no others
 * (visibility.ts).
 */
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
/** Former paths of a page. For posts, they are also aliases. */
export const REDIRECT_FROM = ["redirect_from", "aliases"];
export const TAGS = ["tag", "categories", "category", "keywords", "taxonomies.tags", "taxonomies.categories"];
/** For kinds that have both categories and tags. */
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

/**
 * Keys for the alternative text beside a picture that is only a path: `heroImageAlt` for
 * `heroImage`.
 */
export const PICTURE_ALT_NAMES: readonly string[] = [
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

/** For kinds whose `date` is not the date of publication. */
export const SCHEDULE: FieldNames = { publishedAt: EMBARGO, expiresAt: EXPIRES };
/** For kinds that are published on a date. */
export const DATED: FieldNames = { publishedAt: ["date", ...EMBARGO, ...CREATED_NAMES], expiresAt: EXPIRES };

/**
 * Fields with names that are recognized in any case, with or without hyphens and underscores,
 * because overlooking one would publish a hidden document.
 */
export const ANY_CASE_FIELDS: ReadonlySet<string> = new Set(["publishedAt", "expiresAt"]);

/**
 * Removes the differences between generators from a name: `PublishDate`, `publish_date` →
 * `publishdate`.
 */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** Lists that are merged from all their names, instead of being read only from the best one. */
export const MERGED_FIELDS: ReadonlySet<string> = new Set(["tags", "categories", "aliases", "redirectFrom"]);

/** Tables for the author's own keys, in Hugo and Zola. */
export const OWN_TABLES: readonly string[] = ["params", "extra"];
