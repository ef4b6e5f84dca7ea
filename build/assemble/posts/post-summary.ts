import type { PostSummary, SeriesPlace, Video } from "../../../contract/schemas/post.ts";
import type { Author, AuthorLink, Tag } from "../../../contract/schemas/values.ts";
import { pathOfAddress, putBelow } from "../../../contract/text/base-path.ts";
import type { posts } from "../../../kinds/posts.ts";
import { describeVideo } from "../../markdown/embeds/video.ts";
import type { Addresses } from "../../shared/site-addresses.ts";
import type { RenderedPost } from "../documents/input.ts";

/** `categories` of `categories.slug`. */
type FirstName<Member extends string> = Member extends `${infer First}.${string}` ? First : Member;

/**
 * Members by which lists are filtered and ordered. A filter whose member no post has is a type error
 * here, and one whose member is not returned below is a type error there.
 */
export type PostFacets = Pick<PostSummary, "slug" | "url" | "updatedAt" | FirstName<(typeof posts.filters)[number]["member"]>>;

/**
 * Parts of a summary that come from other files. Their digest is part of the summary's identity, so
 * it includes new members automatically.
 */
export interface SummaryContext {
  readonly tags: Tag[];
  readonly categories: Tag[];
  readonly authors: AuthorLink[];
  readonly series: SeriesPlace | null;
}

/** The site settings that posts use. */
export interface SiteOfPosts {
  readonly addresses: Addresses;
  readonly language: string;
  readonly commentsEnabled: boolean;
  readonly authors: readonly Author[];
}

/** The facets that are not part of the context. */
export function toOwnFacets({ entry, body }: RenderedPost, site: SiteOfPosts): Omit<PostFacets, keyof SummaryContext> {
  const { slug, page, type, publishedAt, updatedAt, language, featured } = entry;
  return {
    slug,
    url: putBelow(site.addresses.site, page),
    type,
    publishedAt,
    updatedAt: updatedAt ?? publishedAt,
    language: language ?? site.language,
    featured,
    hasCode: body.hasCode,
  };
}

/** A post as lists show it. */
export function toSummary({ entry, body, cover, images, poster }: RenderedPost, facets: PostFacets): PostSummary {
  const { slug, url, type, tags, categories, authors, series, publishedAt, updatedAt, language, featured, hasCode } = facets;
  const summary = {
    slug,
    url,
    path: pathOfAddress(url),
    type,
    title: entry.title,
    excerpt: entry.excerpt ?? body.excerpt,
    cover,
    tags,
    categories,
    authors,
    series,
    publishedAt,
    updatedAt,
    language,
    wordCount: body.wordCount,
    readingTimeMinutes: body.readingTimeMinutes,
    hasCode,
    codeLanguages: [...body.codeLanguages],
    featured,
    likeCount: null,
    commentCount: null,
    video: entry.video === null ? null : toVideo(entry.video, poster),
    images: [...images],
    extra: entry.extra.summary,
  };
  // A VIDEO without a video and an IMAGE without images are errors in their files.
  return summary as PostSummary;
}

function toVideo(video: { readonly url: string; readonly durationSeconds: number | null }, poster: Video["poster"]): Video {
  const { provider, embedUrl } = describeVideo(video.url);
  return { provider, url: video.url, embedUrl, durationSeconds: video.durationSeconds, poster };
}
