import { urlOf } from "../../contract/paths.ts";
import type { Post, PostSeries, PostSummary, Video } from "../../contract/schemas/post.ts";
import type { Tag } from "../../contract/schemas/values.ts";
import type { TagRef } from "../entries.ts";
import type { Rendered } from "../render/types.ts";
import type { RenderedPost, RenderedSeries, RenderedSite } from "./input.ts";
import { compareByNumber } from "./order.ts";
import { findRelated } from "./related.ts";
import { groupSeries, type SeriesMembers, toPostLink, toPostSeries, toSeriesItems } from "./series.ts";
import { describeVideo } from "./video.ts";

export interface AssembledPosts {
  /** Newest first, ties by slug. */
  readonly posts: readonly Post[];
  /** The same order. */
  readonly summaries: readonly PostSummary[];
  /** The same order. */
  readonly bodies: readonly Rendered[];
  readonly series: readonly PostSeries[];
}

export interface PostsInput {
  readonly site: RenderedSite;
  readonly posts: readonly RenderedPost[];
  readonly series: readonly RenderedSeries[];
  readonly urlPattern: string;
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
}

/** Posts with all that depends on other posts: series, neighbours, related. */
export function assemblePosts(input: PostsInput): AssembledPosts {
  const groups = groupSeries(input.series, input.posts);
  const newestFirst = input.posts
    .map((rendered) => ({ rendered, summary: toSummary(rendered, input, groups) }))
    .sort((a, b) => compareByNumber<PostSummary>((post) => post.publishedAt)(b.summary, a.summary));
  const summaries = newestFirst.map(({ summary }) => summary);
  const bySlug = new Map(summaries.map((summary) => [summary.slug, summary]));
  const items = new Map([...groups].map(([slug, group]) => [slug, toSeriesItems(group, bySlug)]));
  const related = findRelated(summaries.map(toCandidate));

  const posts = newestFirst.map(({ rendered, summary }, index): Post => {
    const { entry, body } = rendered;
    return {
      ...summary,
      series: toSeriesContext(summary, groups, items),
      // Bodies may be on disk, and are read when they are looked at.
      get bodyHtml() {
        return body.html;
      },
      get bodyText() {
        return body.text;
      },
      get toc() {
        return [...body.toc];
      },
      previousPost: toPostLink(summaries[index + 1]),
      nextPost: toPostLink(summaries[index - 1]),
      related: (related[index] ?? []).flatMap((other) => toRelated(summaries[other])),
      commentsOpen: entry.commentsOpen ?? input.site.document.commentsEnabled,
      canonicalUrl: entry.canonicalUrl ?? summary.url,
      author: entry.author ?? toPerson(input.site),
    };
  });
  const series = [...groups].map(([slug, group]) => toPostSeries(group, items.get(slug) ?? [], bySlug));
  return { posts, summaries, series, bodies: newestFirst.map(({ rendered }) => rendered.body) };
}

function toSummary(
  { entry, body, cover, images, poster }: RenderedPost,
  input: PostsInput,
  groups: Map<string, SeriesMembers>,
): PostSummary {
  const group = entry.series === null ? undefined : groups.get(entry.series.slug);
  const place = group?.members.find(({ post }) => post.entry === entry);
  return {
    slug: entry.slug,
    url: urlOf(input.site.url, input.urlPattern, entry.slug),
    type: entry.type,
    title: entry.title,
    excerpt: entry.excerpt ?? body.excerpt,
    cover,
    tags: input.nameTags(entry.tags),
    series:
      group === undefined || place === undefined
        ? null
        : {
            slug: group.series.entry.slug,
            title: group.series.entry.title,
            position: place.position,
            total: group.members.length,
          },
    publishedAt: entry.publishedAt,
    updatedAt: entry.updatedAt ?? entry.publishedAt,
    language: entry.language ?? input.site.document.language,
    wordCount: body.wordCount,
    readingTimeMinutes: body.readingTimeMinutes,
    hasCode: body.hasCode,
    codeLanguages: [...body.codeLanguages],
    featured: entry.featured,
    likeCount: null,
    commentCount: null,
    video: entry.video === null ? null : toVideo(entry.video, poster),
    images: [...images],
  };
}

function toVideo(video: { readonly url: string; readonly durationSeconds: number | null }, poster: Video["poster"]): Video {
  const { provider, embedUrl } = describeVideo(video.url);
  return { provider, url: video.url, embedUrl, durationSeconds: video.durationSeconds, poster };
}

function toSeriesContext(
  summary: PostSummary,
  groups: ReadonlyMap<string, SeriesMembers>,
  items: ReadonlyMap<string, PostSeries["items"]>,
): Post["series"] {
  if (summary.series === null) return null;
  const all = items.get(summary.series.slug) ?? [];
  const at = all.findIndex(({ slug }) => slug === summary.slug);
  return {
    ...summary.series,
    description: groups.get(summary.series.slug)?.series.entry.description ?? null,
    previous: toPostLink(all[at - 1]),
    next: toPostLink(all[at + 1]),
    items: all,
  };
}

function toCandidate(summary: PostSummary): Parameters<typeof findRelated>[0][number] {
  return {
    slug: summary.slug,
    tags: summary.tags.map(({ slug }) => slug),
    series: summary.series?.slug ?? null,
    published: summary.publishedAt === null ? null : Date.parse(summary.publishedAt),
  };
}

function toRelated(summary: PostSummary | undefined): Post["related"] {
  if (summary === undefined) return [];
  const { slug, title, url, excerpt, publishedAt } = summary;
  return [{ slug, title, url, excerpt, publishedAt }];
}

function toPerson({ document }: RenderedSite): Post["author"] {
  return document.author === null ? null : { name: document.author.name, url: document.author.url };
}
