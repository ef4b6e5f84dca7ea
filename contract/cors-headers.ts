import { CORS_MAX_AGE_SECONDS } from "./limits.ts";
import type { Method, Route } from "./paths.ts";

/** Cross-origin headers (Fetch standard, section 3.2), the same from the read handler and the write server. */

/** Headers that a page may send. The last three are those of W3C Trace Context and Baggage, which tracing libraries add to every request. */
export const REQUEST_HEADERS: readonly string[] = [
  ...["Content-Type", "Idempotency-Key", "If-None-Match", "X-Edit-Token"],
  ...["traceparent", "tracestate", "baggage"],
];
const EXPOSED_HEADERS = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Octavo-Snapshot, X-Request-Id";

/**
 * CORS headers for every answer of a route. Likes are only for origins that the server knows: it
 * adds their headers itself, so without a server no origin can read them.
 * @param route null: an unknown path
 */
export function corsHeaders(route: Route | null): Readonly<Record<string, string>> {
  if (isForKnownOrigins(route)) return {};
  return { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED_HEADERS };
}

/** Whether what a route's answers carry depends on the request's origin: likes act for a visitor whom a cookie tells. */
export function isForKnownOrigins(route: Route | null): boolean {
  return route?.name === "like";
}

/**
 * CORS headers of every answer about likes to a page of a known origin, beside
 * `Access-Control-Allow-Origin`.
 */
export const KNOWN_ORIGIN_HEADERS = {
  "Access-Control-Allow-Credentials": "true",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS,
} as const;

/**
 * CORS headers for every answer of a route, pages of known origins included.
 * @param known serialised origins: the site's own and those the owner lists
 */
export function corsHeadersFor(route: Route | null, origin: string | null, known: ReadonlySet<string>): Readonly<Record<string, string>> {
  if (!isForKnownOrigins(route)) return corsHeaders(route);
  if (origin === null || !known.has(origin)) return { Vary: "Origin" };
  return { "Access-Control-Allow-Origin": origin, ...KNOWN_ORIGIN_HEADERS, Vary: "Origin" };
}

/** Methods that a route takes, HEAD and OPTIONS included: the value of `Allow`. */
export function allowOf(route: Route): string {
  const withHead = route.methods.flatMap((method): (Method | "HEAD")[] => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...withHead, "OPTIONS"].join(", ");
}

/** On the answer to a preflight, beside Access-Control-Allow-Origin. */
export function preflightHeaders(route: Route): Readonly<Record<string, string>> {
  return {
    "Access-Control-Allow-Methods": allowOf(route),
    "Access-Control-Allow-Headers": REQUEST_HEADERS.join(", "),
    "Access-Control-Max-Age": String(CORS_MAX_AGE_SECONDS),
  };
}
