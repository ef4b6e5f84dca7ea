import { renderCommentsAtom } from "../../contract/feeds/comments-atom.ts";
import type { Manifest } from "../../contract/index-format.ts";
import { RECENT_COMMENTS_MAX } from "../../contract/limits.ts";
import { fileOfPath } from "../../contract/paths.ts";
import type { QueryPair } from "../../contract/query/parse-query.ts";
import type { Query } from "../../contract/query/query-parameters.ts";
import type { RecentCommentList } from "../../contract/schemas/comment.ts";
import type { Counts } from "../../contract/schemas/list.ts";
import type { PostLink } from "../../contract/schemas/post.ts";
import { homeOfApi } from "../../contract/text/base-path.ts";
import { toPlaceAnswer, toRecentComment, toThreadsAnswer } from "../../threads/comment-answers.ts";
import { pickCounts } from "../../threads/pick-counts.ts";
import { findSnapshotPlace, listSnapshotNewest, readSnapshotPage, type SnapshotThread } from "../../threads/snapshot-thread.ts";
import type { Answer } from "../answer.ts";
import { parseRecord, type Site } from "../built-site.ts";
import { isRecord } from "../manifest.ts";
import { notFound, ProblemError, serverAbsent } from "../read-failure.ts";
import { FilesUnavailable, IndexUnavailable } from "../read-file.ts";
import type { CommentSnapshot } from "./comment-snapshot.ts";
import { findPost } from "./find-post.ts";

/**
 * Responses about comments from the snapshot, with the same bytes that the write server sent when
 * the snapshot was taken.
 */

/** Former slugs of a post that are tried if the snapshot is older than the current slug. */
const FORMER_SLUGS_MAX = 3;

export interface SnapshotRequest {
  readonly name: "comments" | "comment" | "post-comments-feed" | "recent-comments" | "recent-comments-feed" | "counts";
  readonly params: Readonly<Record<string, string>>;
  /**
   * Reads and checks the query of a route.
   * @throws ProblemError
   */
  readonly readQuery: <R extends "comments" | "comment" | "counts">(
    name: R,
  ) => Promise<{ value: Query<R>; effective: readonly QueryPair[] }>;
  readonly findBaseUrl: () => Promise<string>;
}

/**
 * @throws ProblemError (that the server is absent, if there is no snapshot), IndexUnavailable,
 * FilesUnavailable
 */
export async function answerFromSnapshot(site: Site, request: SnapshotRequest): Promise<Answer> {
  let snapshot = await site.comments(false);
  if (snapshot === null) throw serverAbsent();
  let isFirst = true;
  return site.withIndex(async (manifest) => {
    if (!isFirst) snapshot = await site.comments(true);
    isFirst = false;
    if (snapshot === null) throw serverAbsent();
    const { takenAt } = snapshot;
    try {
      return { ...(await answerRequest({ site, manifest, snapshot }, request)), snapshotAt: takenAt };
    } catch (error) {
      if (error instanceof ProblemError) {
        const { headers, ...failure } = error.failure;
        throw new ProblemError({ ...failure, headers: { ...headers, "X-Octavo-Snapshot": takenAt } });
      }
      if (error instanceof IndexUnavailable || error instanceof FilesUnavailable) throw error;
      throw new IndexUnavailable("the snapshot of comments was not written by octavo", { cause: error });
    }
  });
}

interface Opened {
  readonly site: Site;
  readonly manifest: Manifest;
  readonly snapshot: CommentSnapshot;
}

async function answerRequest(opened: Opened, { name, params, readQuery, findBaseUrl }: SnapshotRequest): Promise<Answer> {
  switch (name) {
    case "comments":
      return answerPage(opened, await readPost(opened, params), { readQuery, findBaseUrl });
    case "comment":
      return answerPlace(opened, params, await readPost(opened, params), readQuery);
    case "post-comments-feed":
      return answerPostFeed(opened, await readPost(opened, params), await findBaseUrl());
    case "recent-comments":
      return { body: JSON.stringify({ items: await listRecent(opened) } satisfies RecentCommentList) };
    case "recent-comments-feed":
      return answerFeed(opened, await findBaseUrl());
    case "counts":
      return answerCounts(opened, (await readQuery("counts")).value.slug);
  }
}

interface PostOfSnapshot {
  /** Current slug. */
  readonly slug: string;
  /** Null if the post has no comments. */
  readonly thread: SnapshotThread | null;
}

/** @throws ProblemError not-found */
async function readPost({ site, manifest, snapshot }: Opened, { slug = "" }: SnapshotRequest["params"]): Promise<PostOfSnapshot> {
  const post = await findPost(site, manifest, slug);
  if (post === null) throw notFound();
  for (const key of [post.key, ...post.formerKeys.slice(0, FORMER_SLUGS_MAX)]) {
    const thread = await snapshot.thread(key);
    if (thread !== null) return { slug: post.slug, thread };
  }
  return { slug: post.slug, thread: null };
}

