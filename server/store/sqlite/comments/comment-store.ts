import { DAY_MS } from "../../../days.ts";
import type { CommentStore, OwnerReply, OwnerReplyResult } from "../../comment-types.ts";
import type { NewComment, SubmitCommentResult } from "../../request-types.ts";
import { isBanned, keepAuthorKeys } from "../ban-store.ts";
import { findRepeat, keepRepeat } from "../idempotency.ts";
import { findPublicIds } from "../ids.ts";
import { addNoticeEvent } from "../notices/notice-store.ts";
import { ensurePostId, findPostId, isClosedPost } from "../post-store.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { addSubscription, followApproval } from "../subscription-store.ts";
import { countOthers } from "./comment-authors.ts";
import { decideComment, editComment, rerenderComments, undoDecision, withdrawComment } from "./comment-changes.ts";
import { countComments, countCommentsByState, findComment, findStale, listComments } from "./comment-lists.ts";
import { listShown, listShownPosts, readPage, readPostVersion } from "./comment-pages.ts";
import { findCommentPlace, listRecent, readSiteVersion } from "./comment-places.ts";
import { createSliceReader } from "./comment-slices.ts";
import { followStateChange, type ParentRow, placeBelow } from "./comment-visibility.ts";
import { createFirstRenderings, type FirstRenderings } from "./first-renderings.ts";

/** The same text from the same address counts as a duplicate for this long, in ms. */
export const DUPLICATE_MS = DAY_MS;

export function createComments(context: StoreContext): CommentStore {
  const { connection, newId, write } = context;
  const renderings = createFirstRenderings(context);
  const { filled } = renderings;
  return {
    submit: async (comment) => {
      const ids = { id: newId(), subscriptionId: newId() };
      return write((now) => submitComment(context, comment, ids, now));
    },
    edit: async (edit) => {
      const edited = await write((now) => editComment(context, edit, now));
      return filled(edited, (result) => (result.kind === "changed" ? [result.comment] : []));
    },
    withdraw: async (comment) => write((now) => withdrawComment(connection, comment, now)),
    decide: async (decision) => {
      const decided = await write((now) => decideComment(connection, decision, now));
      return filled(decided, (result) => (result.kind === "unknown" ? [] : [result.comment]));
    },
    undo: async (undo) => {
      const undone = await write(() => undoDecision(connection, undo));
      return filled(undone, (result) => (result.kind === "unknown" ? [] : [result.comment]));
    },
    reply: async (reply) => {
      const id = newId();
      const replied = await write((now) => publishReply(connection, reply, id, now));
      return filled(replied, (result) => (result.kind === "not-public" ? [result.parent] : []));
    },
    rerender: (made) => write(() => rerenderComments(connection, made)),
    ...createCommentReads(context, renderings),
  };
}

type CommentReads = Omit<CommentStore, "submit" | "edit" | "withdraw" | "decide" | "undo" | "reply" | "rerender">;

function createCommentReads({ connection, read }: StoreContext, { filled, filledPage }: FirstRenderings): CommentReads {
  const slices = createSliceReader(connection);
  return {
    page: async (query) => filledPage(await read(() => readPage(connection, slices, query))),
    version: (slug) => read(() => readPostVersion(connection, slug)),
    siteVersion: () => read(() => readSiteVersion(connection)),
    findIds: (prefix, limit) => read(() => findPublicIds(connection, "comment", prefix, limit)),
    place: async (query) => {
      const place = await read(() => findCommentPlace(connection, query));
      return filled(place, (found) => (found === null ? [] : [found.comment]));
    },
    recent: async (query) => {
      const recent = await read(() => listRecent(connection, query));
      return filled(recent, (found) => found.map(({ comment }) => comment));
    },
    get: async (id) => {
      const comment = await read(() => findComment(connection, id));
      return filled(comment, (found) => (found === null ? [] : [found]));
    },
    list: async (query = {}) => {
      const comments = await read(() => listComments(connection, query));
      return filled(comments, (found) => found);
    },
    shownPosts: () => read(() => listShownPosts(connection)),
    shown: async (query) => {
      const shown = await read(() => listShown(connection, query));
      return filled(shown, ({ items }) => items);
    },
    count: (query = {}) => read(() => countComments(connection, query)),
    countOthers: (id) => read(() => countOthers(connection, id)),
    countsByState: () => read(() => countCommentsByState(connection)),
    stale: (version, limit) => read(() => findStale(connection, version, limit)),
  };
}

/**
 * Checks repeat, closed post, parent, duplicate, quota and ban in this order, so that a replay costs nothing and
 * only accepted comments use a quota.
 */
