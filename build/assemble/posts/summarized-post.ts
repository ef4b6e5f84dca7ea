import type { PostSummary, SeriesPlace, Video } from "../../../contract/schemas/post.ts";
import type { Author, Tag } from "../../../contract/schemas/values.ts";
import type { Addresses } from "../../config/site-addresses.ts";
import { toAuthorLinks } from "../authors.ts";
import type { RenderedPost } from "../input.ts";
import { idOf } from "./identity.ts";
import { describeVideo } from "./video.ts";

/** What lists are filtered and ordered by. */
export type PostFacets = Pick<
  PostSummary,
  | ("slug" | "url" | "type" | "tags" | "categories" | "authors" | "series")
  | ("publishedAt" | "updatedAt" | "language" | "featured" | "hasCode")
>;

/** Everything that a summary is made of. */
interface SummaryInput {
  readonly rendered: RenderedPost;
  readonly tags: Tag[];
  readonly categories: Tag[];
  readonly authors: readonly Author[];
  readonly series: SeriesPlace | null;
  readonly site: SiteOfPosts;
}

/** What posts take from the site. */
export interface SiteOfPosts {
  readonly addresses: Addresses;
  readonly language: string;
  readonly commentsEnabled: boolean;
  readonly authors: readonly Author[];
}

/** What stands in a summary, put together when it is asked for, and the id of all that it is made of. */
export class SummarizedPost {
  readonly rendered: RenderedPost;
  readonly facets: PostFacets;
  readonly authors: readonly Author[];
  readonly id: string;
  #summary: PostSummary | null = null;

  constructor(input: SummaryInput, siteId: string) {
    const { rendered, tags, categories, authors, series, site } = input;
    const { slug, type, publishedAt, updatedAt, language, featured } = rendered.entry;
    this.rendered = rendered;
    this.authors = authors;
    this.facets = {
      slug,
      url: site.addresses.site + rendered.entry.page,
      type,
      tags,
      categories,
      authors: toAuthorLinks(authors),
      series,
      publishedAt,
      updatedAt: updatedAt ?? publishedAt,
      language: language ?? site.language,
      featured,
      hasCode: rendered.body.hasCode,
    };
    this.id = idOfSummary(this.facets, rendered.id, siteId);
  }

  get summary(): PostSummary {
    this.#summary ??= toSummary(this.rendered, this.facets);
    return this.#summary;
  }
}

/** The row names all that the post's own file says; the rest is what others say of it. */
function idOfSummary({ url, tags, categories, authors, series }: PostFacets, rowId: string, siteId: string): string {
  return idOf([rowId, siteId, JSON.stringify([url, tags, categories, authors, series])].join("\0"));
}

function toSummary({ entry, body, cover, images, poster }: RenderedPost, facets: PostFacets): PostSummary {
  const { slug, url, type, tags, categories, authors, series, publishedAt, updatedAt, language, featured, hasCode } = facets;
  return {
    slug,
    url,
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
}

function toVideo(video: { readonly url: string; readonly durationSeconds: number | null }, poster: Video["poster"]): Video {
  const { provider, embedUrl } = describeVideo(video.url);
  return { provider, url: video.url, embedUrl, durationSeconds: video.durationSeconds, poster };
}
