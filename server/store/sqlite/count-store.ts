import type { CountStore, PostTotals } from "../store.ts";
import type { StoreContext } from "./store-context.ts";

/** The counts are columns of the post's row. Every change updates them in its own transaction. */
export function createCounts({ connection, read }: StoreContext): CountStore {
  return {
    all: () =>
      read(() =>
        connection.all<{ slug: string } & PostTotals>(
          `SELECT slug, like_count AS likeCount, comment_count AS commentCount FROM post
           WHERE like_count > 0 OR comment_count > 0 ORDER BY slug`,
        ),
      ),
    get: (slug) =>
      read(
        () =>
          connection.get<PostTotals>("SELECT like_count AS likeCount, comment_count AS commentCount FROM post WHERE slug = ?", slug) ?? {
            likeCount: 0,
            commentCount: 0,
          },
      ),
  };
}
