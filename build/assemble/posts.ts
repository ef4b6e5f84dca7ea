import { hash } from "node:crypto";
import { urlOf } from "../../contract/paths.ts";
import type { Post, PostSeries, PostSummary, SeriesPlace, Video } from "../../contract/schemas/post.ts";
import type { Tag } from "../../contract/schemas/values.ts";
import { type Addresses, toCanonicalUrl } from "../addresses.ts";
import type { Body } from "../cache/bodies.ts";
import type { Memos } from "../cache/memos.ts";
import type { TagRef } from "../entries.ts";
import type { RenderedPost, RenderedSeries, RenderedSite } from "./input.ts";
import { compareByNumber } from "./order.ts";
import { type PostParts, toPost, toPostHead, toPostTail } from "./post.ts";
import { findRelated } from "./related.ts";
import { groupSeries, itemsAround, type SeriesMembers, toPostSeries, toSeriesItems } from "./series.ts";
import { describeVideo } from "./video.ts";

/** A post with its place among the others. What costs time is made when it is asked for. */
export interface AssembledPost {
  readonly summary: PostSummary;
  /** Of all that the summary is made of: the same id, the same summary. */
  readonly summaryId: string;
  readonly body: Body;
  /** Of all that the post is made of: the same id, the same post. */
  readonly id: string;
  readonly commentsOpen: boolean;
  readonly canonicalUrl: string;
  toPost(): Post;
  /** The members of the post before and behind its body. */
  head(): object;
  tail(): object;
}

export interface AssembledPosts {
  /** Newest first, ties by slug. */
  readonly posts: readonly AssembledPost[];
  readonly series: readonly PostSeries[];
}

export interface PostsInput {
  readonly site: RenderedSite;
  /** Listed ones alone, or unlisted ones alone. */
  readonly posts: readonly RenderedPost[];
  readonly series: readonly RenderedSeries[];
  readonly urlPattern: string;
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
  readonly memos: Memos;
}

/** Everything that a summary is made of. */
interface SummaryInput {
  readonly rendered: RenderedPost;
  readonly tags: Tag[];
  readonly series: SeriesPlace | null;
  readonly site: SiteOfPosts;
}

/** What posts take from the site. */
interface SiteOfPosts {
  readonly addresses: Addresses;
  readonly urlPattern: string;
  readonly language: string;
  readonly commentsEnabled: boolean;
  readonly author: Post["author"];
}

/** A summary, and the id of all that it was made of. */
interface Summarized {
  readonly rendered: RenderedPost;
  readonly summary: PostSummary;
  readonly id: string;
}

/** Posts with all that depends on other posts: series, neighbours, related. */
export async function assemblePosts(input: PostsInput): Promise<AssembledPosts> {
  const site = toSiteOfPosts(input);
  const siteId = idOf(JSON.stringify(site));
  const groups = groupSeries(input.series, input.posts);
  const places = placeInSeries(groups);
  const newestFirst = input.posts
    .map((rendered): Summarized => {
      const made: SummaryInput = { rendered, tags: input.nameTags(rendered.entry.tags), series: places.get(rendered) ?? null, site };
      return { rendered, summary: toSummary(made), id: idOfSummary(made, siteId) };
    })
    .sort((a, b) => compareByNumber<PostSummary>((post) => post.publishedAt)(b.summary, a.summary));
  const bySlug = new Map(newestFirst.map((one) => [one.summary.slug, one]));
  const contexts = new Map([...groups].map(([slug, group]) => [slug, toSeriesContext(group, bySlug)]));
  const related = await findRelated(
    newestFirst.map(({ summary }) => toCandidate(summary)),
    input.memos,
  );
  const posts = newestFirst.map((one, index): AssembledPost => {
    const { summary } = one;
    const context = summary.series === null ? undefined : contexts.get(summary.series.slug);
    const place = context?.places.get(summary.slug) ?? 0;
    const [older, newer] = [newestFirst[index + 1], newestFirst[index - 1]];
    const others = (related[index] ?? []).map((other) => newestFirst[other]);
    return toAssembledPost(one, {
      site,
      series: context === undefined ? null : { id: context.idAt(place), ...context, place },
      older,
      newer,
      others,
      unlisted: false,
    });
  });
  const series = [...groups].map(([slug, group]) =>
    toPostSeries(group, contexts.get(slug)?.items ?? [], (post) => bySlug.get(post)?.summary),
  );
  return { posts, series };
}

/** A post that is published, but stands in no list: nothing else of the site is made of it. */
export interface UnlistedPost {
  readonly post: AssembledPost;
  readonly aliases: readonly string[];
}

