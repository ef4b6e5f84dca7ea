import { RELATED_POSTS_MAX } from "../../../contract/limits.ts";
import type { PostSeries, SeriesPlace } from "../../../contract/schemas/post.ts";
import type { Tag } from "../../../contract/schemas/values.ts";
import type { Memos } from "../../cache/memos.ts";
import { toPreviewPath } from "../../kinds/addresses/preview-path.ts";
import type { TagRef } from "../../kinds/document/entry.ts";
import { compareByNumber } from "../documents/document-order.ts";
import { idOf } from "../documents/identity.ts";
import type { RenderedPost, RenderedSeries, RenderedSite } from "../documents/input.ts";
import type { FindTranslations } from "../documents/translations.ts";
import { type FindAuthors, toAuthorLinks } from "../groups/authors.ts";
import type { FindGroupPage } from "../groups/group-pages.ts";
import { type AssembledPost, PostInSite } from "./assembled-post.ts";
import type { PostFacets, SiteOfPosts } from "./post-summary.ts";
import { findRelated, type RelatedCandidate } from "./related.ts";
import { groupSeries, type SeriesMembers, toPostSeries, toSeriesContext } from "./series.ts";

export interface AssembledPosts {
  /** Newest first, ties by slug. */
  readonly posts: readonly AssembledPost[];
  readonly series: readonly PostSeries[];
  /** Digest of all posts' facets, in post order. */
  readonly facetsId: string;
}

export interface PostsInput {
  readonly site: RenderedSite;
  /** Either only listed posts or only unlisted ones. */
  readonly posts: readonly RenderedPost[];
  readonly series: readonly RenderedSeries[];
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
  readonly nameCategories: (categories: readonly TagRef[]) => Tag[];
  readonly findAuthors: FindAuthors;
  readonly findTranslations: FindTranslations;
  readonly findSeriesPage: FindGroupPage;
  /** Stores related posts for later builds. */
  readonly memos?: Pick<Memos, "read" | "write">;
}

const compareOldest = compareByNumber<PostFacets>((post) => post.publishedAt);

/** Adds everything that depends on other posts: series, neighbours, related posts. */
export function assemblePosts(input: PostsInput): AssembledPosts {
  const toPost = createPostMaker(input);
  const groups = groupSeries(input.series, input.posts);
  const places = placeInSeries(groups);
  const posts = input.posts
    .map((rendered) => toPost(rendered, places.get(rendered) ?? null))
    .sort((a, b) => compareOldest(b.facets, a.facets));
  const facetsId = idOf(posts.map(({ facetsKey }) => facetsKey).join("\n"));
  const bySlug = new Map(posts.map((one) => [one.facets.slug, one]));
  const contexts = new Map([...groups].map(([slug, group]) => [slug, toSeriesContext(group, bySlug)]));
  const related = rememberRelated(facetsId, input.memos, () => findRelated(posts.map(({ facets }) => toCandidate(facets))));
  for (const [index, post] of posts.entries()) {
    const { slug, series } = post.facets;
    const context = series === null ? undefined : contexts.get(series.slug);
    post.place({
      series: context === undefined ? null : { context, place: context.places.get(slug) ?? 0 },
      older: posts[index + 1],
      newer: posts[index - 1],
      others: related(index).map((other) => posts[other]),
      unlisted: false,
    });
  }
  const series = [...groups].map(([slug, group]) =>
    toPostSeries(group, contexts.get(slug)?.items ?? [], (post) => bySlug.get(post)?.item, input.findSeriesPage),
  );
  return { posts, series, facetsId };
}

const RELATED_MEMO = "related";

/**
 * Caches related posts, which depend only on facets, because most edits leave those unchanged.
 * @returns a function that gives the indexes of a post's related posts
 */
