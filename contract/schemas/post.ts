import { z } from "zod";
import { RELATED_POSTS_MAX, SERIES_ITEMS_MAX } from "../limits.ts";
import { AbsoluteUrl, Author, AuthorLink, Count, CountOrNull, Extra, Image, Instant, LanguageTag, Person, Slug, Tag } from "./values.ts";

export const PostType = z.enum(["TEXT", "VIDEO", "IMAGE"]).meta({ id: "PostType" });
export const SeriesStatus = z.enum(["ongoing", "complete"]).meta({ id: "SeriesStatus" });

export const Video = z
  .strictObject({
    provider: z.string().meta({ description: "youtube, vimeo, peertube, file or the host's name", example: "youtube" }),
    url: AbsoluteUrl,
    embedUrl: AbsoluteUrl.nullable(),
    durationSeconds: Count.nullable(),
    poster: Image.nullable(),
  })
  .meta({ id: "Video" });

const seriesPlace = {
  slug: Slug,
  title: z.string(),
  position: z.int().min(1).meta({ description: "as the author numbers it" }),
  total: z.int().min(1).meta({ description: "published posts of the series" }),
};
const SeriesPlace = z.strictObject(seriesPlace).meta({ id: "SeriesPlace" });

export const PostLink = z.strictObject({ slug: Slug, title: z.string(), url: AbsoluteUrl }).meta({ id: "PostLink" });

export const PostSeriesItem = z
  .strictObject({
    position: z.int().min(1),
    slug: Slug,
    url: AbsoluteUrl,
    title: z.string(),
    excerpt: z.string(),
    type: PostType,
    publishedAt: Instant.nullable(),
    readingTimeMinutes: z.int().min(1),
  })
  .meta({ id: "PostSeriesItem" });

const seriesSummary = {
  slug: Slug,
  title: z.string(),
  description: z.string().nullable(),
  cover: Image.nullable(),
  status: SeriesStatus,
  totalPosts: Count,
  updatedAt: Instant.nullable().meta({ description: "newest updatedAt of its posts" }),
};
export const SeriesSummary = z.strictObject(seriesSummary).meta({ id: "SeriesSummary" });
export const PostSeries = z
  .strictObject({ ...seriesSummary, items: z.array(PostSeriesItem).meta({ description: "by position" }) })
  .meta({ id: "PostSeries" });

const ArchiveMonth = z.strictObject({ month: z.int().min(1).max(12), count: z.int().min(1) }).meta({ id: "ArchiveMonth" });
export const ArchiveYear = z
  .strictObject({
    year: z.int(),
    count: z.int().min(1),
    months: z.array(ArchiveMonth).meta({ description: "newest first; those with posts" }),
  })
  .meta({ id: "ArchiveYear" });

const postSummary = {
  slug: Slug,
  url: AbsoluteUrl,
  type: PostType,
  title: z.string(),
  excerpt: z.string().meta({ description: "plain text" }),
  cover: Image.nullable(),
  tags: z.array(Tag),
  categories: z.array(Tag),
  authors: z.array(AuthorLink),
  series: SeriesPlace.nullable(),
  publishedAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  language: LanguageTag,
  wordCount: Count,
  readingTimeMinutes: z.int().min(1),
  hasCode: z.boolean(),
  codeLanguages: z.array(z.string()),
  featured: z.boolean(),
  likeCount: CountOrNull,
  commentCount: CountOrNull,
  video: Video.nullable(),
  images: z.array(Image),
  extra: Extra,
};
export const PostSummary = z.strictObject(postSummary).meta({ id: "PostSummary" });

export const TocEntry = z.strictObject({ id: z.string(), level: z.int().min(1).max(6), title: z.string() }).meta({ id: "TocEntry" });

const RelatedPost = z
  .strictObject({ slug: Slug, title: z.string(), url: AbsoluteUrl, excerpt: z.string(), publishedAt: Instant.nullable() })
  .meta({ id: "RelatedPost" });

const PostSeriesContext = z
  .strictObject({
    ...seriesPlace,
    description: z.string().nullable(),
    previous: PostLink.nullable(),
    next: PostLink.nullable(),
    items: z
      .array(PostSeriesItem)
      .max(SERIES_ITEMS_MAX)
      .meta({
        description: `by position, at most ${SERIES_ITEMS_MAX} around this post; all are at /post-series/{slug}`,
      }),
  })
  .meta({ id: "PostSeriesContext" });

/** The same post for readers of text. */
export const PostMarkdown = z.string().meta({ id: "PostMarkdown" });

export const Post = z
  .strictObject({
    ...postSummary,
    authors: z.array(Author),
    series: PostSeriesContext.nullable(),
    bodyHtml: z.string(),
    bodyText: z.string(),
    toc: z.array(TocEntry),
    previousPost: PostLink.nullable().meta({ description: "the next older post" }),
    nextPost: PostLink.nullable().meta({ description: "the next newer post" }),
    related: z.array(RelatedPost).max(RELATED_POSTS_MAX),
    commentsOpen: z.boolean(),
    canonicalUrl: AbsoluteUrl,
    author: Person.nullable().meta({ description: "the first of `authors`" }),
    unlisted: z.boolean().meta({
      description:
        "true: whoever has the address reads it, but it stands in no list, feed, search or sitemap, and its counts here are null",
    }),
  })
  .meta({ id: "Post" });

export type PostType = z.infer<typeof PostType>;
export type Video = z.infer<typeof Video>;
export type SeriesPlace = z.infer<typeof SeriesPlace>;
export type PostLink = z.infer<typeof PostLink>;
export type PostSeriesItem = z.infer<typeof PostSeriesItem>;
export type SeriesSummary = z.infer<typeof SeriesSummary>;
export type ArchiveYear = z.infer<typeof ArchiveYear>;
export type PostSeries = z.infer<typeof PostSeries>;
export type PostSummary = z.infer<typeof PostSummary>;
export type TocEntry = z.infer<typeof TocEntry>;
export type RelatedPost = z.infer<typeof RelatedPost>;
export type PostSeriesContext = z.infer<typeof PostSeriesContext>;
export type Post = z.infer<typeof Post>;
