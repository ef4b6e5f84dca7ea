import type { CollectionName } from "../../contract/config.ts";

/**
 * What the common generators (Hugo, Jekyll, Astro, Zola, Eleventy, Hexo) call the fields, best first. A dot leads into
 * a table. Names that the configuration adds come before these; the field's own name comes before all.
 */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

const UPDATED = [
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
const PUBLISHED = [
  "date",
  "pubDate",
  "pubDatetime",
  "publishDate",
  "publishedDate",
  "datePublished",
  "published_at",
  "createdAt",
  "created",
];
const TAGS = ["tag", "categories", "category", "keywords", "taxonomies.tags", "taxonomies.categories"];
const COVER = [
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
export const COVER_ALT_NAMES = [
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

export const DEFAULT_NAMES: Readonly<Record<CollectionName | "about", FieldNames>> = {
  posts: {
    publishedAt: PUBLISHED,
    updatedAt: UPDATED,
    excerpt: ["description", "summary", "spoiler", "abstract", "subtitle"],
    tags: TAGS,
    cover: COVER,
    language: ["lang"],
    author: ["authors"],
    commentsOpen: ["comments"],
    canonicalUrl: ["canonicalURL", "canonical_url", "canonical"],
    aliases: ["redirect_from"],
  },
  projects: {
    summary: ["description", "excerpt", "subtitle"],
    updatedAt: UPDATED,
    tags: TAGS,
    cover: COVER,
    startedOn: ["date"],
    repositoryUrl: ["repository", "repo", "github"],
    demoUrl: ["demo", "website"],
  },
  books: {
    updatedAt: UPDATED,
    tags: TAGS,
    cover: COVER,
    language: ["lang"],
    authors: ["author"],
  },
  photos: { publishedAt: PUBLISHED, tags: TAGS, image: ["src", "photo"] },
  services: { summary: ["description", "excerpt"], updatedAt: UPDATED },
  series: { description: ["summary"], cover: COVER },
  about: { headline: ["title"], updatedAt: UPDATED, portrait: ["image", "photo", "avatar"] },
};

/** Lists that are put together from all their names, rather than taken from the first. */
export const MERGED_FIELDS: ReadonlySet<string> = new Set(["tags", "aliases"]);
