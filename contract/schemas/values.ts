import { z } from "zod";
import { LANGUAGE_PATTERN } from "../language-pattern.ts";
import { SLUG_MAX } from "../limits.ts";
import { SLUG_PATTERN } from "../slug-pattern.ts";

/** The types of values used in resources. Patterns are anchored and work in any regex engine. */

/**
 * A tag's slug may contain letters of any script. A class such as \p{L} would be exact, but it
 * needs the `u` flag, which neither Spectral nor generated code sets.
 */
export const TAG_SLUG_PATTERN = /^[^\s-]+(?:-[^\s-]+)*$/;

export const Slug = z
  .string()
  .regex(SLUG_PATTERN, "want a slug: letters a to z, digits, and single hyphens between them")
  .max(SLUG_MAX, `want at most ${SLUG_MAX} characters`)
  .meta({ example: "tide-tables" });
export const TagSlug = z
  .string()
  .regex(TAG_SLUG_PATTERN)
  .max(SLUG_MAX)
  .meta({ description: "Letters and digits of any script, and single hyphens between them", example: "typescript" });
export const Instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: "date-time", description: "UTC, always with three decimals", example: "2026-01-31T09:30:00.000Z" });
export const CalendarDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ format: "date", example: "2026-01-31" });
export const PartialDate = z
  .string()
  .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/)
  .meta({ description: "YYYY, YYYY-MM or YYYY-MM-DD", example: "2026-01" });
