import type { Counts } from "../../contract/schemas/list.ts";
import { conditionalAnswer, toRepresentation } from "../http/respond.ts";
import type { ApiContext, RouteHandler } from "../route-context.ts";
import { requireContent } from "./post-routes.ts";

/** GET /counts: listed posts that have any. */
export function getCounts({ store }: ApiContext): RouteHandler {
  return async (visit) => {
    const content = requireContent(visit);
    const listed = (await store.counts.all()).filter(({ slug }) => {
      const post = content.findPost(slug);
      return post?.slug === slug && post.listed;
    });
    const posts: Counts["posts"] = Object.fromEntries(
      listed.map(({ slug, likeCount, commentCount }) => [slug, { likeCount, commentCount, viewCount: null }]),
    );
    return conditionalAnswer(visit.request, toRepresentation({ posts }, "live"));
  };
}
