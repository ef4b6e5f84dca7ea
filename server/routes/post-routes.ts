import { isSlug } from "../../contract/slug-pattern.ts";
import { Failure } from "../http/http-failure.ts";
import { unavailable } from "../http/http-problems.ts";
import type { PublishedContent, PublishedPost } from "../published-content.ts";
import type { ApiContext, Visit } from "../route-context.ts";

/** After what time it is worth asking again for what has never been read, ms. */
const NO_CONTENT_RETRY_MS = 5_000;

/**
 * The published content.
 * @throws Failure 503 while it has never been read: then nobody knows what is published
 */
export function requireContent({ content }: Visit): PublishedContent {
  if (content === null)
    throw unavailable(NO_CONTENT_RETRY_MS, "The published content has not been read yet. Try again after `Retry-After` seconds.");
  return content;
}

/**
 * The post of a path, by its present slug or a former one. Before an unknown one is refused, the manifest is looked at again: it may have been
 * published a moment ago.
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
