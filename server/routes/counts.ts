import type { Counts } from "../../contract/schemas/list.ts";
import type { ApiContext, RouteHandler } from "../context.ts";
import { conditionalAnswer, toRepresentation } from "../http/respond.ts";
import { requireContent } from "./posts.ts";

/** GET /counts: published posts that have any. */
export function readCounts({ store }: ApiContext): RouteHandler {
  return async (visit) => {
    const content = requireContent(visit);
    const published = store.counts.all().filter(({ slug }) => content.findPost(slug)?.slug === slug);
    const posts: Counts["posts"] = Object.fromEntries(
      published.map(({ slug, likeCount, commentCount }) => [slug, { likeCount, commentCount }]),
    );
    return conditionalAnswer(visit.request, toRepresentation({ posts }, "live"));
  };
}
