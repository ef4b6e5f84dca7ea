import { CHUNK_SIZE, LARGE_CHUNK_SIZE, type ListIndex } from "../../contract/index-format.ts";
import { fileOfPath, INDEX_PREFIX } from "../../contract/paths.ts";
import type { Post, PostSeries, PostSummary } from "../../contract/schemas/post.ts";
import { compareNewest } from "../assemble/order.ts";
import { toPost } from "../assemble/post.ts";
import { toSeriesItem } from "../assemble/series.ts";
import { CacheDamageError } from "../cache/damage.ts";
import type { Body } from "../cache/rendering.ts";
import type { LateFile, TextFile } from "../index/files.ts";
import { nameOf } from "../index/files.ts";
import { toChunkFile } from "../index/lists.ts";
import { jsonOf } from "../json-text.ts";
import { toPostFile } from "../post-files.ts";
import type { KeptSite, OwnFacts } from "./kept-site.ts";
import type { WrittenSite } from "./written-site.ts";

/** A post with a new text, at its old place in all lists. */
export interface ChangedPost {
  readonly summary: PostSummary;
  readonly body: Body;
  readonly own: OwnFacts;
}

export interface PostsPatch {
  readonly files: readonly (TextFile | LateFile)[];
  /** Paths of files that others take the place of. */
  readonly gone: readonly string[];
  /** The manifest's part. */
  readonly list: ListIndex;
  /** Places of the posts whose own file changes. */
  readonly affected: ReadonlySet<number>;
}

export interface PatchedPosts {
  /** Of all posts, as they are now. */
  summary(place: number): PostSummary;
  post(place: number): { readonly post: Post; readonly body: Body };
  series(slug: string): PostSeries;
}

/** Posts, changed ones and others, each put together when it is asked for. @param bodyOf opens the body of a post that has not changed */
export function createPatchedPosts(
  site: WrittenSite,
  kept: KeptSite,
  changes: ReadonlyMap<number, ChangedPost>,
  bodyOf: (place: number, summary: PostSummary) => Body,
): PatchedPosts {
  const knownSeries = new Map<string, PostSeries>();
  const summary = (place: number): PostSummary => changes.get(place)?.summary ?? site.summary(place);
  const summaryAt = (place: number): PostSummary | undefined => (place >= 0 && place < kept.slugs.length ? summary(place) : undefined);
  const series = (slug: string): PostSeries => {
    const known = knownSeries.get(slug);
    if (known !== undefined) return known;
    const former = site.series(slug);
    const members = former.items.map((item) => ({ item, post: summary(placeOf(kept, item.slug)) }));
    const updatedAt = members.map(({ post }) => post.updatedAt).sort(compareNewest)[0] ?? null;
    const patched = { ...former, updatedAt, items: members.map(({ item, post }) => toSeriesItem(post, item.position)) };
    knownSeries.set(slug, patched);
    return patched;
  };
  return {
    summary,
    series,
    post(place) {
      const own = summary(place);
      const body = changes.get(place)?.body ?? bodyOf(place, own);
      const group = own.series === null ? null : series(own.series.slug);
      const post = toPost({
        summary: own,
        body,
        series: group === null ? null : { ...group, place: group.items.findIndex(({ slug }) => slug === own.slug) },
        older: summaryAt(place + 1),
        newer: summaryAt(place - 1),
        related: (kept.related[place] ?? []).map(summary),
        // One that is not listed has no place: a whole build sees to it.
        unlisted: false,
        own: changes.get(place)?.own ?? kept.own[place] ?? {},
        site: kept,
      });
      return { post, body };
    },
  };
}

/** Which files other posts and the lists of posts are in with a few posts changed, and what is in them. */
export function patchPosts(site: WrittenSite, kept: KeptSite, changes: ReadonlyMap<number, ChangedPost>, posts: PatchedPosts): PostsPatch {
  const affected = new Set(changes.keys());
  const shown: number[] = [];
  const touchedSeries = new Set<string>();
  for (const [place, { summary }] of changes) {
    if (jsonOf(summary) === site.summaryText(place)) continue;
    shown.push(place);
    // What others show of a post is part of its summary; whether it is the part that changed is not worth asking.
    for (const neighbour of [place - 1, place + 1]) if (neighbour >= 0 && neighbour < kept.slugs.length) affected.add(neighbour);
    if (summary.series !== null) touchedSeries.add(summary.series.slug);
  }
  const isShown = new Set(shown);
  for (const [place, related] of kept.related.entries()) if (related.some((other) => isShown.has(other))) affected.add(place);
  const seriesFiles: TextFile[] = [];
  for (const slug of touchedSeries) {
    const one = posts.series(slug);
    seriesFiles.push({ path: fileOfPath(`/post-series/${slug}`), text: JSON.stringify(one) });
    for (const item of one.items) affected.add(placeOf(kept, item.slug));
  }
  const postFiles = [...affected].map((place) => {
    const { post, body } = posts.post(place);
    return toPostFile(post, posts.summary(place), body);
  });
  const { files, gone, list } = patchChunks(site, shown, posts);
  return { files: [...files, ...postFiles, ...seriesFiles], gone, list, affected };
}

/** Of a post of a short series. */
function placeOf({ slugs }: KeptSite, slug: string): number {
  const place = slugs.indexOf(slug);
  if (place < 0) throw new CacheDamageError(`no post is called ${slug}`);
  return place;
}

/** The chunks of which some posts are part. @param shown places of those whose summary changed */
function patchChunks(site: WrittenSite, shown: readonly number[], posts: PatchedPosts): Pick<PostsPatch, "files" | "gone" | "list"> {
  const files: TextFile[] = [];
  const gone: string[] = [];
  const { posts: former } = site.manifest.lists;
  const patch = (names: readonly string[], name: string, size: number): string[] => {
    const patched = [...names];
    for (const at of new Set(shown.map((place) => Math.floor((site.total - 1 - place) / size)))) {
      const before = names[at] ?? "";
      const texts = site.chunk(before).map((text, index) => {
        const place = site.total - 1 - (at * size + index);
        return shown.includes(place) ? jsonOf(posts.summary(place)) : text;
      });
      const file = toChunkFile(name, texts);
      files.push(file);
      gone.push(`${INDEX_PREFIX.slice(1)}/${before}`);
      patched[at] = nameOf(file);
    }
    return patched;
  };
  const chunks = patch(former.chunks, "posts.chunk", CHUNK_SIZE);
  const largeChunks = former.largeChunks.length === 0 ? [] : patch(former.largeChunks, "posts.large", LARGE_CHUNK_SIZE);
  return { files, gone, list: { ...former, chunks, largeChunks } };
}
