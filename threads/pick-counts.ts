import type { Counts } from "../contract/schemas/list.ts";

export interface PickOptions {
  /** Finds the current slug of a listed post by any of its slugs; null if there is none. */
  readonly find: (slug: string) => string | null;
  /** Whether view counts are public. If so, a post without views has 0. */
  readonly countsViews: boolean;
}

/**
 * Returns the counts of listed posts under the requested slugs, including zeros. The result is the
 * same from the write server and from a snapshot.
 */
export function pickCounts({ posts }: Counts, asked: readonly string[], { find, countsViews }: PickOptions): Counts {
  const none = { likeCount: 0, commentCount: 0, viewCount: countsViews ? 0 : null };
  const picked = asked.flatMap((slug) => {
    const present = find(slug);
    return present === null ? [] : [[slug, (Object.hasOwn(posts, present) ? posts[present] : undefined) ?? none] as const];
  });
  return { posts: Object.fromEntries(picked) };
}
