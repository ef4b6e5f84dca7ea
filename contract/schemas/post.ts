import { z } from "zod";
import { POST_TYPES, SERIES_STATUSES } from "../../kinds/posts.ts";
import { RELATED_POSTS_MAX, SERIES_ITEMS_MAX } from "../limits.ts";
import {
  AbsoluteUrl,
  Author,
  AuthorLink,
  Count,
  CountOrNull,
  Extra,
  groupPage,
  Image,
  Instant,
  LanguageTag,
  PagePath,
  Person,
  Slug,
  Tag,
  Translation,
} from "./values.ts";

export const PostType = z.enum(POST_TYPES).meta({ id: "PostType", description: "Main form of a post" });
export const SeriesStatus = z.enum(SERIES_STATUSES).meta({ id: "SeriesStatus", description: "Whether more posts will follow" });

export const Video = z
  .strictObject({
    provider: z.string().meta({ description: "`youtube`, `vimeo`, `peertube`, `file` or the host's name", example: "youtube" }),
    url: AbsoluteUrl.meta({ description: "Page or file of the video" }),
    embedUrl: AbsoluteUrl.nullable().meta({ description: "Address for an iframe; null if it cannot be embedded" }),
    durationSeconds: Count.nullable().meta({ description: "Length in seconds; null if unknown" }),
    poster: Image.nullable().meta({ description: "Picture to show before it plays; null if none" }),
  })
  .meta({ id: "Video", description: "The video of a post of type VIDEO" });

const seriesPlace = {
  slug: Slug.meta({ description: "Slug of the series" }),
  title: z.string().meta({ description: "Title of the series" }),
  position: z.int().min(1).meta({ description: "The number that the author gave it" }),
  total: z.int().min(1).meta({ description: "Published posts of the series" }),
};
const SeriesPlace = z.strictObject(seriesPlace).meta({ id: "SeriesPlace", description: "Position of a post in its series" });

const postLink = {
  slug: Slug.meta({ description: "Slug of the post" }),
  title: z.string().meta({ description: "Title of the post" }),
  url: AbsoluteUrl.meta({ description: "Its page" }),
  path: PagePath.meta({ description: "Path of that page" }),
};
export const PostLink = z.strictObject(postLink).meta({ id: "PostLink", description: "A post as a link" });

export const PostSeriesItem = z
  .strictObject({
    position: z.int().min(1).meta({ description: "The number that the author gave it" }),
    slug: Slug.meta({ description: "Slug of the post" }),
    url: AbsoluteUrl.meta({ description: "Its page" }),
    path: PagePath.meta({ description: "Path of that page" }),
    title: z.string().meta({ description: "Title of the post" }),
    excerpt: z.string().meta({ description: "Plain text" }),
    type: PostType.meta({ description: "Main form of the post: text, video or pictures" }),
    publishedAt: Instant.nullable().meta({ description: "When it was published; null if undated" }),
    readingTimeMinutes: z.int().min(1).meta({ description: "Minutes, rounded up" }),
  })
  .meta({ id: "PostSeriesItem", description: "A post of a series" });

const seriesSummary = {
  slug: Slug.meta({ description: "Slug of the series" }),
  title: z.string().meta({ description: "Title of the series" }),
  description: z.string().nullable().meta({ description: "Plain text; null if none" }),
  cover: Image.nullable().meta({ description: "Picture of the series; null if none" }),
  status: SeriesStatus.meta({ description: "Whether the series continues" }),
  totalPosts: Count.meta({ description: "Published posts" }),
  updatedAt: Instant.nullable().meta({ description: "Newest `updatedAt` of its posts" }),
  ...groupPage,
};
export const SeriesSummary = z.strictObject(seriesSummary).meta({ id: "SeriesSummary", description: "A series of posts" });
export const PostSeries = z
  .strictObject({ ...seriesSummary, items: z.array(PostSeriesItem).meta({ description: "In order of position" }) })
  .meta({ id: "PostSeries", description: "A series with its posts" });

const ArchiveMonth = z
  .strictObject({
    month: z.int().min(1).max(12).meta({ description: "1 for January" }),
    count: z.int().min(1).meta({ description: "Posts of the month" }),
  })
  .meta({ id: "ArchiveMonth", description: "A month and its posts" });
export const ArchiveYear = z
  .strictObject({
    year: z.int().meta({ description: "In the site's time zone" }),
    count: z.int().min(1).meta({ description: "Posts of the year" }),
    months: z.array(ArchiveMonth).meta({ description: "Months with posts, newest first" }),
  })
  .meta({ id: "ArchiveYear", description: "A year and its posts" });

const video = Video.nullable().meta({ description: "Never null for a post of type VIDEO" });
const images = z.array(Image).meta({ description: "Never empty for a post of type IMAGE" });

/**
 * Combines the members of each type of post. All types have the same members, but a VIDEO always
 * has a video and an IMAGE always has images.
 */
