import { urlOf } from "../../contract/paths.ts";
import type { Post, PostSeries, PostSummary, Video } from "../../contract/schemas/post.ts";
import type { Tag } from "../../contract/schemas/values.ts";
import type { PostEntry, SeriesEntry, TagRef } from "../entries.ts";
import type { Rendered } from "../render/types.ts";
import type { RenderedPost, RenderedSeries, RenderedSite } from "./input.ts";
import { compareByNumber } from "./order.ts";
import { type PostParts, toPost } from "./post.ts";
import { findRelated } from "./related.ts";
import { groupSeries, itemsAround, type SeriesMembers, toPostSeries, toSeriesItems } from "./series.ts";
import { describeVideo } from "./video.ts";

export interface AssembledPosts {
  /** Newest first, ties by slug. */
  readonly posts: readonly Post[];
  /** The same order. */
  readonly summaries: readonly PostSummary[];
  /** The same order. */
  readonly bodies: readonly Rendered[];
  /** Places of the posts that each names as related. */
  readonly related: readonly (readonly number[])[];
  readonly series: readonly PostSeries[];
}

export interface PostsInput {
  readonly site: RenderedSite;
  /** Listed ones alone. */
  readonly posts: readonly RenderedPost[];
  readonly series: readonly RenderedSeries[];
  readonly urlPattern: string;
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
}

/** Posts with all that depends on other posts: series, neighbours, related. */
export function assemblePosts(input: PostsInput): AssembledPosts {
  const groups = groupSeries(input.series, input.posts);
  const newestFirst = input.posts
    .map((rendered) => ({ rendered, summary: keepSummary(rendered.entry, toSummary(rendered, input, groups)) }))
    .sort((a, b) => compareByNumber<PostSummary>((post) => post.publishedAt)(b.summary, a.summary));
  const summaries = newestFirst.map(({ summary }) => summary);
  const bySlug = new Map(summaries.map((summary) => [summary.slug, summary]));
  const items = new Map([...groups].map(([slug, group]) => [slug, keepItems(group.series.entry, toSeriesItems(group, bySlug))]));
  const toSeriesPart = ({ slug, series }: PostSummary): PostParts["series"] => {
    const group = series === null ? undefined : groups.get(series.slug);
    if (group === undefined) return null;
    const { description } = group.series.entry;
    return { description, items: items.get(group.series.entry.slug) ?? [], place: group.places.get(slug) ?? 0 };
  };
  const related = findRelated(summaries.map(toCandidate));

  const person = toPerson(input.site);
  const posts = newestFirst.map(({ rendered, summary }, index): Post => {
    const { entry, body } = rendered;
    const own = toSeriesPart(summary);
    const others = (related[index] ?? []).map((other) => summaries[other]);
    const { author, commentsEnabled } = input.site.document;
    const madeOf = [
      body,
      commentsEnabled,
      author?.name,
      author?.url,
      own?.description,
      ...(own === null ? [] : itemsAround(own.items, own.place)),
      summaries[index + 1],
      summaries[index - 1],
      ...others,
    ];
    const known = kept.posts.get(summary);
    if (known !== undefined && isSame(known.madeOf, madeOf)) return known.post;
    const post = toPost({
      summary,
      body,
      series: own,
      older: summaries[index + 1],
      newer: summaries[index - 1],
      related: others,
      own: entry,
      unlisted: false,
      site: { commentsEnabled, author: person, addresses: input.site.addresses },
    });
    kept.posts.set(summary, { madeOf, post });
    return post;
  });
  const series = [...groups].map(([slug, group]) => toPostSeries(group, items.get(slug) ?? [], bySlug));
  return { posts, summaries, related, series, bodies: newestFirst.map(({ rendered }) => rendered.body) };
}

/** What the last build of this process made of the same entries: values that are the same again need not be written again. */
const kept = {
  summaries: new WeakMap<PostEntry, PostSummary>(),
  items: new WeakMap<SeriesEntry, PostSeries["items"]>(),
  posts: new WeakMap<PostSummary, { readonly madeOf: readonly unknown[]; readonly post: Post }>(),
};

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

/** The summary of the last build where it says the same. */
function keepSummary(entry: PostEntry, summary: PostSummary): PostSummary {
  const known = kept.summaries.get(entry);
  if (known !== undefined && hasSameMembers(known, summary)) return known;
  kept.summaries.set(entry, summary);
  return summary;
}

/** The items of the last build where they say the same. */
function keepItems(entry: SeriesEntry, items: PostSeries["items"]): PostSeries["items"] {
  const last = kept.items.get(entry) ?? [];
  const known = new Map(last.map((item) => [item.slug, item]));
  const merged = items.map((item) => {
    const former = known.get(item.slug);
    return former !== undefined && hasSameMembers(item, former) ? former : item;
  });
  if (isSame(merged, last)) return last;
  kept.items.set(entry, merged);
  return merged;
}

function hasSameMembers(a: object, b: object): boolean {
  const others: Partial<Record<string, unknown>> = { ...b };
  return Object.entries(a).every(([name, value]: [string, unknown]) => {
    const other = others[name];
    return value === other || (typeof value === "object" && JSON.stringify(value) === JSON.stringify(other));
  });
}

export function toSummary(
  { entry, body, cover, images, poster }: RenderedPost,
  input: PostsInput,
  groups: Map<string, SeriesMembers>,
): PostSummary {
  const group = entry.series === null ? undefined : groups.get(entry.series.slug);
  const place = group?.members[group.places.get(entry.slug) ?? -1];
  return {
    slug: entry.slug,
    url: urlOf(input.site.addresses.site, input.urlPattern, entry.slug),
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

function toCandidate(summary: PostSummary): Parameters<typeof findRelated>[0][number] {
  return {
    slug: summary.slug,
    tags: summary.tags.map(({ slug }) => slug),
    series: summary.series?.slug ?? null,
    published: summary.publishedAt === null ? null : Date.parse(summary.publishedAt),
  };
}

export function toPerson({ document }: RenderedSite): Post["author"] {
  return document.author === null ? null : { name: document.author.name, url: document.author.url };
}
