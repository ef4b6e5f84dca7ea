import { paginate } from "../contract/list-text.ts";
import { COMMENT_PAGE_NAMES, toLink } from "../contract/query/link-header.ts";
import type { QueryPair } from "../contract/query/parse-query.ts";
import type { Query } from "../contract/query/query-parameters.ts";
import type { Comment, CommentPlace, CommentThreads, RecentCommentList } from "../contract/schemas/comment.ts";
import type { PostLink } from "../contract/schemas/post.ts";
import type { CommentPage, CommentPlaceRow, PublicComment } from "./public-comments.ts";

/**
 * Creates responses about comments. They are the same from the write server and from a snapshot,
 * including the order of members and the form of links.
 */

/**
 * Creates a page of comments and its `Link` header.
 * @param address absolute address of the post's comments, without a query
 * @param effective query parameters that differ from their defaults, in the order of the table
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
 * Reduces a thread to its oldest replies. No reply is older than its parent, so all remaining
 * replies keep their parents.
 */
function limitReplies(thread: PublicComment, limit: number): PublicComment {
  const repliesOf = (comment: PublicComment): PublicComment[] => comment.replies.flatMap((reply) => [reply, ...repliesOf(reply)]);
  // Sorting is stable, so parents come before replies of the same instant.
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

/** Converts an approved comment, which has a text and a name, to an item of the recent comments. */
export function toRecentComment(comment: PublicComment, post: PostLink): RecentCommentList["items"][number] {
  return {
    ...toCommonMembers(comment),
    authorName: comment.authorName ?? "",
    body: comment.body ?? "",
    bodyHtml: comment.bodyHtml ?? "",
    post: { slug: post.slug, title: post.title, url: post.url, path: post.path },
  };
}

function toComment(comment: PublicComment): Comment {
  const shown = {
    ...toCommonMembers(comment),
    deleted: comment.deleted,
    replyCount: comment.replyCount,
    replies: comment.replies.map(toComment),
    repliesTruncated: comment.repliesTruncated,
  };
  // Only tombstones lack text and name.
  return shown as Comment;
}

/** The members of every comment, in the order of responses. */
function toCommonMembers({ id, parentId, depth, authorName, authorUrl, isAuthor, body, bodyHtml, createdAt, editedAt }: PublicComment) {
  const instants = { createdAt: toInstantText(createdAt), editedAt: editedAt === null ? null : toInstantText(editedAt) };
  return { id, parentId, depth, authorName, authorUrl, isAuthor, body, bodyHtml, ...instants };
}

/** Formats ms since 1970 as `2026-01-31T09:30:00.000Z`. */
function toInstantText(ms: number): string {
  return new Date(ms).toISOString();
}
