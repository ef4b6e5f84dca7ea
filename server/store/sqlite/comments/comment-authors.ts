import { OTHERS_MAX } from "../../comment-types.ts";
import type { Connection } from "../store-context.ts";

/** From this many comments on, an author's comments are not visited one by one. */
const KEYS_MAX = 2 * OTHERS_MAX;

const KEYS_SQL = `
SELECT count(*) AS n FROM (
  SELECT 1 FROM author_key AS own JOIN author_key AS other USING (kind, hash)
  WHERE own.comment_id = (SELECT id FROM comment WHERE public_id = ?) LIMIT ${KEYS_MAX}
)`;

/**
 * For an author with few comments. The `+` keeps SQLite from using the index by state. With it,
 * SQLite would read all pending comments for each comment on a page.
 */
const FROM_KEYS_SQL = `
SELECT count(*) AS n FROM comment WHERE +state = 'pending' AND public_id <> ? AND id IN (
  SELECT other.comment_id FROM author_key AS own JOIN author_key AS other USING (kind, hash)
  WHERE own.comment_id = (SELECT id FROM comment WHERE public_id = ?)
)`;

/**
 * For an author with very many comments. It stops at the bound, which a flood reaches immediately.
 */
const FROM_QUEUE_SQL = `
SELECT count(*) AS n FROM (
  SELECT 1 FROM comment WHERE state = 'pending' AND public_id <> ? AND EXISTS (
    SELECT 1 FROM author_key AS own JOIN author_key AS other
      ON other.comment_id = comment.id AND other.kind = own.kind AND other.hash = own.hash
    WHERE own.comment_id = (SELECT id FROM comment WHERE public_id = ?)
  ) LIMIT ${OTHERS_MAX}
)`;

/**
 * Counts other pending comments with the same email or address, at most OTHERS_MAX. A page of the
 * desk calls it for each comment, and in a flood the author of each has thousands.
 */
export function countOthers(connection: Connection, id: string): number {
  const keys = connection.get<{ n: number }>(KEYS_SQL, id)?.n ?? 0;
  const found = connection.get<{ n: number }>(keys < KEYS_MAX ? FROM_KEYS_SQL : FROM_QUEUE_SQL, id, id)?.n ?? 0;
  return Math.min(found, OTHERS_MAX);
}
