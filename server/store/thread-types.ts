import type { StoredComment } from "./comment-types.ts";

/** New text for the owner's own comment, rendered by the caller. */
export interface OwnEdit {
  id: string;
  /** The revision that the owner saw. */
  revision: number;
  body: string;
  bodyHtml: string;
  sanitizerVersion: number;
}

/** `not-own`: a visitor wrote it, or it is not public. */
export type OwnEditResult =
  | { kind: "edited" | "unchanged" | "not-own" | "revision-conflict"; comment: StoredComment }
  | { kind: "unknown" };

/** `unchanged`: the thread is already on that post. */
export type MoveThreadResult =
  | { kind: "moved"; from: string; to: string /** Comments in the thread, in every state. */; count: number }
  | { kind: "unchanged" }
  | { kind: "unknown" };

export interface ClosedPost {
  slug: string;
  closedAt: number;
}

/** The owner's work on public threads. */
export interface ThreadStore {
  /** The comment stays public; its time of change is shown. */
  editOwn(edit: OwnEdit): Promise<OwnEditResult>;
  /** Moves the whole thread of a comment to another post, whose current slug is `to`. */
  move(thread: { id: string; to: string }): Promise<MoveThreadResult>;
  /** False if the post was already closed or open. */
  setClosed(post: { slug: string; isClosed: boolean }): Promise<boolean>;
  /** Whether the owner has closed the post. Reads one indexed row. */
  isClosed(slug: string): Promise<boolean>;
  /** Most recently closed first. */
  closed(): Promise<ClosedPost[]>;
  /** Whether somebody has commented on the post or liked it. */
  hasPost(slug: string): Promise<boolean>;
}
