import { SERIES_ITEMS_MAX } from "../../../contract/limits.ts";
import type {
  Post,
  PostLink,
  PostSeries,
  PostSeriesItem,
  PostSummary,
  SeriesPlace,
  SeriesSummary,
} from "../../../contract/schemas/post.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { compareNewest, compareNullsFirst } from "../documents/document-order.ts";
import { idOf } from "../documents/identity.ts";
import type { RenderedPost, RenderedSeries } from "../documents/input.ts";
import type { FindGroupPage } from "../groups/group-pages.ts";

/** A series with its published posts in order of position. */
export interface SeriesMembers {
  readonly series: RenderedSeries;
  readonly members: readonly SeriesMember[];
  /** Position of each post in `members`, by slug. */
  readonly places: ReadonlyMap<string, number>;
}

interface SeriesMember {
  readonly post: RenderedPost;
  readonly position: number;
}

/**
 * Groups published posts by series. Posts without a position take the lowest free ones, oldest
 * first. A series without published posts is left out.
 */
export function groupSeries(series: readonly RenderedSeries[], posts: readonly RenderedPost[]): Map<string, SeriesMembers> {
  const groups = new Map<string, SeriesMembers>();
  const bySeries = Map.groupBy(posts, ({ entry }) => entry.series?.slug ?? null);
  for (const one of series) {
    const own = bySeries.get(one.entry.slug) ?? [];
    if (own.length === 0) continue;
    const members = numberMembers(own);
    const places = new Map(members.map(({ post }, place) => [post.entry.slug, place]));
    groups.set(one.entry.slug, { series: one, members, places });
  }
  return groups;
}

function numberMembers(posts: readonly RenderedPost[]): readonly SeriesMember[] {
  const taken = new Set(posts.flatMap(({ entry }) => entry.series?.position ?? []));
  let free = 1;
  const nextFree = (): number => {
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  };
  const oldestFirst = posts.toSorted(
    (a, b) => compareNullsFirst(a.entry.publishedAt, b.entry.publishedAt) || compareText(a.entry.slug, b.entry.slug),
  );
  return oldestFirst.map((post) => ({ post, position: post.entry.series?.position ?? nextFree() })).sort((a, b) => a.position - b.position);
}

/** Finds a post's summary by slug. */
type SummaryOf = (slug: string) => PostSummary | undefined;

/** The members that PostSeries shares with the series of a Post. */
function toSeriesItems({ members }: SeriesMembers, summaryOf: SummaryOf): PostSeriesItem[] {
  return members.flatMap(({ post, position }) => {
    const summary = summaryOf(post.entry.slug);
    if (summary === undefined) return [];
    return toSeriesItem(summary, position);
  });
}

function toSeriesItem(
  { slug, url, path, title, excerpt, type, publishedAt, readingTimeMinutes }: Omit<PostSeriesItem, "position">,
  position: number,
): PostSeriesItem {
  return { position, slug, url, path, title, excerpt, type, publishedAt, readingTimeMinutes };
}

/** Items of a series that the post at a position shows: all of them if there are few. */
function itemsAround<T>(all: T[], place: number): T[] {
  if (all.length <= SERIES_ITEMS_MAX) return all;
  const start = Math.min(Math.max(0, place - SERIES_ITEMS_MAX / 2), all.length - SERIES_ITEMS_MAX);
  return all.slice(start, start + SERIES_ITEMS_MAX);
}

export function toPostSeries(
  { series }: SeriesMembers,
  items: PostSeriesItem[],
  summaryOf: SummaryOf,
  findPage: FindGroupPage,
): PostSeries {
  const updates = items.map(({ slug }) => summaryOf(slug)?.updatedAt ?? null).sort(compareNewest);
  const { slug, title, description, status } = series.entry;
  const summary = { slug, title, description, cover: series.cover, status, totalPosts: items.length, updatedAt: updates[0] ?? null };
  return { ...summary, ...findPage(slug), items };
}

/** Sorts summaries of series by their latest change, newest first and those without a date last. */
export function toSeriesSummaries(series: readonly PostSeries[]): SeriesSummary[] {
  return series
    .map(({ items: _, ...summary }) => summary)
    .sort((a, b) => compareNewest(a.updatedAt, b.updatedAt) || compareText(a.slug, b.slug));
}

/** A link to a post for other documents. */
export function toPostLink(post: PostLink | undefined): PostLink | null {
  if (post === undefined) return null;
  const { slug, title, url, path } = post;
  return { slug, title, url, path };
}

/** A series as its posts show it. */
export interface SeriesContext {
  /** Position of each post in the series, by slug. */
  readonly places: ReadonlyMap<string, number>;
  /** Digest of everything about the series that the post at a position shows. */
  idAt(place: number): string;
  /** Created on demand. */
  readonly items: PostSeriesItem[];
  /** The series as the post at a position shows it. */
  show(place: number, own: SeriesPlace): NonNullable<Post["series"]>;
}

interface PostInSeries {
  readonly itemId: string;
  readonly item: PostSummary;
}

export function toSeriesContext(group: SeriesMembers, posts: ReadonlyMap<string, PostInSeries>): SeriesContext {
  const { description } = group.series.entry;
  let items: PostSeriesItem[] | null = null;
  const ids = group.members.map(({ post }) => posts.get(post.entry.slug)?.itemId ?? "");
  const whole = itemsAround(ids, 0) === ids ? idOf(JSON.stringify([description, ids])) : null;
  return {
    places: group.places,
    idAt: (place) => whole ?? idOf(JSON.stringify([description, place, ids[place - 1], ids[place + 1], itemsAround(ids, place)])),
    get items() {
      items ??= toSeriesItems(group, (slug) => posts.get(slug)?.item);
      return items;
    },
    show(place, own) {
      const all = this.items;
      const [previous, next] = [toPostLink(all[place - 1]), toPostLink(all[place + 1])];
      return { ...own, description, previous, next, items: itemsAround(all, place) };
    },
  };
}
