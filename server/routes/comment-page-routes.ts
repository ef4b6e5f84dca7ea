import { parseQuery, type QueryPair } from "../../contract/query/parse-query.ts";
import type { Query } from "../../contract/query/query-parameters.ts";
import { toPlaceAnswer, toThreadsAnswer } from "../../threads/comment-answers.ts";
import { Failure, invalidRequest } from "../http/http-failure.ts";
import { createPageCache } from "../http/page-cache.ts";
import { conditionalAnswer, type Representation, toRepresentation } from "../http/respond.ts";
import type { ApiContext, RouteHandler, Visit } from "../route-context.ts";
import { isPublicId } from "../store/sqlite/ids.ts";
import { requireContent, requirePost } from "./post-routes.ts";

/** GET /posts/{slug}/comments */
export function readComments(context: ApiContext): RouteHandler {
  const cache = createPageCache();

  return async (visit) => {
    const { slug } = await requirePost(context, visit);
    const query = parseQuery("comments", visit.query, { timeZone: requireContent(visit).timeZone });
    if (!query.ok) throw invalidRequest(query.errors);
    const key = JSON.stringify([visit.baseUrl, slug, query.effective]);
    const cached = cache.get(key, await context.store.comments.version(slug));
    if (cached !== null) return conditionalAnswer(visit.request, cached);
    const { page, version } = await readPage(context, visit, slug, query.value, query.effective);
    cache.set(key, version, page);
    return conditionalAnswer(visit.request, page);
  };
}

/** GET /posts/{slug}/comments/{id} */
export function readComment(context: ApiContext): RouteHandler {
  return async (visit) => {
    const { slug } = await requirePost(context, visit);
    const query = parseQuery("comment", visit.query, { timeZone: requireContent(visit).timeZone });
    if (!query.ok) throw invalidRequest(query.errors);
    const { commentsPageSize, commentsSort } = query.value;
    const id = visit.params.id ?? "";
    const found = isPublicId(id) ? await context.store.comments.place({ slug, id, pageSize: commentsPageSize, sort: commentsSort }) : null;
    if (found === null) throw new Failure("not-found", { detail: "This post has no such public comment." });
    return conditionalAnswer(visit.request, toRepresentation(toPlaceAnswer(found, query.value), "live"));
  };
}

async function readPage(
  { store }: ApiContext,
  { baseUrl }: Visit,
  slug: string,
  query: Query<"comments">,
  effective: readonly QueryPair[],
): Promise<{ page: Representation; version: number }> {
  const { commentsPage, commentsPageSize, commentsSort, parentId } = query;
  const found = await store.comments.page({ slug, page: commentsPage, pageSize: commentsPageSize, sort: commentsSort, parentId });
  if (found === null) throw new Failure("not-found", { detail: "`parentId` is not a public comment of this post." });
  const { value, link } = toThreadsAnswer(found, query, `${baseUrl}/posts/${slug}/comments`, effective);
  return { page: toRepresentation(value, "live", { Link: link }), version: found.version };
}
