import { z } from "zod";
import { EXAMPLE_ID } from "../example-id.ts";
import { COMMENT_DEPTH_MAX, COMMENT_SORTS, COMMENTS_PAGE_SIZE_MAX, RECENT_COMMENTS_MAX } from "../limits.ts";
import { Pagination } from "./list.ts";
import { PostLink } from "./post.ts";
import { ProblemItemCodeSchema } from "./problem.ts";
import { AbsoluteUrl, Count, Instant, Slug } from "./values.ts";

/** Responses of the write server. */

const CommentSort = z.enum(COMMENT_SORTS).meta({ id: "CommentSort", description: "Order of threads" });

const CommentId = z.string().min(1).max(64).meta({ example: EXAMPLE_ID });
const BodyHtml = z.string().meta({ description: "`body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists" });

const IsAuthor = z.boolean().meta({ description: "Written by the owner" });

const place = {
  id: CommentId.meta({ description: "Id of the comment" }),
  parentId: CommentId.nullable().meta({ description: "The comment it replies to; null at the top level" }),
  depth: z
    .int()
    .min(0)
    .max(COMMENT_DEPTH_MAX)
    .meta({ description: "0: top level; a reply to a comment at the deepest level has the same depth" }),
};
const text = {
  authorName: z.string().meta({ description: "Name as the author wrote it" }),
  authorUrl: AbsoluteUrl.nullable().meta({ description: "The author's page; null if none" }),
  isAuthor: IsAuthor,
  body: z.string().meta({ description: "Markdown as written" }),
  bodyHtml: BodyHtml,
};
const dates = {
  createdAt: Instant,
  editedAt: Instant.nullable().meta({ description: "Last change; null if none" }),
};
const thread = {
  replyCount: Count.meta({ description: "All public descendants" }),
  repliesTruncated: z
    .boolean()
    .meta({ description: "On a top-level comment: whether there are more replies; `parentId` pages through them" }),
};
const ShownComment = z.strictObject({
  ...place,
  ...text,
  ...dates,
  deleted: z.literal(false).meta({ description: "The comment is public" }),
  ...thread,
});
const NOTHING = z.null().meta({ description: "Not shown" });
const Tombstone = z.strictObject({
  ...place,
  ...{ authorName: NOTHING, authorUrl: NOTHING, body: NOTHING, bodyHtml: NOTHING },
  isAuthor: z.literal(false).meta({ description: "Not disclosed" }),
  ...dates,
  deleted: z.literal(true).meta({ description: "The comment is not public, but its replies are" }),
  ...thread,
});
const replies = {
  get replies(): z.ZodType<Comment[]> {
    return z.array(Comment).meta({ description: "Oldest first; empty in an answer to `parentId`" });
  },
};

export type Comment = (z.infer<typeof ShownComment> | z.infer<typeof Tombstone>) & { replies: Comment[] };
export const Comment = z
  .discriminatedUnion("deleted", [ShownComment.extend(replies), Tombstone.extend(replies)])
  .meta({ id: "Comment", description: "A comment and its replies. A deleted comment keeps its place for its replies, without content" });

export const CommentThreads = z
  .strictObject({
    items: z.array(Comment).meta({ description: "Threads; with `parentId`, that comment's descendants, flat" }),
    pagination: Pagination.meta({ description: "Counts the items, including tombstones" }),
    totalComments: Count.meta({ description: "Public comments of the post, without tombstones" }),
  })
  .meta({ id: "CommentThreads", description: "`pagination` counts the items, including tombstones" });

/** A comment and the page that shows it. */
export const CommentPlace = z
  .strictObject({
    comment: Comment.meta({ description: "The comment" }),
    threadId: CommentId.meta({ description: "The top-level comment of its thread, or the comment itself" }),
    commentsPage: z.int().min(1).meta({ description: "Page of the post's comments that shows it, for the page size and order below" }),
    commentsPageSize: z.int().min(1).max(COMMENTS_PAGE_SIZE_MAX).meta({ description: "Threads per page, for `commentsPage`" }),
    commentsSort: CommentSort.meta({ description: "Order of threads, for `commentsPage`" }),
    beyondReplies: z
      .boolean()
      .meta({ description: "Whether the thread has too many replies to include this one, so that only `parentId` shows it" }),
  })
  .meta({ id: "CommentPlace", description: "`replies` of the comment is empty" });

