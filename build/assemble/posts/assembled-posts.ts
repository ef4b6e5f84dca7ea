import type { PostSeries, SeriesPlace } from "../../../contract/schemas/post.ts";
import type { Tag } from "../../../contract/schemas/values.ts";
import type { TagRef } from "../../kinds/entry.ts";
import type { FindAuthors } from "../authors.ts";
import { compareByNumber } from "../document-order.ts";
import type { RenderedPost, RenderedSeries, RenderedSite } from "../input.ts";
import { idOf } from "./identity.ts";
import { type AssembledPost, PostInSite, toSeriesContext } from "./post-in-site.ts";
import { findRelated, type RelatedCandidate } from "./related.ts";
import { groupSeries, type SeriesMembers, toPostSeries } from "./series.ts";
import { type PostFacets, type SiteOfPosts, SummarizedPost } from "./summarized-post.ts";

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
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
  readonly nameCategories: (categories: readonly TagRef[]) => Tag[];
  readonly findAuthors: FindAuthors;
}

const compareOldest = compareByNumber<PostFacets>((post) => post.publishedAt);

/** Posts with all that depends on other posts: series, neighbours, related. */
export function assemblePosts(input: PostsInput): AssembledPosts {
  const site = toSiteOfPosts(input);
  const siteId = idOf(JSON.stringify(site));
  const groups = groupSeries(input.series, input.posts);
  const places = placeInSeries(groups);
  const newestFirst = input.posts
    .map((rendered) => summarize(rendered, places.get(rendered) ?? null, { input, site, siteId }))
    .sort((a, b) => compareOldest(b.facets, a.facets));
  const bySlug = new Map(newestFirst.map((one) => [one.facets.slug, one]));
  const contexts = new Map([...groups].map(([slug, group]) => [slug, toSeriesContext(group, bySlug)]));
  const related = findRelated(newestFirst.map(({ facets }) => toCandidate(facets)));
  const posts = newestFirst.map((one, index): AssembledPost => {
    const { facets } = one;
    const context = facets.series === null ? undefined : contexts.get(facets.series.slug);
    const place = context?.places.get(facets.slug) ?? 0;
    return new PostInSite(one, {
      site,
      series: context === undefined ? null : { context, place },
      older: newestFirst[index + 1],
      newer: newestFirst[index - 1],
      others: (related[index] ?? []).map((other) => newestFirst[other]),
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
    const one = summarize(rendered, null, { input, site, siteId });
    const post = new PostInSite(one, { site, series: null, older: undefined, newer: undefined, others: [], unlisted: true });
    return { post, aliases: rendered.entry.aliases };
  });
}

interface SummaryContext {
  readonly input: PostsInput;
  readonly site: SiteOfPosts;
  readonly siteId: string;
}

function summarize(rendered: RenderedPost, series: SeriesPlace | null, { input, site, siteId }: SummaryContext): SummarizedPost {
  const { entry } = rendered;
  const authors = entry.authors.length === 0 ? site.authors : input.findAuthors(entry.authors);
  const [tags, categories] = [input.nameTags(entry.tags), input.nameCategories(entry.categories)];
  return new SummarizedPost({ rendered, tags, categories, authors, series, site }, siteId);
}

function toSiteOfPosts({ site: { addresses, document }, findAuthors }: PostsInput): SiteOfPosts {
  const { language, commentsEnabled, author } = document;
  return { addresses, language, commentsEnabled, authors: author === null ? [] : findAuthors([author]) };
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

function toCandidate({ slug, tags, series, publishedAt }: PostFacets): RelatedCandidate {
  return {
    slug,
    tags: tags.map((tag) => tag.slug),
    series: series?.slug ?? null,
    published: publishedAt === null ? null : Date.parse(publishedAt),
  };
}
