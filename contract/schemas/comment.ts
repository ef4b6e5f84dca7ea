import { z } from "zod";
import { EXAMPLE_ID } from "../example-id.ts";
import { COMMENT_DEPTH_MAX, COMMENT_SORTS, COMMENTS_PAGE_SIZE_MAX, RECENT_COMMENTS_MAX } from "../limits.ts";
import { Pagination } from "./list.ts";
import { PostLink } from "./post.ts";
import { ProblemItemCodeSchema } from "./problem.ts";
import { AbsoluteUrl, Count, Instant, Slug } from "./values.ts";

/** What the write server answers. */

const CommentSort = z.enum(COMMENT_SORTS).meta({ id: "CommentSort" });

const CommentId = z.string().min(1).max(64).meta({ example: EXAMPLE_ID });
const BodyHtml = z.string().meta({ description: "`body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists" });

const ParentId = CommentId.nullable().meta({ description: "the comment that it answers; null: the post" });
const Depth = z.int().min(0).max(COMMENT_DEPTH_MAX).meta({ description: "0: top level; a reply to the deepest stands beside it" });
const IsAuthor = z.boolean().meta({ description: "written by the owner, with the owner's own tools" });

export const Comment = z
  .strictObject({
    id: CommentId,
    parentId: ParentId,
    depth: Depth,
    authorName: z.string().nullable().meta({ description: "null on a tombstone" }),
    authorUrl: AbsoluteUrl.nullable(),
    isAuthor: IsAuthor,
    body: z.string().nullable().meta({ description: "Markdown as written; null on a tombstone" }),
    bodyHtml: BodyHtml.nullable(),
    createdAt: Instant,
    editedAt: Instant.nullable(),
    deleted: z.boolean().meta({ description: "a tombstone: not public itself, but its replies are" }),
    replyCount: Count.meta({ description: "all public descendants" }),
    get replies() {
      return z.array(Comment).meta({ description: "oldest first; empty in an answer to `parentId`" });
    },
    repliesTruncated: z.boolean().meta({ description: "on the top-level comment: there are more replies, paged by `parentId`" }),
  })
  .meta({ id: "Comment" });

export const CommentThreads = z
  .strictObject({
    items: z.array(Comment).meta({ description: "threads; with `parentId`, its descendants, flat" }),
    pagination: Pagination,
    totalComments: Count.meta({ description: "public comments of the post, without tombstones" }),
  })
  .meta({ id: "CommentThreads", description: "`pagination` counts the items, tombstones too" });

/** A comment and where it is shown. */
export const CommentPlace = z
  .strictObject({
    comment: Comment,
    threadId: CommentId.meta({ description: "the top-level comment of its thread; its own, where it is one" }),
    commentsPage: z.int().min(1).meta({ description: "of the post's comments, with the size and the order below" }),
    commentsPageSize: z.int().min(1).max(COMMENTS_PAGE_SIZE_MAX),
    commentsSort: CommentSort,
    beyondReplies: z.boolean().meta({ description: "the thread carries too many replies to hold it: `parentId` alone shows it" }),
  })
  .meta({ id: "CommentPlace", description: "`replies` of the comment is empty" });

/** Public comments alone, no tombstones. */
const RecentComment = z
  .strictObject({
    id: CommentId,
    parentId: ParentId,
    depth: Depth,
    authorName: z.string(),
    authorUrl: AbsoluteUrl.nullable(),
    isAuthor: IsAuthor,
    body: z.string().meta({ description: "Markdown as written" }),
    bodyHtml: BodyHtml,
    createdAt: Instant,
    editedAt: Instant.nullable(),
    post: PostLink,
  })
  .meta({ id: "RecentComment" });
export const RecentCommentList = z
  .strictObject({ items: z.array(RecentComment).max(RECENT_COMMENTS_MAX).meta({ description: "newest first" }) })
  .meta({ id: "RecentCommentList" });
/** Atom (RFC 4287); replies name what they answer by `thr:in-reply-to` (RFC 4685). */
export const AtomFeed = z.string().meta({ id: "AtomFeed" });

const submitted = {
  id: CommentId,
  status: z.literal("pending").meta({ description: "always: what becomes of it is not told" }),
  createdAt: Instant,
  parentId: CommentId.nullable(),
  authorName: z.string(),
  authorUrl: AbsoluteUrl.nullable(),
  body: z.string(),
  bodyHtml: BodyHtml,
  editableUntil: Instant.meta({ description: "until then it can be changed and withdrawn, with the token of its submission" }),
};
export const CommentSubmitted = z
  .strictObject({
    ...submitted,
    editToken: z.string().min(1).meta({ description: "for `X-Edit-Token`, good for 15 minutes; it is given out this once" }),
  })
  .meta({ id: "CommentSubmitted" });
export const CommentEdited = z.strictObject(submitted).meta({ id: "CommentEdited" });

export const Like = z
  .strictObject({ slug: Slug, liked: z.boolean().meta({ description: "by this visitor" }), likeCount: Count })
  .meta({ id: "Like" });

export const InquiryReceived = z
  .strictObject({ id: z.string().min(1), status: z.literal("received"), createdAt: Instant })
  .meta({ id: "InquiryReceived" });

export const EngagementAccepted = z
  .strictObject({
    accepted: Count.meta({ description: "records taken, those of bots and unknown slugs too" }),
    rejected: z.array(
      z.strictObject({
        index: Count.meta({ description: "place in `events`, from 0; 0 for a single record" }),
        code: ProblemItemCodeSchema,
        detail: z.string(),
      }),
    ),
  })
  .meta({ id: "EngagementAccepted" });

export type Comment = z.infer<typeof Comment>;
export type CommentPlace = z.infer<typeof CommentPlace>;
export type RecentCommentList = z.infer<typeof RecentCommentList>;
export type CommentThreads = z.infer<typeof CommentThreads>;
export type CommentSubmitted = z.infer<typeof CommentSubmitted>;
export type CommentEdited = z.infer<typeof CommentEdited>;
export type Like = z.infer<typeof Like>;
export type InquiryReceived = z.infer<typeof InquiryReceived>;
export type EngagementAccepted = z.infer<typeof EngagementAccepted>;
