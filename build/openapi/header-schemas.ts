import type { oas31 } from "zod-openapi";
import { CACHE_CONTROL, type CacheClass } from "../../contract/paths.ts";

/** Response headers, for `components/headers`. */

/** @param required false if the header is not always sent */
function header(description: string, schema: oas31.SchemaObject, example: string | null, required = true): oas31.HeaderObject {
  return { description, required, schema: { type: "string", ...schema }, ...(example === null ? {} : { example }) };
}

const KEPT = "How long the response may be cached (RFC 9111).";
const cacheControl = (...classes: readonly CacheClass[]): oas31.HeaderObject => {
  const [first, ...others] = classes.map((name) => CACHE_CONTROL[name]);
  return header(KEPT, others.length === 0 ? { const: first } : { enum: [first, ...others] }, null);
};

/** By component name, which is the header's name with a suffix after a dot. */
export const HEADERS = {
  "Access-Control-Allow-Origin": header("Any page may read the response.", {}, "*"),
  Allow: header("Methods that this path supports.", {}, "GET, HEAD, OPTIONS"),
  "Cache-Control.list": cacheControl("list"),
  "Cache-Control.live": cacheControl("live"),
  "Cache-Control.document": cacheControl("document"),
  "Cache-Control.search": cacheControl("search"),
  "Cache-Control.missing": cacheControl("missing"),
  "Cache-Control.none": cacheControl("none"),
  /** A 404 may be cached briefly; the write server may forbid it. */
  "Cache-Control.missing-or-none": cacheControl("missing", "none"),
  ETag: header("Changes with the bytes of the response (RFC 9110).", { pattern: '^(?:W/)?"[^"]+"$' }, '"3q2-7wAAAAAAAAAAAAAAAA"'),
  Link: header(
    "Other pages of the list: `rel` is first, prev, next or last (RFC 8288). Links that would make it longer than 8 KiB are left out.",
    { pattern: '^<[^>]+>; rel="(?:first|prev|next|last)"' },
    '<https://ines.example/api/v1/posts?page=2>; rel="next"',
    false,
  ),
  "Retry-After": header("Seconds to wait before trying again.", { pattern: "^\\d+$" }, "5"),
  RateLimit: header("Remaining quota (draft-ietf-httpapi-ratelimit-headers).", {}, '"comments";r=0;t=312'),
  "RateLimit-Policy": header("The quotas that apply here.", {}, '"comments";q=5;w=600'),
  "Set-Cookie": header("The visitor's cookie, if the request has none; valid for 400 days.", {}, null, false),
  "X-Content-Type-Options": header("Browsers do not guess the media type.", { const: "nosniff" }, null),
  "X-Octavo-Snapshot": header(
    "Sent while the write server is unavailable: the time of the snapshot of public comments from which this response comes.",
    { format: "date-time" },
    "2026-01-31T09:30:00.000Z",
    false,
  ),
  "X-Request-Id": header("Sent by the write server; identifies the request in its logs.", {}, null, false),
} as const satisfies Record<string, oas31.HeaderObject>;

/** A server on its author's machine sends this instead of each `Cache-Control` above. */
const LOCAL_CACHE_CONTROL = header(
  "On its author's machine, a server has every response revalidated, and unpublished content is never cached. The published site states how long responses may be cached.",
  { enum: [CACHE_CONTROL.manifest, CACHE_CONTROL.none] },
  null,
);

/** The headers of an API with a loopback address as its base. */
export function toLocalHeaders<T extends object>(headers: Readonly<Record<string, T>>): Record<string, T | oas31.HeaderObject> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, described]) => [name, name.startsWith("Cache-Control.") ? LOCAL_CACHE_CONTROL : described]),
  );
}

export type HeaderComponent = keyof typeof HEADERS;

/** References to headers, by header name. */
export function toHeaders(components: readonly HeaderComponent[]): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(components.map((name) => [name.replace(/\..*/, ""), { $ref: `#/components/headers/${name}` }]));
}

/** The `Cache-Control` component for a cache class. */
export function cacheHeader(cache: CacheClass): HeaderComponent {
  if (cache === "manifest" || cache === "snapshot" || cache === "immutable")
    throw new Error(`no response of the API is cached as ${cache}`);
  return `Cache-Control.${cache}`;
}
