import type { CommentPage, CommentPageQuery, CommentPlaceQuery, CommentPlaceRow, PublicComment } from "../../threads/public-comments.ts";
import type { DailyQuota, NewComment, QuotaRefusal, SubmitCommentResult, Verdict } from "./request-types.ts";

/** `pending` waits for the owner; only `approved` is public; `deleted` is final, without text. */
export const COMMENT_STATES = ["pending", "approved", "rejected", "spam", "deleted"] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

/** A page of comments, read in one snapshot. */
export interface StoredCommentPage extends CommentPage {
  /** Like `comments.version`, read in the same snapshot. */
  version: number;
}

export interface RecentCommentsQuery {
  /** Default: all posts. */
  slug?: string;
  /** Id of the last comment on the previous page. */
  after?: string;
  limit: number;
}

/** An approved comment; its `replies` are empty. */
export interface RecentComment {
  slug: string;
  comment: PublicComment;
}

/** Selects a post's visible comments, including tombstones, oldest first. */
export interface ShownCommentsQuery {
  slug: string;
  /** Id of the last comment on the previous page. */
  after?: string;
  limit: number;
}

/** A reply by the owner, rendered by the caller. */
export interface OwnerReply {
  /** An approved comment. */
  parentId: string;
  authorName: string;
  authorUrl: string | null;
  body: string;
  bodyHtml: string;
  sanitizerVersion: number;
}

/** `not-public`: the comment that it replies to is not approved. */
export type OwnerReplyResult =
  | { kind: "published"; comment: StoredComment }
  | { kind: "not-public"; parent: StoredComment }
  | { kind: "unknown" };

/** The caller has verified the edit token. Omitted fields stay unchanged. */
export interface CommentChange {
  slug: string;
  id: string;
  authorName?: string;
  authorUrl?: string | null;
  /** A new text with its rendering. */
  text?: { body: string; bodyHtml: string; sanitizerVersion: number };
  /** The verdict on the edited comment. `spam` turns a pending or approved comment into spam. */
  verdict: Verdict;
  /** Charged if something changes. Default: none. */
  quotas?: readonly DailyQuota[];
}

/** A comment as in the answer to its submission. */
export interface OwnComment {
  id: string;
  parentId: string | null;
  authorName: string;
  authorUrl: string | null;
  body: string;
  bodyHtml: string;
  createdAt: number;
  editedAt: number | null;
}

/** `expired`: 15 minutes have passed. `unknown`: the comment is missing or deleted. */
export type EditCommentResult = { kind: "changed"; comment: OwnComment } | { kind: "unknown" } | { kind: "expired" } | QuotaRefusal;
export type WithdrawCommentResult = { kind: "withdrawn" } | { kind: "unknown" } | { kind: "expired" };

/** Everything that the owner may see. A deleted comment's text and names are null. */
export interface StoredComment {
  id: string;
  slug: string;
  parentId: string | null;
  depth: number;
  state: CommentState;
  /** Starts at 1 and grows with each edit. A decision names the revision that the owner saw. */
  revision: number;
  authorName: string | null;
  authorEmail: string | null;
  authorUrl: string | null;
  body: string | null;
  bodyHtml: string | null;
  createdAt: number;
  editedAt: number | null;
  decidedAt: number | null;
  replyCount: number;
  /** Whether the owner wrote it. */
  isAuthor: boolean;
  origin: string | null;
  /** Why it is spam: `honeypot`, `links`, `words`, `ban`, `owner`, … */
  spamReason: string | null;
}

export const DECISIONS = ["approve", "reject", "spam", "delete"] as const;
export type Decision = (typeof DECISIONS)[number];
export interface ModerationDecision {
  id: string;
  /** The revision that the owner saw. */
  revision: number;
  /** The state that the owner saw; any other state gives `not-allowed`. Undefined allows any. */
  state?: CommentState | undefined;
  decision: Decision;
  /** Keeps its undo for a day, as a selection named after the comment's id. Default: no. */
  keepsUndo?: boolean;
}

/**
 * `decided`: `before` is the comment before the decision. `unchanged`: it already had that state.
 * `not-allowed`: the state does not permit it, e.g. rejected → spam, deleted → approved.
 */
export type DecideResult =
  | { kind: "decided"; comment: StoredComment; before: StoredComment }
  | { kind: "unchanged"; comment: StoredComment }
  | { kind: "revision-conflict"; comment: StoredComment }
  | { kind: "not-allowed"; comment: StoredComment }
  | { kind: "unknown" };

