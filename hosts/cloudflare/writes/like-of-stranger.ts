import { CACHE_CONTROL } from "../../../contract/paths.ts";
import { matchServerRoute } from "../../../contract/proxy-headers.ts";
import type { Like } from "../../../contract/schemas/comment.ts";

/** A visitor's cookie has this in its name, whatever the site's address. */
const COOKIE = /\bvisitor=/;

/**
 * Answers with a post's likes for a browser without a visitor's cookie, which has liked nothing.
 * The number comes from the counts, so page views do not wake the object. Returns null if the
 * object must answer.
 * @param request with its path relative to the site's base
 * @param readPost answers for the post itself
 */
export async function answerStranger(request: Request, readPost: (url: string) => Promise<Response>): Promise<Response | null> {
  const { url, method, headers } = request;
  const { pathname, search } = new URL(url);
  const isKnown = headers.has("Origin") || headers.has("If-None-Match") || COOKIE.test(headers.get("Cookie") ?? "");
  if (method !== "GET" || search !== "" || isKnown || matchServerRoute(pathname)?.route.name !== "like") return null;
  const response = await readPost(url.slice(0, -"/like".length));
  const post: { readonly slug?: string; readonly likeCount?: number | null } = response.status === 200 ? await response.json() : {};
  if (post.slug === undefined || post.likeCount == null) return null;
  const like: Like = { slug: post.slug, liked: false, likeCount: post.likeCount };
  return Response.json(like, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": CACHE_CONTROL.none,
      Vary: "Origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
