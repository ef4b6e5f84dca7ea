import { isSlug } from "../../contract/slug-pattern.ts";
import { Failure } from "../http/http-failure.ts";
import { unavailable } from "../http/http-problems.ts";
import type { PublishedContent, PublishedPost } from "../published-content.ts";
import type { ApiContext, Visit } from "../route-context.ts";

/** When to retry if the content has never been read, in ms. */
const NO_CONTENT_RETRY_MS = 5_000;

/**
 * The published content.
 * @throws Failure 503 if it has never been read
 */
export function requireContent({ content }: Visit): PublishedContent {
  if (content === null)
    throw unavailable(NO_CONTENT_RETRY_MS, "The published content has not been read yet. Try again after `Retry-After` seconds.");
  return content;
}

/**
 * The post in a path, by its current slug or a former one. Before refusing an unknown slug, checks
 * for a new build, because the post may have just been published.
 * @throws Failure 404, 503
 */
export async function requirePost({ published }: ApiContext, visit: Visit): Promise<PublishedPost> {
  const slug = visit.params.slug ?? "";
  if (!isSlug(slug)) throw noPost();
  const post = requireContent(visit).findPost(slug) ?? (await published.refresh())?.findPost(slug);
  if (post === undefined || post === null) throw noPost();
  return post;
}

function noPost(): Failure {
  return new Failure("not-found");
}
