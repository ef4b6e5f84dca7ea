import type { CommentPage, CommentPageQuery, CommentPlaceQuery, CommentPlaceRow, PublicComment } from "../../threads/public-comments.ts";
import type { BanKey, DailyQuota, IdempotencyRequest, QuotaRefusal } from "./request-types.ts";
import type { NewSubscription } from "./subscription-types.ts";

/** `pending` waits for the owner; only `approved` is public; `deleted` is final and holds no text. */
export const COMMENT_STATES = ["pending", "approved", "rejected", "spam", "deleted"] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

/** A page of comments that the store reads in one go. */
export interface StoredCommentPage extends CommentPage {
  /** As `comments.version`, read in the same snapshot. */
  version: number;
}

export interface RecentCommentsQuery {
  /** Default: of all posts. */
  slug?: string;
  /** Id of the last comment of the page before. */
  after?: string;
  limit: number;
}

/** An approved comment, its `replies` empty. */
export interface RecentComment {
  slug: string;
  comment: PublicComment;
}

/** Selects a post's shown comments, tombstones too, oldest first. */
export interface ShownCommentsQuery {
  slug: string;
  /** Id of the last comment of the page before. */
  after?: string;
  limit: number;
}

/** An answer of the owner, rendered by the caller. */
export interface OwnerReply {
  /** An approved comment. */
  parentId: string;
  authorName: string;
  authorUrl: string | null;
  body: string;
  bodyHtml: string;
  sanitizerVersion: number;
}

/** `not-public`: what it would answer is not approved. */
export type OwnerReplyResult =
  | { kind: "published"; comment: StoredComment }
  | { kind: "not-public"; parent: StoredComment }
  | { kind: "unknown" };

/** The verdict of text analysis on a submission. A ban or a filled honeypot gives `spam` as well. */
export type Verdict = { state: "pending" } | { state: "spam"; reason: string };

/** Validated, normalised and rendered by the caller. */
export interface NewComment {
  /** The post's present slug; aliases are resolved by the caller. */
  slug: string;
  parentId: string | null;
  authorName: string;
  authorEmail: string | null;
  authorUrl: string | null;
  body: string;
  bodyHtml: string;
  /** Version of the sanitiser that made `bodyHtml`. */
  sanitizerVersion: number;
  verdict: Verdict;
  /** The `Origin` header, shown to the owner. */
  origin: string | null;
  /** Keyed hashes of the author's e-mail and address prefix: looked up among the bans now, kept 30 days so that the owner can ban. */
  banKeys: readonly BanKey[];
  /** Keyed hash of slug, client address and text; the same one within 24 h is a duplicate. */
  duplicateKey: Uint8Array;
  idempotency: IdempotencyRequest | null;
  quotas: readonly DailyQuota[];
  /** The author asks for mails about replies. Default: no. */
  subscription?: NewSubscription | null;
}

/** The caller composes the answer from what it sent: the text of a replay is the one of the repeated request. */
export type SubmitCommentResult =
  | { kind: "accepted"; id: string; createdAt: number; state: "pending" | "spam" }
  | { kind: "replayed"; id: string; createdAt: number; status: number }
  | { kind: "duplicate" }
  | { kind: "unknown-parent" }
  | { kind: "key-reused" }
  | QuotaRefusal;

/** The caller has verified the edit token. What is left out stays. */
export interface CommentChange {
  slug: string;
  id: string;
  authorName?: string;
  authorUrl?: string | null;
  /** A new text comes with its rendering. */
  text?: { body: string; bodyHtml: string; sanitizerVersion: number };
  /** The verdict on the comment as it will be; `spam` turns a pending or approved one into spam. */
  verdict: Verdict;
}

/** In the shape of the submission's answer. */
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

/** `expired`: 15 minutes since the submission have passed. `unknown`: no such comment of that post, or deleted. */
export type EditCommentResult = { kind: "changed"; comment: OwnComment } | { kind: "unknown" } | { kind: "expired" };
export type WithdrawCommentResult = { kind: "withdrawn" } | { kind: "unknown" } | { kind: "expired" };

/** All that the owner may see. Text and names of a deleted comment are null. */
export interface StoredComment {
  id: string;
  slug: string;
  parentId: string | null;
  depth: number;
  state: CommentState;
  /** Counts edits from 1; a decision names the one it saw. */
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
  /** Written by the owner. */
  isAuthor: boolean;
  origin: string | null;
  /** Why it is spam: `honeypot`, `links`, `words`, `ban`, `owner`, … */
  spamReason: string | null;
}

