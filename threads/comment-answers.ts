import { paginate } from "../contract/list-text.ts";
import { COMMENT_PAGE_NAMES, toLink } from "../contract/query/link-header.ts";
import type { QueryPair } from "../contract/query/parse-query.ts";
import type { Query } from "../contract/query/query-parameters.ts";
import type { Comment, CommentPlace, CommentThreads, RecentCommentList } from "../contract/schemas/comment.ts";
import type { PostLink } from "../contract/schemas/post.ts";
import type { CommentPage, CommentPlaceRow, PublicComment } from "./public-comments.ts";

/**
 * Responses about comments, the same from the write server and from a snapshot: the same order of
 * members and form of links.
 */

/**
 * A page of comments and its `Link` header.
 * @param address of the post's comments, absolute, without a query
 * @param effective parameters of the query that are not at their default, in table order
 */
export function toThreadsAnswer(
  { items, totalItems, totalComments }: CommentPage,
  { commentsPage, commentsPageSize, repliesLimit }: Pick<Query<"comments">, "commentsPage" | "commentsPageSize" | "repliesLimit">,
  address: string,
  effective: readonly QueryPair[],
): { readonly value: CommentThreads; readonly link: string } {
  const pagination = paginate(commentsPage, commentsPageSize, totalItems);
  return {
    value: { items: items.map((thread) => toComment(limitReplies(thread, repliesLimit))), pagination, totalComments },
    link: toLink(address, effective, pagination, COMMENT_PAGE_NAMES),
  };
}

/**
 * The thread with only its oldest replies. No reply is older than its parent, so none loses its
 * place.
 */
function limitReplies(thread: PublicComment, limit: number): PublicComment {
  const repliesOf = (comment: PublicComment): PublicComment[] => comment.replies.flatMap((reply) => [reply, ...repliesOf(reply)]);
  // Sorting is stable: at the same instant, parents come first.
  const replies = repliesOf(thread).sort((a, b) => a.createdAt - b.createdAt);
  if (replies.length <= limit) return thread;
  const shownReplies = new Set(replies.slice(0, limit));
  const cut = (comment: PublicComment): PublicComment => ({
    ...comment,
    replies: comment.replies.filter((one) => shownReplies.has(one)).map(cut),
  });
  return { ...cut(thread), repliesTruncated: true };
}

export function toPlaceAnswer(
  { comment, threadId, page, beyondReplies }: CommentPlaceRow,
  { commentsPageSize, commentsSort }: Query<"comment">,
): CommentPlace {
  return { comment: toComment(comment), threadId, commentsPage: page, commentsPageSize, commentsSort, beyondReplies };
}

/** Makes an item of the recent comments from an approved comment, which has a text and a name. */
export function toRecentComment(comment: PublicComment, post: PostLink): RecentCommentList["items"][number] {
  return {
    id: comment.id,
    parentId: comment.parentId,
    depth: comment.depth,
    authorName: comment.authorName ?? "",
    authorUrl: comment.authorUrl,
    isAuthor: comment.isAuthor,
    body: comment.body ?? "",
    bodyHtml: comment.bodyHtml ?? "",
    createdAt: toInstantText(comment.createdAt),
    editedAt: comment.editedAt === null ? null : toInstantText(comment.editedAt),
    post: { slug: post.slug, title: post.title, url: post.url, path: post.path },
  };
}

function toComment(comment: PublicComment): Comment {
  const shown = {
    id: comment.id,
    parentId: comment.parentId,
    depth: comment.depth,
    authorName: comment.authorName,
    authorUrl: comment.authorUrl,
    isAuthor: comment.isAuthor,
    body: comment.body,
    bodyHtml: comment.bodyHtml,
    createdAt: toInstantText(comment.createdAt),
    editedAt: comment.editedAt === null ? null : toInstantText(comment.editedAt),
    deleted: comment.deleted,
    replyCount: comment.replyCount,
    replies: comment.replies.map(toComment),
    repliesTruncated: comment.repliesTruncated,
  };
  // Only a tombstone lacks text and name.
  return shown as Comment;
}

/** `2026-01-31T09:30:00.000Z` for ms since 1970. */
function toInstantText(ms: number): string {
  return new Date(ms).toISOString();
}
