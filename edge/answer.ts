import { corsHeaders } from "../contract/cors-headers.ts";
import { CACHE_CONTROL, type CacheClass, type Route } from "../contract/paths.ts";
import { PROBLEM_CONTENT_TYPE, READ_PROBLEM_TYPES, toProblem } from "../contract/problems.ts";
import { matchesIfNoneMatch } from "../contract/text/if-none-match.ts";
import { cacheClassOf, type ReadFailure } from "./read-failure.ts";

/** A 200 response without its headers. */
export interface Answer {
  readonly body: string | Uint8Array;
  readonly link?: string;
  /** Time of the comment snapshot on which the answer is based. */
  readonly snapshotAt?: string;
}

const encoder = new TextEncoder();

/**
 * 200 with a strong ETag of the bytes, or 304 if the client already has them (RFC 9110, section
 * 13.1.2).
 * @param request GET or HEAD; HEAD gets the same headers
 */
export async function toResponse(request: Request, answer: Answer, route: Route): Promise<Response> {
  const bytes = toBytes(answer.body);
  const etag = await toEtag(bytes);
  const headers = new Headers({ ...baseHeaders(corsHeaders(route), route.cache), ETag: etag });
  if (answer.link !== undefined && answer.link !== "") headers.set("Link", answer.link);
  if (answer.snapshotAt !== undefined) headers.set("X-Octavo-Snapshot", answer.snapshotAt);
  if (matchesIfNoneMatch(request, etag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", route.contentType);
  return withBody(request, 200, bytes, headers);
}

/**
 * @param baseUrl base URL of problem types
 * @param cors cross-origin headers
 */
export function toProblemResponse(
  request: Request,
  baseUrl: string,
  failure: ReadFailure,
  cors: Readonly<Record<string, string>>,
): Response {
  const { code, detail, errors } = failure;
  const problem = toProblem(baseUrl, code, READ_PROBLEM_TYPES[code], {
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors }),
  });
  const headers = new Headers({ ...baseHeaders(cors, cacheClassOf(code)), ...failure.headers, "Content-Type": PROBLEM_CONTENT_TYPE });
  return withBody(request, problem.status, toBytes(JSON.stringify(problem)), headers);
}

function baseHeaders(cors: Readonly<Record<string, string>>, cache: CacheClass): Record<string, string> {
  return { ...cors, "Cache-Control": CACHE_CONTROL[cache], "X-Content-Type-Options": "nosniff" };
}

function withBody(request: Request, status: number, bytes: Uint8Array<ArrayBuffer>, headers: Headers): Response {
  headers.set("Content-Length", String(bytes.length));
  return new Response(request.method === "HEAD" ? null : bytes, { status, headers });
}

function toBytes(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return encoder.encode(body);
  return isUnshared(body) ? body : new Uint8Array(body);
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}

/** Bytes of the SHA-256 digest in an ETag: 128 bits. */
const ETAG_BYTES = 16;

/** ETags of cached files, so each is hashed only once. */
const etags = new WeakMap<Uint8Array, string>();

/** A strong ETag of the bytes. */
export async function toEtag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const cached = etags.get(bytes);
  if (cached !== undefined) return cached;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, ETAG_BYTES);
  const base64 = btoa(String.fromCharCode(...hash));
  const etag = `"${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}"`;
  etags.set(bytes, etag);
  return etag;
}
