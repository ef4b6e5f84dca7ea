import { CORS_MAX_AGE_SECONDS } from "./limits.ts";
import type { Method, Route } from "./paths.ts";

/** Cross-origin headers (Fetch standard, section 3.2), the same from the read handler and the write server. */

const REQUEST_HEADERS = "Content-Type, Idempotency-Key, If-None-Match, X-Edit-Token";
const EXPOSED_HEADERS = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";

/** On every answer of a route that any origin may use. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS,
};

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
