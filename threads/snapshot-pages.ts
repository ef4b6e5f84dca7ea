import { renderCommentsAtom } from "../contract/feeds/comments-atom.ts";
import { COMMENTS_PAGE_SIZE_DEFAULT, RECENT_COMMENTS_MAX, THREAD_REPLIES_MAX } from "../contract/limits.ts";
import type { Counts } from "../contract/schemas/list.ts";
import type { PostLink } from "../contract/schemas/post.ts";
import { toRecentComment, toThreadsAnswer } from "./comment-answers.ts";
import type { SnapshotSmallPost } from "./snapshot-format.ts";
import type { SnapshotSource } from "./snapshot-packs.ts";
import { listSnapshotNewest, openSnapshotPost, readSnapshotPage } from "./snapshot-thread.ts";

/** A post with its slug, which is known when a snapshot is made. */
export interface NamedPost extends SnapshotSmallPost {
  readonly slug: string;
}

export interface NamedSnapshotSource extends SnapshotSource {
  posts(): AsyncIterable<NamedPost>;
  /** The response of `/counts`. */
  counts(): Promise<Counts>;
}

/** Creates the first page in the default order, for hosts that serve only files. */
export async function toFirstPage(post: SnapshotSmallPost): Promise<string> {
  const query = { page: 1, pageSize: COMMENTS_PAGE_SIZE_DEFAULT, sort: "oldest" } as const;
  const page = await readSnapshotPage(openSnapshotPost(post), query, noChunks);
  if (page === null) throw new Error("a page without parentId is never null");
  const pageQuery = { commentsPage: query.page, commentsPageSize: query.pageSize, repliesLimit: THREAD_REPLIES_MAX };
  return JSON.stringify(toThreadsAnswer(page, pageQuery, "", []).value);
}

/** Creates the first page of a post without comments. */
export function toEmptyPage(): Promise<string> {
  return toFirstPage({ key: "", comments: [] });
}

/**
 * Creates the feed of a post's newest comments.
 * @param baseUrl base URL of the API
 */
export async function toPostFeed(post: SnapshotSmallPost, link: PostLink, baseUrl: string): Promise<string> {
  const newest = await listSnapshotNewest(openSnapshotPost(post), RECENT_COMMENTS_MAX, noChunks);
  const comments = newest.map((comment) => toRecentComment(comment, link));
  return renderCommentsAtom({ title: link.title, selfUrl: `${baseUrl}/posts/${link.slug}/comments.atom`, pageUrl: link.url, comments });
}

function noChunks(): Promise<never> {
  return Promise.reject(new Error("a post in memory has no chunks"));
}
