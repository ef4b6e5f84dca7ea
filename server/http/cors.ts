import { allowOf, corsHeaders, corsHeadersFor, isForAllowedOrigins, preflightHeaders } from "../../contract/cors-headers.ts";
import type { Method, Route } from "../../contract/paths.ts";
import { Failure } from "./http-failure.ts";

/** Origins that may call from their pages (Fetch standard, section 3.2); all others are refused. */
export interface OriginPolicy {
  /** Serialised origins (`https://ines.example`) that may like: the site's own and those the owner lists. */
  readonly likes: ReadonlySet<string>;
  /** Origins that may write otherwise; null: any. */
  readonly writes: ReadonlySet<string> | null;
}

export interface OriginDecision {
  /** Whether the request may be carried out. */
  readonly allowed: boolean;
  /** On every answer to it, errors included. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @param method of the request; of a preflight, the one that it asks for
 * @param route null: an unknown path
 */
export function decideOrigin(request: Request, route: Route | null, method: string, policy: OriginPolicy): OriginDecision {
  const usual = corsHeaders(route);
  if (route !== null && isForAllowedOrigins(route)) return decideLike(request, route, policy.likes);
  const isWrite = route !== null && method !== "GET" && method !== "HEAD" && route.serverMethods.includes(method as Method);
  if (!isWrite || policy.writes === null) return { allowed: true, headers: usual };
  const origin = request.headers.get("Origin");
  const { "Access-Control-Allow-Origin": _any, ...rest } = usual;
  if (origin === null) return { allowed: isFromNoPage(request), headers: { ...rest, Vary: "Origin" } };
  if (!policy.writes.has(origin)) return { allowed: false, headers: { Vary: "Origin" } };
  return { allowed: true, headers: { ...rest, "Access-Control-Allow-Origin": origin, Vary: "Origin" } };
}

/**
 * Likes act for a visitor whom a cookie tells, so pages of unknown origins, of the same site too, must neither send nor read them. Origin decides
 * where there is one. Browsers leave it out on a GET of the page's own origin; then Sec-Fetch-Site, which no page can set, does.
 */
function decideLike(request: Request, route: Route, likes: ReadonlySet<string>): OriginDecision {
  const origin = request.headers.get("Origin");
  return { allowed: origin === null ? isFromNoPage(request) : likes.has(origin), headers: corsHeadersFor(route, origin, likes) };
}

/** Without an Origin: a program (no Sec-Fetch-Site), the page's own origin, or somebody who typed the address. */
function isFromNoPage(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin" || site === "none";
}

/** @throws Failure 403 */
export function assertOrigin(request: Request, { allowed }: OriginDecision): void {
  if (allowed) return;
  const from = request.headers.get("Origin") === null ? "a page of another origin" : "an origin that is not listed";
  throw new Failure("origin-not-allowed", { detail: `The request came from ${from}. The owner of the site can list it.` });
}

/** Headers of the 204 to OPTIONS, whether a preflight or not. */
export function optionsHeaders(request: Request, route: Route, policy: OriginPolicy): Record<string, string> {
  const requestedMethod = request.headers.get("Access-Control-Request-Method");
  const decision = decideOrigin(request, route, requestedMethod ?? "GET", policy);
  const vary = policy.writes === null || isForAllowedOrigins(route) ? {} : { Vary: "Origin, Access-Control-Request-Method" };
  return { Allow: allowOf(route), ...(requestedMethod === null ? {} : preflightHeaders(route)), ...decision.headers, ...vary };
}
