import type { CommentEdited } from "../../client.ts";
import { readStored, writeStored } from "../browser-storage.ts";

/** A comment written in this browser. It may not be public yet. */
export interface LocalComment extends Omit<CommentEdited, "status"> {
  readonly slug: string;
  /** null if it can no longer be edited. */
  readonly editToken: string | null;
  readonly waiting: boolean;
  /** Whether its parent is no longer public. */
  readonly isOrphan?: boolean;
}

/** The visitor's own comments on a post. */
export interface LocalComments {
  list(): readonly LocalComment[];
  find(id: string): LocalComment | null;
  /** Adds a comment, or replaces the one with its id. */
  put(comment: LocalComment): void;
  drop(id: string): void;
}

/** Authors are not notified of a rejection. A comment that has waited this long is no longer shown. */
const WAITING_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** Stored in localStorage, if available, per API. Expired tokens are removed. */
export function createLocalComments(baseUrl: string, slug: string): LocalComments {
  const key = `octavo-comments:${baseUrl}`;
  const read = (): LocalComment[] => {
    const now = Date.now();
    const stored = readStored("localStorage", key);
    return (Array.isArray(stored) ? stored : [])
      .filter(isLocalComment)
      .map((comment) => (Date.parse(comment.editableUntil) > now ? comment : { ...comment, editToken: null }))
      .filter(({ waiting, editToken, createdAt }) =>
        waiting ? now - Date.parse(createdAt) < WAITING_DAYS_MAX * DAY_MS : editToken !== null,
      );
  };
  /** Replaces the comment with its id. Without a comment, it removes expired ones from storage. */
  const write = (id?: string, comment: readonly LocalComment[] = []): LocalComment[] => {
    const comments = [...read().filter((other) => other.id !== id), ...comment];
    writeStored("localStorage", key, comments);
    return comments;
  };
  return {
    list: () => write().filter((comment) => comment.slug === slug),
    find: (id) => read().find((comment) => comment.id === id) ?? null,
    put: (comment) => void write(comment.id, [comment]),
    drop: (id) => void write(id),
  };
}

/** Another program on the same origin may have written the value. */
function isLocalComment(value: unknown): value is LocalComment {
  return ["id", "slug", "authorName", "body", "createdAt", "editableUntil"].every((name) => typeof Object(value)[name] === "string");
}
