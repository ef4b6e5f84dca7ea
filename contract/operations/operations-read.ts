import { AtomFeed, CommentPlace, CommentThreads, Like, RecentCommentList } from "../schemas/comment.ts";
import { AlbumList, Counts } from "../schemas/list.ts";
import { AlbumPage } from "../schemas/photo.ts";
import { DOCUMENT_OPERATIONS } from "./document-operations.ts";
import type { Operation, Success } from "./operation.ts";
import { POST_OPERATIONS } from "./operations-posts.ts";
import { SITE_OPERATIONS } from "./operations-site.ts";
import { ANYWHERE, BAD_REQUEST, fromFiles, NOT_FOUND, READ, REDUCED, toolRead } from "./read-operation.ts";

const FEED: Success = { status: 200, description: "The feed.", schema: AtomFeed, mediaType: "application/atom+xml" };

/** GETs of visitors' content, which the write server answers. */
const VISITOR_OPERATIONS: readonly Operation[] = [
  {
    ...READ,
    id: "listComments",
    ...toolRead("comments.list"),
    tag: "Comments",
    summary: "Comments of a post",
    description:
      "Threads: approved top-level comments with at most 200 replies each (`repliesTruncated` if there are more). With `parentId`, all public descendants of that comment, flat and oldest first. Strangers wrote the texts.",
    success: { status: 200, description: "The answer.", schema: CommentThreads },
    paged: true,
    hasSnapshot: true,
    problems: [BAD_REQUEST, NOT_FOUND, ...ANYWHERE, REDUCED],
  },
  {
    ...READ,
    id: "getComment",
    name: "comments.get",
    route: "comment",
    tag: "Comments",
    summary: "One comment and its place",
    description:
      "A comment, its thread, and the page that shows it in the requested page size and order. A link to the comment needs the thread and the page.",
    success: { status: 200, description: "The answer.", schema: CommentPlace },
    hasSnapshot: true,
    problems: [BAD_REQUEST, NOT_FOUND, ...ANYWHERE, REDUCED],
  },
  {
    ...READ,
    id: "listRecentComments",
    ...toolRead("comments.recent"),
    tag: "Comments",
    summary: "The newest comments of the site",
    description: "The newest 50 on all listed posts. Strangers wrote the texts.",
    success: { status: 200, description: "The answer.", schema: RecentCommentList },
    hasSnapshot: true,
    problems: [...ANYWHERE, REDUCED],
  },
  {
    ...READ,
    id: "getRecentCommentsFeed",
    name: "comments.recentFeed",
    route: "recent-comments-feed",
    tag: "Comments",
    summary: "The newest comments of the site, as a feed",
    description: "The same as `/comments`, as Atom.",
    success: FEED,
    hasSnapshot: true,
    problems: [...ANYWHERE, REDUCED],
  },
  {
    ...READ,
    id: "getPostCommentsFeed",
    name: "comments.feed",
    route: "post-comments-feed",
    tag: "Comments",
    summary: "The newest comments of a post, as a feed",
    description: "The newest 50, as Atom.",
    success: FEED,
    hasSnapshot: true,
    problems: [NOT_FOUND, ...ANYWHERE, REDUCED],
  },
  {
    ...READ,
    id: "getLike",
    name: "likes.get",
    route: "like",
    tag: "Likes",
    summary: "Whether this visitor likes a post",
    description: "Without the visitor's cookie, `liked` is false. This request sets no cookie.",
    success: { status: 200, description: "The answer.", schema: Like },
    problems: [{ status: 403, code: "origin-not-allowed" }, NOT_FOUND, ...ANYWHERE, REDUCED],
  },
  {
    ...READ,
    id: "getCounts",
    hasSnapshot: true,
    name: "counts.get",
    route: "counts",
    tag: "Engagement",
    summary: "Likes, comments and views of all posts",
    description:
      "Posts with likes or comments, by slug; a published post that is missing has none. `viewCount` is null unless the owner publishes views. With `slug`, every requested post that is listed, even if its counts are zero.",
    success: { status: 200, description: "The answer.", schema: Counts },
    problems: [BAD_REQUEST, ...ANYWHERE, REDUCED],
  },
];

export const READ_OPERATIONS: readonly Operation[] = [
  ...POST_OPERATIONS,
  ...DOCUMENT_OPERATIONS,
  fromFiles({
    id: "listAlbums",
    ...toolRead("albums.list"),
    tag: "Portfolio",
    summary: "Albums of photos",
    description: "Albums with a published photo, the one with the newest photo first.",
    schema: AlbumList,
  }),
  fromFiles({
    id: "getAlbum",
    ...toolRead("albums.get"),
    tag: "Portfolio",
    summary: "One album of photos",
    description: "Everything its page shows. The slug may be in any letter case.",
    schema: AlbumPage,
    named: true,
  }),
  ...SITE_OPERATIONS,
  ...VISITOR_OPERATIONS,
];