function rememberRelated(
  facetsId: string,
  memos: PostsInput["memos"],
  find: () => readonly (readonly number[])[],
): (index: number) => readonly number[] {
  const cached = memos?.read(RELATED_MEMO, facetsId) ?? null;
  if (cached === null) {
    const found = find();
    memos?.write(RELATED_MEMO, facetsId, packRelated(found));
    return (index) => found[index] ?? [];
  }
  const packed = new Int32Array(Uint8Array.from(cached).buffer);
  return (index) => [...packed.subarray(index * RELATED_POSTS_MAX, (index + 1) * RELATED_POSTS_MAX)].filter((other) => other !== NOBODY);
}

/** Marks unused places. */
const NOBODY = -1;

function packRelated(related: readonly (readonly number[])[]): Uint8Array {
  const packed = new Int32Array(related.length * RELATED_POSTS_MAX).fill(NOBODY);
  for (const [index, others] of related.entries()) packed.set(others, index * RELATED_POSTS_MAX);
  return new Uint8Array(packed.buffer);
}

/** A published post that is not in any list. No other part of the site contains it. */
export interface UnlistedPost {
  readonly post: AssembledPost;
  readonly aliases: readonly string[];
}

/**
 * Assembles unlisted posts without series, neighbours and related posts, whose pages would have to
 * link back to them.
 */
export function assembleUnlisted(input: PostsInput): readonly UnlistedPost[] {
  const toPost = createPostMaker(input);
  return input.posts.map((rendered) => ({ post: toPost(rendered, null), aliases: rendered.entry.aliases }));
}

/** A draft that is shared by link. It has only a page. */
export interface PreviewPost {
  readonly post: AssembledPost;
  /** Path of its page, relative to the site's base path. */
  readonly path: string;
}

/** Assembles each draft separately, like unlisted posts. */
export function assemblePreviews(input: PostsInput): readonly PreviewPost[] {
  const toPost = createPostMaker(input);
  return input.posts.flatMap((rendered) => {
    const { slug, preview } = rendered.entry;
    return preview === null ? [] : [{ post: toPost(rendered, null), path: toPreviewPath(slug, preview) }];
  });
}

function createPostMaker(input: PostsInput): (rendered: RenderedPost, series: SeriesPlace | null) => PostInSite {
  const site = toSiteOfPosts(input);
  const siteId = idOf(JSON.stringify(site));
  const siteLinks = toAuthorLinks(site.authors);
  return (rendered, series) => {
    const { entry } = rendered;
    const isOwn = entry.authors.length > 0;
    const authors = isOwn ? input.findAuthors(entry.authors) : site.authors;
    const context = {
      tags: input.nameTags(entry.tags),
      categories: input.nameCategories(entry.categories),
      authors: isOwn ? toAuthorLinks(authors) : siteLinks,
      series,
    };
    const translations = input.findTranslations(entry);
    return new PostInSite({ rendered, context, contextId: siteId + JSON.stringify(context), authors, translations, site });
  };
}

function toSiteOfPosts({ site: { addresses, document }, findAuthors }: PostsInput): SiteOfPosts {
  const { language, commentsEnabled, author } = document;
  return { addresses, language, commentsEnabled, authors: author === null ? [] : findAuthors([author]) };
}

/** The position of each post that is part of a series. */
function placeInSeries(groups: ReadonlyMap<string, SeriesMembers>): ReadonlyMap<RenderedPost, SeriesPlace> {
  const places = new Map<RenderedPost, SeriesPlace>();
  for (const { series, members } of groups.values()) {
    const { slug, title } = series.entry;
    for (const { post, position } of members) places.set(post, { slug, title, position, total: members.length });
  }
  return places;
}

function toCandidate({ slug, tags, series, publishedAt, language }: PostFacets): RelatedCandidate {
  return {
    slug,
    tags: tags.map((tag) => tag.slug),
    series: series?.slug ?? null,
    published: publishedAt === null ? null : Date.parse(publishedAt),
    language,
  };
}
