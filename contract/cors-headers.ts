import { CORS_MAX_AGE_SECONDS } from "./limits.ts";
import type { Method, Route } from "./paths.ts";

/**
 * Cross-origin headers (Fetch standard, section 3.2), shared by the read handler and the write
 * server.
 */

/**
 * Request headers that pages may send. The last three are W3C Trace Context and Baggage, which
 * tracing libraries add to every request.
 */
export const REQUEST_HEADERS: readonly string[] = [
  ...["Content-Type", "Idempotency-Key", "If-None-Match", "X-Edit-Token"],
  ...["traceparent", "tracestate", "baggage"],
];
const EXPOSED_HEADERS = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Octavo-Snapshot, X-Request-Id";

/**
 * CORS headers for every response of a route. Responses about likes are readable only from the
 * origins that the server allows, and the server adds those headers itself.
 * @param route null for an unknown path
 */
export function corsHeaders(route: Route | null): Readonly<Record<string, string>> {
  if (isForAllowedOrigins(route)) return {};
  return { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED_HEADERS };
}

/**
 * Whether a route's CORS headers depend on the request's origin. Likes do, because a cookie
 * identifies the visitor.
 */
export function isForAllowedOrigins(route: Route | null): boolean {
  return route?.name === "like";
}

/**
 * CORS headers of responses about likes to an allowed origin, in addition to
 * `Access-Control-Allow-Origin`.
 */
export const KNOWN_ORIGIN_HEADERS = {
  "Access-Control-Allow-Credentials": "true",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS,
} as const;

/**
 * CORS headers for every response of a route, including those for an allowed origin.
 * @param allowedOrigins serialized origins: the site's own and the ones that the owner lists
 */
export function corsHeadersFor(
  route: Route | null,
  origin: string | null,
  allowedOrigins: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  if (!isForAllowedOrigins(route)) return corsHeaders(route);
  if (origin === null || !allowedOrigins.has(origin)) return { Vary: "Origin" };
  return { "Access-Control-Allow-Origin": origin, ...KNOWN_ORIGIN_HEADERS, Vary: "Origin" };
}

/** The value of `Allow`: a route's methods, with HEAD and OPTIONS. */
export function allowOf(route: Route): string {
  const withHead = route.methods.flatMap((method): (Method | "HEAD")[] => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...withHead, "OPTIONS"].join(", ");
}

/** Headers of the response to a preflight, in addition to Access-Control-Allow-Origin. */
export function preflightHeaders(route: Route): Readonly<Record<string, string>> {
  return {
    "Access-Control-Allow-Methods": allowOf(route),
    "Access-Control-Allow-Headers": REQUEST_HEADERS.join(", "),
    "Access-Control-Max-Age": String(CORS_MAX_AGE_SECONDS),
  };
}