export const LocalDateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  .meta({ description: "Local time, without an offset", example: "2026-01-31T09:30:00" });
export const AbsoluteUrl = z
  .string()
  .regex(/^https?:\/\//)
  .meta({ format: "uri", example: "https://ines.example/posts/tide-tables" });
/** A path relative to the site's address, percent-encoded as browsers send it. */
export const PagePath = z.string().regex(/^\//).meta({ example: "/posts/tide-tables" });
export const LanguageTag = z.string().regex(LANGUAGE_PATTERN).meta({ description: "BCP 47", example: "en" });
export const Translation = z
  .strictObject({
    language: LanguageTag,
    slug: Slug.meta({ description: "Slug of the translation in API paths" }),
    url: AbsoluteUrl.nullable().meta({ description: "Its page; null if its kind has none" }),
    path: z.string().nullable().meta({ description: "The path of that page" }),
    title: z.string().meta({ description: "Plain text" }),
  })
  .meta({ id: "Translation", description: "The same document in another language" });
export const Count = z.int().min(0);
export const CountOrNull = Count.nullable().meta({ description: "Null if unknown: files contain no counts" });

export const ImageVariant = z
  .strictObject({
    url: AbsoluteUrl.meta({ description: "Address of the file" }),
    width: z.int().min(1).meta({ description: "Pixels" }),
    height: z.int().min(1).meta({ description: "Pixels" }),
    mimeType: z.string().meta({ description: "Media type" }),
  })
  .meta({ id: "ImageVariant", description: "A picture at one width" });
export const Image = z
  .strictObject({
    url: AbsoluteUrl.meta({ description: "Address of the original, without its metadata" }),
    width: z.int().min(1).nullable().meta({ description: "Pixels; null if unknown (a picture on another server)" }),
    height: z.int().min(1).nullable().meta({ description: "Pixels; null if unknown" }),
    alt: z.string().meta({ description: "Alternative text; empty if the picture is decorative or not described" }),
    mimeType: z.string().nullable().meta({ description: "Media type; null if unknown", example: "image/jpeg" }),
    thumbhash: z.string().nullable().meta({ description: "Base64 ThumbHash; null for vector pictures" }),
    dominantColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable()
      .meta({ description: "`#rrggbb`; null if unknown" }),
    variants: z.array(ImageVariant).meta({
      description:
        "WebP, narrowest first, up to the picture's own width or the site's largest width; empty for animated, vector and very tall pictures",
    }),
  })
  .meta({ id: "Image", description: "A picture" });

export const Tag = z
  .strictObject({ slug: TagSlug, name: z.string().meta({ description: "As written by the author" }) })
  .meta({ id: "Tag", description: "A tag or a category" });
/** The page of a tag, a category, a series or an album. */
export const groupPage = {
  url: AbsoluteUrl.nullable().meta({ description: "Its page; null if the site's `urls` have no pattern for it" }),
  path: PagePath.nullable().meta({ description: "Path of that page" }),
};
export const TagCount = z
  .strictObject({
    slug: TagSlug,
    name: z.string().meta({ description: "As written by the author" }),
    count: z.int().min(1).meta({ description: "Number of published documents that have it" }),
    ...groupPage,
  })
  .meta({ id: "TagCount", description: "A tag or a category and how often it is used" });
export const LabelledLink = z
  .strictObject({ label: z.string().meta({ description: "Link text" }), url: AbsoluteUrl.meta({ description: "Its target" }) })
  .meta({ id: "LabelledLink", description: "A link with its text" });
export const SiteLink = z
  .strictObject({
    label: z.string().meta({ description: "Link text" }),
    url: z.string().meta({ description: "Absolute address, path on the site, `mailto:` or `tel:`" }),
    kind: z.string().nullable().meta({ description: "Name of the service, for an icon; null if none", example: "github" }),
  })
  .meta({ id: "SiteLink", description: "A link on every page of the site" });
/**
 * An author of a post, as shown in lists. If authors.yaml does not list the author, the slug is
 * made from the name, like a tag's.
 */
const authorLink = {
  slug: TagSlug,
  name: z.string().meta({ description: "As written" }),
  url: AbsoluteUrl.nullable().meta({ description: "The author's own page; null if none" }),
};
export const AuthorLink = z.strictObject(authorLink).meta({ id: "AuthorLink", description: "An author of a post" });
export const Author = z
  .strictObject({
    ...authorLink,
    bio: z.string().nullable().meta({ description: "Plain text" }),
    avatar: Image.nullable().meta({ description: "Portrait; null if none" }),
  })
  .meta({ id: "Author", description: "An author of a post, with a biography" });
export const AuthorCount = z
  .strictObject({
    ...Author.shape,
    count: z.int().min(1).meta({ description: "Number of published posts" }),
    pageUrl: groupPage.url.meta({ description: "Page about the author on this site; null if the site's `urls` have no pattern for it" }),
    path: groupPage.path,
  })
  .meta({ id: "AuthorCount", description: "An author and the number of their posts" });
const Description = z.string().nullable().meta({ description: "Plain text; null if none" });
export const TagPage = z
  .strictObject({
    slug: TagSlug,
    name: TagCount.shape.name,
    description: Description,
    count: TagCount.shape.count,
    cover: Image.nullable().meta({ description: "Cover; null if none" }),
    ...groupPage,
  })
  .meta({ id: "TagPage", description: "A tag or a category, as its page shows it" });
export const AuthorPage = z
  .strictObject({ ...AuthorCount.shape, description: Description.meta({ description: "The same as `bio`" }) })
  .meta({ id: "AuthorPage", description: "An author, as the author's page shows them" });
/** The author's own front matter, limited to the keys that the configuration names. */
export const Extra = z.record(z.string(), z.unknown()).meta({
  id: "Extra",
  description: "Front matter keys that the configuration names, as written; empty if there are none",
});
export const Person = z
  .strictObject({
    name: z.string().meta({ description: "As written" }),
    url: AbsoluteUrl.nullable().meta({ description: "The person's own page; null if none" }),
  })
  .meta({ id: "Person", description: "A person" });

export type Translation = z.infer<typeof Translation>;
export type Image = z.infer<typeof Image>;
export type ImageVariant = z.infer<typeof ImageVariant>;
export type Tag = z.infer<typeof Tag>;
export type TagCount = z.infer<typeof TagCount>;
export type AuthorLink = z.infer<typeof AuthorLink>;
export type Author = z.infer<typeof Author>;
export type AuthorCount = z.infer<typeof AuthorCount>;
export type Extra = z.infer<typeof Extra>;
export type LabelledLink = z.infer<typeof LabelledLink>;
export type SiteLink = z.infer<typeof SiteLink>;
export type Person = z.infer<typeof Person>;
