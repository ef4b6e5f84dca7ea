import { CORS_MAX_AGE_SECONDS } from "./limits.ts";
import type { Method, Route } from "./paths.ts";

/** Cross-origin headers (Fetch standard, section 3.2), the same from the read handler and the write server. */

const REQUEST_HEADERS = "Content-Type, Idempotency-Key, If-None-Match, X-Edit-Token";
const EXPOSED_HEADERS = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";

/**
 * What every answer of a route carries. Likes are for origins that the server knows: it adds what they get itself, so that without it
 * no origin reads them.
 * @param route null: an unknown path
 */
export function corsHeaders(route: Route | null): Readonly<Record<string, string>> {
  if (route?.name === "like") return {};
  return { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED_HEADERS };
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
    "Access-Control-Allow-Headers": REQUEST_HEADERS,
    "Access-Control-Max-Age": String(CORS_MAX_AGE_SECONDS),
  };
}