function byPostType<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.discriminatedUnion("type", [
    z.strictObject({ ...shape, type: z.literal("TEXT").meta({ description: "Mainly its body" }), video, images }),
    z.strictObject({
      ...shape,
      type: z.literal("VIDEO").meta({ description: "Mainly a video" }),
      video: Video.meta({ description: "Its video" }),
      images,
    }),
    z.strictObject({
      ...shape,
      type: z.literal("IMAGE").meta({ description: "Mainly pictures" }),
      video,
      images: z.array(Image).min(1).meta({ description: "Its pictures" }),
    }),
  ]);
}

const postSummary = {
  slug: Slug.meta({ description: "Slug of the post in API paths" }),
  url: AbsoluteUrl.meta({ description: "The post's page" }),
  path: PagePath.meta({ description: "Path of that page" }),
  title: z.string().meta({ description: "Plain text" }),
  excerpt: z.string().meta({ description: "Plain text" }),
  cover: Image.nullable().meta({ description: "Picture at the head; null if none" }),
  tags: z.array(Tag).meta({ description: "In the author's order" }),
  categories: z.array(Tag).meta({ description: "In the author's order" }),
  authors: z.array(AuthorLink).meta({ description: "The first is the main author" }),
  series: SeriesPlace.nullable().meta({ description: "Its position in a series; null if not in a series" }),
  publishedAt: Instant.nullable().meta({ description: "When it was published; null if undated" }),
  updatedAt: Instant.nullable().meta({ description: "Date of the last change; null if undated" }),
  language: LanguageTag,
  wordCount: Count.meta({ description: "Number of words in the body" }),
  readingTimeMinutes: z.int().min(1).meta({ description: "Minutes, rounded up" }),
  hasCode: z.boolean().meta({ description: "Whether the body has a code block" }),
  codeLanguages: z.array(z.string()).meta({ description: "Languages of its code blocks" }),
  featured: z.boolean().meta({ description: "Whether the author features it" }),
  likeCount: CountOrNull,
  commentCount: CountOrNull,
  extra: Extra.meta({ description: "The author's own front matter" }),
};
export const PostSummary = byPostType(postSummary).meta({ id: "PostSummary", description: "A post, as lists show it" });

export const TocEntry = z
  .strictObject({
    id: z.string().meta({ description: "`id` of the heading in `bodyHtml`" }),
    level: z.int().min(1).max(6).meta({ description: "1 to 6, as h1 to h6" }),
    title: z.string().meta({ description: "Plain text" }),
  })
  .meta({ id: "TocEntry", description: "A heading of the body" });

const RelatedPost = z
  .strictObject({
    ...postLink,
    excerpt: z.string().meta({ description: "Plain text" }),
    publishedAt: Instant.nullable().meta({ description: "When it was published; null if undated" }),
  })
  .meta({ id: "RelatedPost", description: "A post about the same topic" });

const PostSeriesContext = z
  .strictObject({
    ...seriesPlace,
    description: z.string().nullable().meta({ description: "Description of the series, plain text; null if none" }),
    previous: PostLink.nullable().meta({ description: "The post before this one in the series; null if none" }),
    next: PostLink.nullable().meta({ description: "The post after this one in the series; null if none" }),
    items: z
      .array(PostSeriesItem)
      .max(SERIES_ITEMS_MAX)
      .meta({
        description: `In order of position, at most ${SERIES_ITEMS_MAX} around this post; /post-series/{slug} has all of them`,
      }),
  })
  .meta({ id: "PostSeriesContext", description: "A post's series, and the posts around it there" });

/** The post as Markdown, for programs that read text. */
export const PostMarkdown = z.string().meta({ id: "PostMarkdown", description: "The post as Markdown, with front matter" });

export const Post = byPostType({
  ...postSummary,
  authors: z.array(Author).meta({ description: "The first is the main author" }),
  series: PostSeriesContext.nullable().meta({ description: "Its series; null if not in a series" }),
  bodyHtml: z.string().meta({ description: "The body as HTML" }),
  bodyText: z.string().meta({ description: "The body as plain text" }),
  toc: z.array(TocEntry).meta({ description: "Headings of the body, in order" }),
  previousPost: PostLink.nullable().meta({ description: "The next older post" }),
  nextPost: PostLink.nullable().meta({ description: "The next newer post" }),
  related: z.array(RelatedPost).max(RELATED_POSTS_MAX).meta({ description: "Posts about the same topic, closest first" }),
  commentsOpen: z.boolean().meta({ description: "Whether comments are accepted" }),
  canonicalUrl: AbsoluteUrl.meta({ description: "The post's canonical address: `url`, unless it was first published elsewhere" }),
  author: Person.nullable().meta({ description: "The first of `authors`" }),
  translations: z.array(Translation).meta({ description: "The other listed translations, by language" }),
  unlisted: z.boolean().meta({
    description:
      "True: anybody with the address can read it, but it is not in any list, feed, search result or sitemap, and its counts here are null",
  }),
}).meta({ id: "Post", description: "A complete post" });

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
export type Post = z.infer<typeof Post>;