/** They have no series, no neighbours and no related posts: those would have them in turn. */
export function assembleUnlisted(input: PostsInput): readonly UnlistedPost[] {
  const site = toSiteOfPosts(input);
  const siteId = idOf(JSON.stringify(site));
  return input.posts.map((rendered) => {
    const made: SummaryInput = { rendered, tags: input.nameTags(rendered.entry.tags), series: null, site };
    const one = { rendered, summary: toSummary(made), id: idOfSummary(made, siteId) };
    const post = toAssembledPost(one, { site, series: null, older: undefined, newer: undefined, others: [], unlisted: true });
    return { post, aliases: rendered.entry.aliases };
  });
}

/** What stands around a post. */
interface Surroundings {
  readonly site: SiteOfPosts;
  readonly series: (NonNullable<PostParts["series"]> & { readonly id: string }) | null;
  readonly older: Summarized | undefined;
  readonly newer: Summarized | undefined;
  readonly others: readonly (Summarized | undefined)[];
  readonly unlisted: boolean;
}

function toAssembledPost(
  { rendered, summary, id }: Summarized,
  { site, series, older, newer, others, unlisted }: Surroundings,
): AssembledPost {
  const parts: PostParts = {
    summary,
    body: rendered.body,
    series,
    older: older?.summary,
    newer: newer?.summary,
    related: others.map((other) => other?.summary),
    own: rendered.entry,
    unlisted,
    site,
  };
  return {
    summary,
    summaryId: id,
    body: rendered.body,
    id: idOf([id, older?.id, newer?.id, series?.id, unlisted, ...others.map((other) => other?.id)].join(" ")),
    commentsOpen: rendered.entry.commentsOpen ?? site.commentsEnabled,
    canonicalUrl: rendered.entry.canonicalUrl ?? toCanonicalUrl(summary.url, site.addresses),
    toPost: () => toPost(parts),
    head: () => toPostHead(parts),
    tail: () => toPostTail(parts),
  };
}

function toSiteOfPosts({ site: { addresses, document }, urlPattern }: PostsInput): SiteOfPosts {
  const { language, commentsEnabled, author } = document;
  return { addresses, urlPattern, language, commentsEnabled, author: author === null ? null : { name: author.name, url: author.url } };
}

function idOf(text: string): string {
  return hash("sha1", text, "base64url");
}

/** The row names all that the post's own file says; the rest is what others say of it. */
function idOfSummary({ rendered, tags, series }: SummaryInput, siteId: string): string {
  return idOf([rendered.id, siteId, JSON.stringify([tags, series])].join("\0"));
}

/** The place of each post that is part of a series. */
function placeInSeries(groups: ReadonlyMap<string, SeriesMembers>): ReadonlyMap<RenderedPost, SeriesPlace> {
  const places = new Map<RenderedPost, SeriesPlace>();
  for (const { series, members } of groups.values()) {
    const { slug, title } = series.entry;
    for (const { post, position } of members) places.set(post, { slug, title, position, total: members.length });
  }
  return places;
}

interface SeriesContext {
  /** Of all that the post at a place shows of its series. */
  idAt(place: number): string;
  /** Where each post stands in `items`, by slug. */
  readonly places: ReadonlyMap<string, number>;
  readonly description: string | null;
  readonly items: PostSeries["items"];
}

function toSeriesContext(group: SeriesMembers, posts: ReadonlyMap<string, Summarized>): SeriesContext {
  const { description } = group.series.entry;
  const ids = group.members.map(({ post }) => posts.get(post.entry.slug)?.id ?? "");
  const whole = itemsAround(ids, 0) === ids ? idOf(JSON.stringify([description, ids])) : null;
  return {
    idAt: (place) => whole ?? idOf(JSON.stringify([description, place, ids[place - 1], ids[place + 1], itemsAround(ids, place)])),
    places: group.places,
    description,
    items: toSeriesItems(group, (slug) => posts.get(slug)?.summary),
  };
}

function toSummary({ rendered: { entry, body, cover, images, poster }, tags, series, site }: SummaryInput): PostSummary {
  return {
    slug: entry.slug,
    url: urlOf(site.addresses.site, site.urlPattern, entry.slug),
    type: entry.type,
    title: entry.title,
    excerpt: entry.excerpt ?? body.excerpt,
    cover,
    tags,
    series,
    publishedAt: entry.publishedAt,
    updatedAt: entry.updatedAt ?? entry.publishedAt,
    language: entry.language ?? site.language,
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
