import type { PostStore } from "../store.ts";
import type { Connection, StoreContext } from "./store-context.ts";

export function createPosts({ connection, read, write }: StoreContext): PostStore {
  return {
    followAliases: async (presentSlugOf) => {
      // Reads first, without a transaction, because there is hardly ever anything to move.
      const slugs = await read(() => connection.all<{ slug: string }>("SELECT slug FROM post"));
      const present = slugs.flatMap(({ slug }) => {
        const to = presentSlugOf(slug);
        return to === null || to === slug ? [] : [[slug, to] as const];
      });
      if (present.length === 0) return [];
      return write(() => present.filter(([from, to]) => movePost(connection, from, to)).map(([from, to]) => ({ from, to })));
    },
  };
}

/**
 * The id of a post's row; null if the post has none. The first comment or like creates the row, and
 * so does closing the post's comments or moving a thread to the post.
 */
export function findPostId(connection: Connection, slug: string): number | null {
  return connection.get<{ id: number }>("SELECT id FROM post WHERE slug = ?", slug)?.id ?? null;
}

/** Whether the owner has closed the post's comments. */
export function isClosedPost(connection: Connection, slug: string): boolean {
  return connection.get("SELECT 1 FROM post WHERE slug = ? AND closed_at IS NOT NULL", slug) !== undefined;
}

/** The id of a post's row, which is created if necessary. */
export function ensurePostId(connection: Connection, slug: string): number {
  return findPostId(connection, slug) ?? connection.insert("INSERT INTO post (slug) VALUES (?)", slug);
}

/**
 * Moves rows from one slug to another; false if there are none. If both slugs have rows, they are
 * merged; a visitor who liked both posts counts once.
 */
function movePost(connection: Connection, from: string, to: string): boolean {
  const source = findPostId(connection, from);
  if (source === null) return false;
  const target = findPostId(connection, to);
  if (target === null) {
    connection.run("UPDATE post SET slug = ?, version = version + 1 WHERE id = ?", to, source);
    return true;
  }
  connection.run("UPDATE comment SET post_id = ? WHERE post_id = ?", target, source);
  connection.run(
    `INSERT INTO post_like (post_id, visitor, liked, at) SELECT ?, visitor, liked, at FROM post_like WHERE post_id = ?
     ON CONFLICT DO UPDATE SET liked = max(liked, excluded.liked)`,
    target,
    source,
  );
  connection.run("DELETE FROM post_like WHERE post_id = ?", source);
  connection.run(
    `UPDATE post SET
       comment_count = post.comment_count + other.comment_count,
       thread_count = post.thread_count + other.thread_count,
       version = post.version + other.version + 1,
       closed_at = coalesce(post.closed_at, other.closed_at),
       like_count = (SELECT count(*) FROM post_like WHERE post_id = post.id AND liked = 1)
     FROM post AS other WHERE post.id = ? AND other.id = ?`,
    target,
    source,
  );
  connection.run("DELETE FROM post WHERE id = ?", source);
  return true;
}