/** Only public comments, without tombstones. */
const RecentComment = z
  .strictObject({ ...place, ...text, ...dates, post: PostLink.meta({ description: "The post to which it belongs" }) })
  .meta({ id: "RecentComment", description: "A new comment of the site" });
export const RecentCommentList = z
  .strictObject({ items: z.array(RecentComment).max(RECENT_COMMENTS_MAX).meta({ description: "Newest first" }) })
  .meta({ id: "RecentCommentList", description: "The site's newest comments" });
/** Atom (RFC 4287). Replies name their parent in `thr:in-reply-to` (RFC 4685). */
export const AtomFeed = z.string().meta({ id: "AtomFeed", description: "Atom (RFC 4287), with replies (RFC 4685)" });

const submitted = {
  id: CommentId.meta({ description: "Id of the comment" }),
  status: z.literal("pending").meta({ description: "Always this value: the decision is not disclosed" }),
  createdAt: Instant,
  parentId: CommentId.nullable().meta({ description: "The comment it replies to; null at the top level" }),
  authorName: z.string().meta({ description: "As it will be shown" }),
  authorUrl: AbsoluteUrl.nullable().meta({ description: "As it will be shown; null if none" }),
  body: z.string().meta({ description: "Markdown as stored" }),
  bodyHtml: BodyHtml,
  editableUntil: Instant.meta({ description: "Until then, the comment can be changed or withdrawn with the token from its submission" }),
};
export const CommentSubmitted = z
  .strictObject({
    ...submitted,
    editToken: z.string().min(1).meta({ description: "For `X-Edit-Token`, valid for 15 minutes; it is sent only once" }),
  })
  .meta({ id: "CommentSubmitted", description: "A received comment that waits for approval" });
export const CommentEdited = z
  .strictObject(submitted)
  .meta({ id: "CommentEdited", description: "A changed comment that waits for approval" });

export const Like = z
  .strictObject({
    slug: Slug.meta({ description: "Slug of the post" }),
    liked: z.boolean().meta({ description: "Whether this visitor likes it" }),
    likeCount: Count.meta({ description: "Likes of the post" }),
  })
  .meta({ id: "Like", description: "Likes of a post" });

export const InquiryReceived = z
  .strictObject({
    id: z.string().min(1).meta({ description: "Id of the inquiry, for reference" }),
    status: z.literal("received").meta({ description: "Always this value" }),
    createdAt: Instant,
  })
  .meta({ id: "InquiryReceived", description: "A received inquiry" });

export const EngagementAccepted = z
  .strictObject({
    accepted: Count.meta({ description: "Accepted records, including those of bots and unknown slugs" }),
    rejected: z
      .array(
        z.strictObject({
          index: Count.meta({ description: "Position in `events`, from 0; 0 for a single record" }),
          code: ProblemItemCodeSchema.meta({ description: "Why the record is wrong" }),
          detail: z.string().meta({ description: "Description of the expected value" }),
        }),
      )
      .meta({ description: "Invalid records" }),
  })
  .meta({ id: "EngagementAccepted", description: "Result of sending records" });

export type CommentPlace = z.infer<typeof CommentPlace>;
export type RecentCommentList = z.infer<typeof RecentCommentList>;
export type CommentThreads = z.infer<typeof CommentThreads>;
export type CommentSubmitted = z.infer<typeof CommentSubmitted>;
export type CommentEdited = z.infer<typeof CommentEdited>;
export type Like = z.infer<typeof Like>;
export type InquiryReceived = z.infer<typeof InquiryReceived>;
export type EngagementAccepted = z.infer<typeof EngagementAccepted>;