function submitComment(
  { connection, quotas }: StoreContext,
  comment: NewComment,
  { id, subscriptionId }: { id: string; subscriptionId: string },
  now: number,
): SubmitCommentResult {
  const repeat = findRepeat(connection, comment.idempotency, now);
  if (repeat !== null) return repeat;
  if (isClosedPost(connection, comment.slug)) return { kind: "closed" };
  const parent = findParent(connection, comment);
  if (parent === undefined) return { kind: "unknown-parent" };
  if (isDuplicate(connection, comment.duplicateKey, now)) return { kind: "duplicate" };
  const refused = quotas.use(comment.quotas, now);
  if (refused !== null) return refused;

  const banned = isBanned(connection, comment.banKeys, now);
  const spamReason = comment.verdict.state === "spam" ? comment.verdict.reason : banned ? "ban" : null;
  const state = spamReason === null ? "pending" : "spam";
  // If the clock was set back, a reply must not be older than its parent, because pages would show
  // it first.
  const createdAt = Math.max(now, parent?.created_at ?? 0);
  const rowId = insertComment(connection, comment, { id, parent, state, spamReason, createdAt });
  keepAuthorKeys(connection, rowId, comment.banKeys, now);
  if (comment.subscription != null) addSubscription(connection, { id: subscriptionId, commentId: rowId, now }, comment.subscription);
  connection.run("INSERT OR REPLACE INTO duplicate_mark (key, comment_id, at) VALUES (?, ?, ?)", comment.duplicateKey, rowId, now);
  if (state === "pending") addNoticeEvent(connection, "comment", id, now);
  keepRepeat(connection, comment.idempotency, { id, createdAt });
  return { kind: "accepted", id, createdAt, state };
}

function publishReply(connection: Connection, reply: OwnerReply, id: string, now: number): OwnerReplyResult {
  const answered = findComment(connection, reply.parentId);
  if (answered === null) return { kind: "unknown" };
  const parent = findParent(connection, { slug: answered.slug, parentId: reply.parentId });
  if (parent == null) return { kind: "not-public", parent: answered };
  const createdAt = Math.max(now, parent.created_at);
  const unsaid = { slug: answered.slug, authorEmail: null, origin: null };
  const rowId = insertComment(connection, { ...reply, ...unsaid }, { id, parent, state: "pending", spamReason: null, createdAt });
  connection.run("UPDATE comment SET state = 'approved', is_author = 1, decided_at = ? WHERE id = ?", now, rowId);
  followStateChange(connection, rowId, "pending");
  followApproval(connection, rowId);
  const comment = findComment(connection, id);
  if (comment === null) throw new Error("the new reply was not found");
  return { kind: "published", comment };
}

/** null for a top-level comment; undefined if the parent is not an approved comment of the post. */
function findParent(connection: Connection, { slug, parentId }: Pick<NewComment, "slug" | "parentId">): ParentRow | null | undefined {
  if (parentId === null) return null;
  const postId = findPostId(connection, slug);
  if (postId === null) return undefined;
  return connection.get<ParentRow>(
    "SELECT id, hang_id, depth, created_at FROM comment WHERE public_id = ? AND post_id = ? AND state = 'approved'",
    parentId,
    postId,
  );
}

function isDuplicate(connection: Connection, key: Uint8Array, now: number): boolean {
  return connection.get("SELECT 1 FROM duplicate_mark WHERE key = ? AND at > ?", key, now - DUPLICATE_MS) !== undefined;
}

interface Placed {
  id: string;
  parent: ParentRow | null;
  state: "pending" | "spam";
  spamReason: string | null;
  createdAt: number;
}

type CommentText = Pick<
  NewComment,
  "slug" | "authorName" | "authorEmail" | "authorUrl" | "body" | "bodyHtml" | "sanitizerVersion" | "origin"
>;

function insertComment(connection: Connection, comment: CommentText, { id, parent, state, spamReason, createdAt }: Placed): number {
  const { hangId, depth } = placeBelow(parent);
  return connection.insert(
    `INSERT INTO comment (public_id, post_id, parent_id, hang_id, depth, state, author_name, author_email, author_url, body, body_html,
       sanitizer_version, created_at, origin, spam_reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    ensurePostId(connection, comment.slug),
    parent?.id ?? null,
    hangId,
    depth,
    state,
    comment.authorName,
    comment.authorEmail,
    comment.authorUrl,
    comment.body,
    comment.bodyHtml,
    comment.sanitizerVersion,
    createdAt,
    comment.origin,
    spamReason,
  );
}
