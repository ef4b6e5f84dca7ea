import { allowOf, corsHeaders, corsHeadersFor, isForAllowedOrigins, preflightHeaders } from "../../contract/cors-headers.ts";
import type { Method, Route } from "../../contract/paths.ts";
import type { ServerConfig } from "../server-config.ts";
import { Failure } from "./http-failure.ts";

/** Origins whose pages may call the API (Fetch standard, section 3.2). All others are refused. */
export interface OriginPolicy {
  /**
   * Serialized origins (`https://ines.example`) whose pages may like posts: the site's own and the
   * ones in the owner's list.
   */
  readonly likes: ReadonlySet<string>;
  /** Origins that may make other writes; null means any. */
  readonly writes: ReadonlySet<string> | null;
}

export interface OriginDecision {
  /** Whether the request may proceed. */
  readonly allowed: boolean;
  /** Added to every answer to the request, including errors. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @param method the request's method, or the one that a preflight asks for
 * @param route null if the path is unknown
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
 * A cookie identifies the visitor who likes, so pages of unknown origins, even on the same site,
 * must neither send nor read likes. The Origin header decides if there is one. Browsers omit it on
 * a GET from the same origin; Sec-Fetch-Site, which no page can set, then decides.
 */
function decideLike(request: Request, route: Route, likes: ReadonlySet<string>): OriginDecision {
  const origin = request.headers.get("Origin");
  return { allowed: origin === null ? isFromNoPage(request) : likes.has(origin), headers: corsHeadersFor(route, origin, likes) };
}

/**
 * Whether a request without an Origin comes from a program (no Sec-Fetch-Site), from the same
 * origin, or from somebody who typed the address.
 */
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

/** Headers of the 204 that answers OPTIONS, whether it is a preflight or not. */
export function optionsHeaders(request: Request, route: Route, policy: OriginPolicy): Record<string, string> {
  const requestedMethod = request.headers.get("Access-Control-Request-Method");
  const decision = decideOrigin(request, route, requestedMethod ?? "GET", policy);
  const vary = policy.writes === null || isForAllowedOrigins(route) ? {} : { Vary: "Origin, Access-Control-Request-Method" };
  return { Allow: allowOf(route), ...(requestedMethod === null ? {} : preflightHeaders(route)), ...decision.headers, ...vary };
}

/**
 * Builds the origin policy for a public base URL, which changes only with the published content.
 */
export function createOriginPolicies({ likeOrigins, writeOrigins }: ServerConfig): (baseUrl: string) => OriginPolicy {
  let cachedPolicy: { readonly baseUrl: string; readonly policy: OriginPolicy } | null = null;
  return (baseUrl) => {
    if (cachedPolicy?.baseUrl === baseUrl) return cachedPolicy.policy;
    const own = new URL(baseUrl).origin;
    const policy = { likes: new Set([own, ...likeOrigins]), writes: writeOrigins === null ? null : new Set([own, ...writeOrigins]) };
    cachedPolicy = { baseUrl, policy };
    return policy;
  };
}