/** Everything needed to undo a decision. */
export interface DecisionUndo {
  id: string;
  /** The comment's state before the decision. */
  before: Pick<StoredComment, "state" | "spamReason" | "decidedAt">;
  /** The comment's state after the decision. */
  after: Pick<StoredComment, "state" | "revision" | "decidedAt">;
}

/** `changed`: the comment has changed since the decision, or is deleted, which is final. */
export type UndoResult = { kind: "undone"; comment: StoredComment } | { kind: "changed"; comment: StoredComment } | { kind: "unknown" };

/** Filters are joined by AND. */
export interface CommentCountQuery {
  states?: readonly CommentState[];
  slug?: string;
  /** Case-insensitive. */
  authorEmail?: string;
  /** Each must occur in the text, ignoring case. */
  words?: readonly string[];
  /** Text that the author's name, email address or link must contain, ignoring case. */
  author?: string;
  /** A host that the comment or its author links to, in lower case and without the port. */
  linkHost?: string;
  /** Only comments submitted after this time. */
  since?: number;
  /** Only comments submitted up to this time. */
  until?: number;
  /** Id of a comment. Selects only it and earlier arrivals. */
  upTo?: string;
  /** Only comments that were not edited after this time. */
  notEditedSince?: number;
  /** Only comments that were edited or decided on after this time. */
  changedSince?: number;
  /** Id of a comment. Selects others by its author, as long as the author's keys are kept. */
  sameAuthorAs?: string;
  /** Oldest first by default, as in the moderation queue. */
  order?: "oldest" | "newest";
  /** Id of a comment. Selects only the comments after it in this order. */
  after?: string;
}

/** `after` is the id of the last comment on the previous page. */
export interface CommentListQuery extends CommentCountQuery {
  /** Default 50. */
  limit?: number;
}

export interface StaleRendering {
  id: string;
  revision: number;
  body: string;
}

/** An author's other comments are counted up to this number. */
export const OTHERS_MAX = 100;

export interface CommentStore {
  submit(comment: NewComment): Promise<SubmitCommentResult>;
  edit(edit: CommentChange): Promise<EditCommentResult>;
  withdraw(comment: { slug: string; id: string }): Promise<WithdrawCommentResult>;
  decide(decision: ModerationDecision): Promise<DecideResult>;
  /** Restores the comment to its state before a decision. */
  undo(undo: DecisionUndo): Promise<UndoResult>;
  /** Publishes the reply immediately. */
  reply(reply: OwnerReply): Promise<OwnerReplyResult>;
  /** A page of the public view; null if `parentId` is not a public comment of that post. */
  page(query: CommentPageQuery): Promise<StoredCommentPage | null>;
  /**
   * Changes with the public view of the post's comments; 0 without comments. Reads one indexed row.
   */
  version(slug: string): Promise<number>;
  /** Like `version`, for all posts together. */
  siteVersion(): Promise<number>;
  /** null if the post has no such publicly visible comment. */
  place(query: CommentPlaceQuery): Promise<CommentPlaceRow | null>;
  /** Public comments, newest first. */
  recent(query: RecentCommentsQuery): Promise<RecentComment[]>;
  /** Slugs of posts with visible comments, in no particular order. */
  shownPosts(): Promise<string[]>;
  /** Each comment's `replies` are empty. `version` is as in `page`. */
  shown(query: ShownCommentsQuery): Promise<{ items: PublicComment[]; version: number }>;
  get(id: string): Promise<StoredComment | null>;
  /** Ids that begin with the prefix, sorted. */
  findIds(prefix: string, limit: number): Promise<string[]>;
  list(query?: CommentListQuery): Promise<StoredComment[]>;
  /** How many comments `list` would find without a limit. */
  count(query?: CommentCountQuery): Promise<number>;
  /**
   * Number of other pending comments with the same email or network address, at most OTHERS_MAX.
   */
  countOthers(id: string): Promise<number>;
  /** How many comments have each state. */
  countsByState(): Promise<Record<CommentState, number>>;
  /** Comments whose HTML was produced by an older sanitizer than `version`, oldest first. */
  stale(version: number, limit: number): Promise<StaleRendering[]>;
  /** Replaces the HTML of comments whose revision is unchanged; returns how many. */
  rerender(renderings: readonly { id: string; revision: number; bodyHtml: string; sanitizerVersion: number }[]): Promise<number>;
}
