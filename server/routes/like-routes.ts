import type { Like } from "../../contract/schemas/comment.ts";
import { pathOfAddress, siteOfApi } from "../../contract/text/base-path.ts";
import { type CookieOptions, isCrossSite, readVisitorCookies, visitorCookie } from "../http/cookies.ts";
import { readIdempotencyKey } from "../http/headers.ts";
import { conditionalAnswer, jsonAnswer, toRepresentation } from "../http/respond.ts";
import type { ApiContext, RouteHandler, Visit } from "../route-context.ts";
import { admit, dailyQuotas, dailyRefusal } from "./clients.ts";
import { requirePost } from "./post-routes.ts";

interface Visitor {
  /** SHA-256 of the cookie's random part. */
  readonly visitor: Uint8Array;
  /** The cookie to set; null if the browser already has it. */
  readonly setCookie: string | null;
}

/** GET /posts/{slug}/like */
export function readLike(context: ApiContext): RouteHandler {
  return async (visit) => {
    const { slug } = await requirePost(context, visit);
    const state = await context.store.likes.get({ slug, visitor: findVisitor(context, visit)?.visitor ?? null });
    return conditionalAnswer(visit.request, toRepresentation(toLike(slug, state), "none"));
  };
}

/** POST /posts/{slug}/like. A body is ignored. */
export function likePost(context: ApiContext): RouteHandler {
  const { store } = context;

  return async (visit) => {
    const { slug } = await requirePost(context, visit);
    const key = readIdempotencyKey(visit.request);
    const repeatable = key === null ? null : [slug, key, visit.client.narrow];
    const repeatKey = repeatable === null ? null : JSON.stringify(repeatable);
    const admission = admit(context, visit, { kind: "likes", repeatKey });
    const { visitor, setCookie } = findVisitor(context, visit) ?? createVisitor(context, visit, repeatable);
    const result = await admission.during(() => store.likes.like({ slug, visitor, quotas: dailyQuotas(context, visit, "likes", slug) }));
    if (result.kind === "quota") {
      admission.refused();
      throw dailyRefusal("likes", result);
    }
    return { ...jsonAnswer(200, toLike(slug, result)), ...(setCookie === null ? {} : { setCookies: [setCookie] }) };
  };
}

/** DELETE /posts/{slug}/like */
export function unlikePost(context: ApiContext): RouteHandler {
  const { store } = context;

  return async (visit) => {
    const { slug } = await requirePost(context, visit);
    const admission = admit(context, visit, { kind: "likes" });
    const found = findVisitor(context, visit);
    if (found === null) return jsonAnswer(200, toLike(slug, await store.likes.get({ slug, visitor: null })));
    const state = await admission.during(() => store.likes.unlike({ slug, visitor: found.visitor }));
    return jsonAnswer(200, toLike(slug, state));
  };
}

function toLike(slug: string, { liked, likeCount }: { readonly liked: boolean; readonly likeCount: number }): Like {
  return { slug, liked, likeCount };
}

/** The visitor of the first cookie that the server created. */
function findVisitor({ keys }: ApiContext, visit: Visit): Visitor | null {
  for (const value of readVisitorCookies(visit.request.headers.get("Cookie"), cookieOptionsOf(visit))) {
    const found = keys.readVisitor(value);
    if (found !== null) return { visitor: found.visitor, setCookie: found.renewed === null ? null : toCookie(visit, found.renewed) };
  }
  return null;
}

/**
 * Two clicks before the first answer sets the cookie are two requests by one visitor. The same key
 * from the same network produces the same visitor, and nothing is stored for it.
 */
function createVisitor({ keys }: ApiContext, visit: Visit, repeatable: readonly string[] | null): Visitor {
  const { visitor, cookie } = keys.createVisitor(repeatable);
  return { visitor, setCookie: toCookie(visit, cookie) };
}

function toCookie(visit: Visit, value: string): string {
  return visitorCookie(value, { ...cookieOptionsOf(visit), crossSite: isCrossSite(visit.request, new URL(visit.baseUrl).origin) });
}

/**
 * Read from the configured public URL, because only a proxy knows how the request really arrived.
 */
function cookieOptionsOf({ baseUrl }: Visit): CookieOptions {
  return { secure: !baseUrl.startsWith("http:"), base: pathOfAddress(siteOfApi(baseUrl)) };
}