async function answerPage(
  { snapshot }: Opened,
  { slug, thread }: PostOfSnapshot,
  { readQuery, findBaseUrl }: Pick<SnapshotRequest, "readQuery" | "findBaseUrl">,
): Promise<Answer> {
  const { value, effective } = await readQuery("comments");
  const { commentsPage: page, commentsPageSize: pageSize, commentsSort: sort, parentId } = value;
  const empty = parentId === null ? { items: [], totalItems: 0, totalComments: 0 } : null;
  const found = thread === null ? empty : await readSnapshotPage(thread, { page, pageSize, sort, parentId }, snapshot.readChunk);
  if (found === null) throw notFound("`parentId` is not a public comment on this post.");
  const answer = toThreadsAnswer(found, value, `${await findBaseUrl()}/posts/${slug}/comments`, effective);
  return { body: JSON.stringify(answer.value), link: answer.link };
}

async function answerPlace(
  { snapshot }: Opened,
  { id = "" }: SnapshotRequest["params"],
  { thread }: PostOfSnapshot,
  readQuery: SnapshotRequest["readQuery"],
): Promise<Answer> {
  const { value } = await readQuery("comment");
  const place = { id, pageSize: value.commentsPageSize, sort: value.commentsSort };
  const found = thread === null ? null : await findSnapshotPlace(thread, place, snapshot.readChunk);
  if (found === null) throw notFound("This post has no such public comment.");
  return { body: JSON.stringify(toPlaceAnswer(found, value)) };
}

async function answerPostFeed({ site, snapshot }: Opened, { slug, thread }: PostOfSnapshot, baseUrl: string): Promise<Answer> {
  const document = await readDocument(site, `/posts/${slug}`);
  const post = isPostLink(document) ? document : { slug, title: slug, ...homeOfApi(baseUrl) };
  const newest = thread === null ? [] : await listSnapshotNewest(thread, RECENT_COMMENTS_MAX, snapshot.readChunk);
  const comments = newest.map((comment) => toRecentComment(comment, post));
  return {
    body: renderCommentsAtom({ title: post.title, selfUrl: `${baseUrl}/posts/${slug}/comments.atom`, pageUrl: post.url, comments }),
  };
}

async function answerFeed(opened: Opened, baseUrl: string): Promise<Answer> {
  const { origin, hostname } = new URL(opened.manifest.site.baseUrl);
  const settings = await readDocument(opened.site, "/site-settings");
  const isKnown = typeof settings?.name === "string" && typeof settings.url === "string";
  const { name, url } = isKnown ? settings : { name: hostname, url: origin };
  const comments = await listRecent(opened);
  return { body: renderCommentsAtom({ title: String(name), selfUrl: `${baseUrl}/comments.atom`, pageUrl: `${url}/`, comments }) };
}

/** Leaves out comments on posts that have been unpublished since the snapshot. */
async function listRecent({ site, manifest, snapshot }: Opened): Promise<RecentCommentList["items"]> {
  const items: RecentCommentList["items"] = [];
  for (const item of (await snapshot.recent()) as RecentCommentList["items"]) {
    const post = await findPost(site, manifest, item.post.slug);
    if (post?.slug === item.post.slug && post.listed) items.push(item);
  }
  return items;
}

/** Leaves out posts that have been unpublished. */
async function answerCounts({ site, manifest }: Opened, asked: readonly string[] | null): Promise<Answer> {
  const document = await readDocument(site, "/counts");
  if (document === null || !isRecord(document.posts)) throw serverAbsent();
  const { slugs, aliases } = await site.published(manifest);
  const posts = slugs.get("posts");
  const all = Object.fromEntries(Object.entries(document.posts).filter(([slug]) => posts?.has(slug)));
  if (asked === null) return { body: JSON.stringify({ posts: all }) };
  const find = (slug: string): string | null => (posts?.has(slug) ? slug : ((aliases.get(slug) as string | undefined) ?? null));
  const countsViews = Object.values(all).some((counts) => isRecord(counts) && counts.viewCount != null);
  // The server writes them in the form of its responses.
  return { body: JSON.stringify(pickCounts({ posts: all as Counts["posts"] }, asked, { find, countsViews })) };
}

async function readDocument(site: Site, path: string): Promise<Readonly<Record<string, unknown>> | null> {
  const bytes = await site.document(fileOfPath(path));
  return bytes === null ? null : parseRecord(bytes);
}

function isPostLink(value: unknown): value is PostLink {
  return isRecord(value) && [value.slug, value.title, value.url, value.path].every((text) => typeof text === "string");
}
