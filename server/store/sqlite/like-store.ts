import type { LikeState, LikeStore } from "../store.ts";
import { ensurePostId, findPostId } from "./post-store.ts";
import type { Connection, StoreContext } from "./store-context.ts";

type Like = Parameters<LikeStore["like"]>[0];

export function createLikes(context: StoreContext): LikeStore {
  const { connection, read, write } = context;
  return {
    get: ({ slug, visitor }) => read(() => readLike(connection, findPostId(connection, slug), visitor)),
    like: (like) => write((now) => addLike(context, like, now)),
    unlike: ({ slug, visitor }) => write((now) => removeLike(connection, slug, visitor, now)),
  };
}

function readLike(connection: Connection, postId: number | null, visitor: Uint8Array | null): LikeState {
  if (postId === null) return { liked: false, likeCount: 0 };
  const likeCount = connection.get<{ n: number }>("SELECT like_count AS n FROM post WHERE id = ?", postId)?.n ?? 0;
  const liked = visitor !== null && findLike(connection, postId, visitor) === 1;
  return { liked, likeCount };
}

/** 1 if liked, 0 if withdrawn today, null otherwise. */
function findLike(connection: Connection, postId: number, visitor: Uint8Array): number | null {
  return connection.get<{ liked: number }>("SELECT liked FROM post_like WHERE post_id = ? AND visitor = ?", postId, visitor)?.liked ?? null;
}

function addLike({ connection, quotas }: StoreContext, like: Like, now: number): Awaited<ReturnType<LikeStore["like"]>> {
  const found = findPostId(connection, like.slug);
  const before = found === null ? null : findLike(connection, found, like.visitor);
  // A like after one that was withdrawn today costs as much as a new one.
  if (before !== 1) {
    const refused = quotas.use(like.quotas, now);
    if (refused !== null) return refused;
  }
  const postId = found ?? ensurePostId(connection, like.slug);
  if (before !== 1) {
    connection.run(
      "INSERT INTO post_like (post_id, visitor, liked, at) VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE SET liked = 1, at = excluded.at",
      postId,
      like.visitor,
      now,
    );
    connection.run("UPDATE post SET like_count = like_count + 1 WHERE id = ?", postId);
  }
  return { kind: "ok", ...readLike(connection, postId, like.visitor) };
}

function removeLike(connection: Connection, slug: string, visitor: Uint8Array, now: number): LikeState {
  const postId = findPostId(connection, slug);
  if (postId !== null && findLike(connection, postId, visitor) === 1) {
    connection.run("UPDATE post_like SET liked = 0, at = ? WHERE post_id = ? AND visitor = ?", now, postId, visitor);
    connection.run("UPDATE post SET like_count = like_count - 1 WHERE id = ?", postId);
  }
  return readLike(connection, postId, visitor);
}
