import type { PostSummary, SeriesPlace, Video } from "../../../contract/schemas/post.ts";
import type { AuthorLink, Tag } from "../../../contract/schemas/values.ts";
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
  readonly series: SeriesPlace | null;
  readonly site: SiteOfPosts;
}

/** What posts take from the site. */
export interface SiteOfPosts {
  readonly addresses: Addresses;
  readonly language: string;
  readonly commentsEnabled: boolean;
  readonly authors: AuthorLink[];
}

/** What stands in a summary, put together when it is asked for, and the id of all that it is made of. */
export class SummarizedPost {
  readonly rendered: RenderedPost;
  readonly facets: PostFacets;
  readonly id: string;
  #summary: PostSummary | null = null;

  constructor({ rendered, tags, series, site }: SummaryInput, siteId: string) {
    const { slug, type, author, publishedAt, updatedAt, language, featured } = rendered.entry;
    this.rendered = rendered;
    this.facets = {
      slug,
      url: site.addresses.site + rendered.entry.page,
      type,
      tags,
      categories: [],
      authors: author === null ? site.authors : toAuthorLinks(author),
      series,
      publishedAt,
      updatedAt: updatedAt ?? publishedAt,
      language: language ?? site.language,
      featured,
      hasCode: rendered.body.hasCode,
    };
    this.id = idOfSummary({ rendered, tags, series, site }, siteId);
  }

  get summary(): PostSummary {
    this.#summary ??= toSummary(this.rendered, this.facets);
    return this.#summary;
  }
}

/** The row names all that the post's own file says; the rest is what others say of it. */
function idOfSummary({ rendered, tags, series }: SummaryInput, siteId: string): string {
  return idOf([rendered.id, siteId, JSON.stringify([tags, series, rendered.entry.page])].join("\0"));
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
    extra: {},
  };
}

function toVideo(video: { readonly url: string; readonly durationSeconds: number | null }, poster: Video["poster"]): Video {
  const { provider, embedUrl } = describeVideo(video.url);
  return { provider, url: video.url, embedUrl, durationSeconds: video.durationSeconds, poster };
}
