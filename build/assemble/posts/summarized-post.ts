import type { PostSummary, SeriesPlace, Video } from "../../../contract/schemas/post.ts";
import type { Author, AuthorLink, Tag } from "../../../contract/schemas/values.ts";
import type { Addresses } from "../../config/site-addresses.ts";
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
  readonly links: AuthorLink[];
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
  /** Of the facets alone: the same id, the same facets. */
  readonly facetsId: string;
  #summary: PostSummary | null = null;

  /** @param saidByOthers names tags, categories, authors, series, and what is of the site */
  constructor(input: SummaryInput, saidByOthers: string) {
    const { rendered, tags, categories, authors, links, series, site } = input;
    const { slug, type, publishedAt, updatedAt, language, featured } = rendered.entry;
    this.rendered = rendered;
    this.authors = authors;
    this.facets = {
      slug,
      url: site.addresses.site + rendered.entry.page,
      type,
      tags,
      categories,
      authors: links,
      series,
      publishedAt,
      updatedAt: updatedAt ?? publishedAt,
      language: language ?? site.language,
      featured,
      hasCode: rendered.body.hasCode,
    };
    const { page } = rendered.entry;
    const { hasCode } = this.facets;
    this.id = idOf([rendered.id, page, saidByOthers].join(" "));
    this.facetsId = [slug, page, type, publishedAt, updatedAt, language, featured, hasCode, saidByOthers].join(" ");
  }

  get summary(): PostSummary {
    this.#summary ??= toSummary(this.rendered, this.facets);
    return this.#summary;
  }
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
