import { parseQuery } from "../../contract/query/parse-query.ts";
import type { Counts } from "../../contract/schemas/list.ts";
import { pickCounts } from "../../threads/pick-counts.ts";
import { invalidRequest } from "../http/http-failure.ts";
import { conditionalAnswer, toRepresentation } from "../http/respond.ts";
import type { PublishedContent } from "../published-content.ts";
import type { ApiContext, RouteHandler } from "../route-context.ts";
import type { Store } from "../store/store.ts";
import { requireContent } from "./post-routes.ts";

/** How long view sums are cached, in ms: as long as read handlers wait between two requests. */
const VIEWS_MS = 10_000;

/** GET /counts: listed posts with any counts. */
export function getCounts(context: ApiContext): RouteHandler {
  const readViews = createViews(context);
  return async (visit) => {
    const content = requireContent(visit);
    const query = parseQuery("counts", visit.query, { timeZone: content.timeZone });
    if (!query.ok) throw invalidRequest(query.errors);
    const { publicViews } = context.config;
    const all = await listCounts(context.store, content, publicViews ? readViews : null);
    const { slug: asked } = query.value;
    const find = (slug: string): string | null => {
      const post = content.findPost(slug);
      return post?.listed === true ? post.slug : null;
    };
    const answer = asked === null ? all : pickCounts(all, asked, { find, countsViews: publicViews });
    return conditionalAnswer(visit.request, toRepresentation(answer, "live"));
  };
}

/**
 * Builds the answer of `/counts`.
 * @param readViews null if the owner does not publish views
 */
export async function listCounts(
  { counts }: Pick<Store, "counts">,
  content: PublishedContent,
  readViews: (() => Promise<SlugViews>) | null,
): Promise<Counts> {
  const posts = new Map<string, Required<Counts["posts"][string]>>();
  for (const { slug, likeCount, commentCount } of await counts.all()) posts.set(slug, { likeCount, commentCount, viewCount: null });
  if (readViews !== null) addViews(posts, await readViews(), content);
  const listed = [...posts].filter(([slug]) => {
    const post = content.findPost(slug);
    return post?.slug === slug && post.listed;
  });
  listed.sort(([one], [other]) => (one < other ? -1 : 1));
  return { posts: Object.fromEntries(listed) };
}

type SlugViews = readonly { readonly slug: string; readonly viewCount: number }[];

/** Caches the sums over all recorded views, which are too expensive for every request. */
function createViews({ store, config, clock }: ApiContext): () => Promise<SlugViews> {
  let last: { readonly at: number; readonly views: Promise<SlugViews> } | null = null;
  return async () => {
    if (!config.publicViews) return [];
    const now = clock();
    if (last === null || Math.abs(now - last.at) >= VIEWS_MS) {
      last = { at: now, views: store.engagement.views() };
      last.views.catch(() => {
        last = null;
      });
    }
    return last.views;
  };
}

/** Views under a former slug count for the post. */
function addViews(posts: Map<string, Required<Counts["posts"][string]>>, views: SlugViews, content: PublishedContent): void {
  for (const [slug, counts] of posts) posts.set(slug, { ...counts, viewCount: 0 });
  for (const { slug, viewCount } of views) {
    const present = content.findPost(slug)?.slug ?? slug;
    const counts = posts.get(present) ?? { likeCount: 0, commentCount: 0, viewCount: 0 };
    posts.set(present, { ...counts, viewCount: (counts.viewCount ?? 0) + viewCount });
  }
}
