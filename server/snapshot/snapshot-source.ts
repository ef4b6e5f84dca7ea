import { setImmediate as nextTurn } from "node:timers/promises";
import type { PublicComment } from "../../threads/public-comments.ts";
import type { SnapshotComment } from "../../threads/snapshot-format.ts";
import type { NamedPost, NamedSnapshotSource } from "../../threads/snapshot-pages.ts";
import type { PublishedSource } from "../published.ts";
import { type PublishedContent, unlistedKeyOf } from "../published-content.ts";
import { listCounts } from "../routes/count-routes.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import { listRecentComments } from "../routes/recent-comment-routes.ts";
import type { Store } from "../store/store.ts";

/** Number of comments to read before yielding to other work. */
const BATCH = 200;
/** Gives up on a post whose comments change during each of this many attempts. */
const ATTEMPTS_MAX = 5;

/** The public comments of published posts, read in chunks while the server works. */
export function createStoreSource(
  store: Pick<Store, "comments" | "counts" | "engagement">,
  published: Pick<PublishedSource, "document">,
  content: PublishedContent,
  { publicViews = false }: { readonly publicViews?: boolean } = {},
): NamedSnapshotSource {
  return {
    async *posts() {
      // One post may still have rows under two slugs. The server joins them when it next reads the
      // published content; here they are joined already.
      const slugs = new Map<string, string[]>();
      for (const slug of await store.comments.shownPosts()) {
        const present = content.findPost(slug)?.slug;
        if (present !== undefined) slugs.set(present, [...(slugs.get(present) ?? []), slug]);
      }
      const posts = [...slugs].map(([slug, stored]) => ({ slug, key: unlistedKeyOf(slug), stored: stored.sort() }));
      for (const { slug, key, stored } of posts.sort((a, b) => (a.key < b.key ? -1 : 1))) {
        const lists = [];
        for (const one of stored) lists.push(await readShown(store, one));
        const comments = lists.flat();
        if (lists.length > 1) comments.sort((a, b) => a.createdAt - b.createdAt);
        if (comments.length > 0) yield { slug, key, comments } satisfies NamedPost;
      }
    },
    counts: () => listCounts(store, content, publicViews ? () => store.engagement.views() : null),
    recent: () => listRecentComments({ store }, createPublishedLinks(published), content),
  };
}

/** All comments shown on a post, as of one instant. */
async function readShown(store: Pick<Store, "comments">, slug: string): Promise<SnapshotComment[]> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const comments = await readAtOneVersion(store, slug);
    if (comments !== null) return comments;
  }
  throw new Error("comments kept changing while they were read");
}

/** null if the comments changed while they were read. */
async function readAtOneVersion({ comments }: Pick<Store, "comments">, slug: string): Promise<SnapshotComment[] | null> {
  const found: SnapshotComment[] = [];
  let first: number | null = null;
  for (let after: string | undefined; ; ) {
    const { items, version } = await comments.shown({ slug, limit: BATCH, ...(after === undefined ? {} : { after }) });
    first ??= version;
    if (version !== first) return null;
    found.push(...items.map(toSnapshotComment));
    after = items.at(-1)?.id;
    if (items.length < BATCH) return found;
    await nextTurn();
  }
}

function toSnapshotComment(comment: PublicComment): SnapshotComment {
  const { id, parentId, authorName, authorUrl, isAuthor, body, bodyHtml, createdAt, editedAt } = comment;
  return { id, parentId, authorName, authorUrl, isAuthor, body, bodyHtml, createdAt, editedAt };
}
