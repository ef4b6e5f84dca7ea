import type { CommentEdited } from "../client.ts";

/** A comment that was written in this browser, and may not be public yet. */
export interface LocalComment extends Omit<CommentEdited, "status"> {
  readonly slug: string;
  /** null: the time for changes is over */
  readonly editToken: string | null;
  readonly waiting: boolean;
}

export interface LocalComments {
  /** Those of a post. */
  list(slug: string): readonly LocalComment[];
  /** Adds one, or puts it in the place of the one with its id. */
  put(comment: LocalComment): void;
  drop(id: string): void;
}

/** Nobody is told that a comment was rejected; what has waited for so long is no longer shown. */
const WAITING_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** Kept in localStorage for each API; where there is none, nothing is. Tokens go when their time is over. */
export function createLocalComments(baseUrl: string): LocalComments {
  const key = `octavo-comments:${baseUrl}`;
  const read = (): LocalComment[] => {
    try {
      const now = Date.now();
      return (JSON.parse(localStorage.getItem(key) ?? "[]") as LocalComment[])
        .map((comment) => (Date.parse(comment.editableUntil) > now ? comment : { ...comment, editToken: null }))
        .filter(({ waiting, editToken, createdAt }) =>
          waiting ? now - Date.parse(createdAt) < WAITING_DAYS_MAX * DAY_MS : editToken !== null,
        );
    } catch {
      // Storage is off, or holds what is not ours.
      return [];
    }
  };
  const write = (comments: readonly LocalComment[]): void => {
    try {
      if (comments.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(comments));
    } catch {
      // Off, or full.
    }
  };
  const without = (id: string): LocalComment[] => read().filter((comment) => comment.id !== id);
  return {
    list: (slug) => {
      const comments = read();
      // What is over is gone from the disk too.
      write(comments);
      return comments.filter((comment) => comment.slug === slug);
    },
    put: (comment) => write([...without(comment.id), comment]),
    drop: (id) => write(without(id)),
  };
}