export const DECISIONS = ["approve", "reject", "spam", "delete"] as const;
export type Decision = (typeof DECISIONS)[number];
export interface ModerationDecision {
  id: string;
  /** The one that the owner saw. */
  revision: number;
  /** The one that the owner saw: from another one nothing is decided (`not-allowed`). Absent: any. */
  state?: CommentState | undefined;
  decision: Decision;
}

/** `decided`: `before` is the comment as it was. `unchanged`: it was so already. `not-allowed`: no such way from its state, e.g. rejected → spam, deleted → approved. */
export type DecideResult =
  | { kind: "decided"; comment: StoredComment; before: StoredComment }
  | { kind: "unchanged"; comment: StoredComment }
  | { kind: "revision-conflict"; comment: StoredComment }
  | { kind: "not-allowed"; comment: StoredComment }
  | { kind: "unknown" };

/** A decision, to be taken back. */
export interface DecisionUndo {
  id: string;
  /** As the decision found the comment. */
  before: Pick<StoredComment, "state" | "spamReason" | "decidedAt">;
  /** As it left it. */
  after: Pick<StoredComment, "state" | "revision" | "decidedAt">;
}

/** `changed`: it is no longer as the decision left it, or deleted, which is final. */
export type UndoResult = { kind: "undone"; comment: StoredComment } | { kind: "changed"; comment: StoredComment } | { kind: "unknown" };

/** Filters are joined by AND. */
export interface CommentCountQuery {
  states?: readonly CommentState[];
  slug?: string;
  /** In any case. */
  authorEmail?: string;
  /** Id of a comment: the others that share a key of its author (e-mail or address, as long as the keys are kept). */
  sameAuthorAs?: string;
  /** Oldest first by default (the moderation queue). */
  order?: "oldest" | "newest";
  /** Id of a comment: those alone that come after it in this order. */
  after?: string;
}

/** `after` is the id of the last comment of the page before. */
export interface CommentListQuery extends CommentCountQuery {
  /** Default 50. */
  limit?: number;
}

export interface StaleRendering {
  id: string;
  revision: number;
  body: string;
}

export interface CommentStore {
  submit(comment: NewComment): Promise<SubmitCommentResult>;
  edit(edit: CommentChange): Promise<EditCommentResult>;
  withdraw(comment: { slug: string; id: string }): Promise<WithdrawCommentResult>;
  decide(decision: ModerationDecision): Promise<DecideResult>;
  /** Makes a comment again what it was before a decision. */
  undo(undo: DecisionUndo): Promise<UndoResult>;
  /** Public at once. */
  reply(reply: OwnerReply): Promise<OwnerReplyResult>;
  /** A page of the public view; null: `parentId` is no publicly visible comment of that post. A post without comments: an empty page. */
  page(query: CommentPageQuery): Promise<StoredCommentPage | null>;
  /** Changes whenever the public view of the post's comments does, by whichever process; 0 for a post without comments. One indexed row. */
  version(slug: string): Promise<number>;
  /** As `version`, of all posts together. */
  siteVersion(): Promise<number>;
  /** null: no publicly visible comment of that post. */
  place(query: CommentPlaceQuery): Promise<CommentPlaceRow | null>;
  /** Public comments, newest first. */
  recent(query: RecentCommentsQuery): Promise<RecentComment[]>;
  /** Slugs of posts of which something is shown, in no order. */
  shownPosts(): Promise<string[]>;
  /** `replies` are empty. `version` as of `page`. */
  shown(query: ShownCommentsQuery): Promise<{ items: PublicComment[]; version: number }>;
  get(id: string): Promise<StoredComment | null>;
  /** Ids that begin so, in their order. */
  findIds(prefix: string, limit: number): Promise<string[]>;
  list(query?: CommentListQuery): Promise<StoredComment[]>;
  /** How many `list` would find without a limit. */
  count(query?: CommentCountQuery): Promise<number>;
  /** How many there are in each state. */
  countsByState(): Promise<Record<CommentState, number>>;
  /** Comments whose html an older sanitiser than `version` made, oldest first. */
  stale(version: number, limit: number): Promise<StaleRendering[]>;
  /** Replaces the html of those whose revision is still the same; returns how many. */
  rerender(renderings: readonly { id: string; revision: number; bodyHtml: string; sanitizerVersion: number }[]): Promise<number>;
}
