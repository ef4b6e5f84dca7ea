import { createHash } from "node:crypto";
import { FastResponse } from "srvx";
import { CACHE_CONTROL, type CacheClass, JSON_TYPE } from "../../contract/paths.ts";
import { matchesIfNoneMatch } from "../../contract/text/if-none-match.ts";

/** A route's answer. The app adds the headers common to all answers (CORS, request id). */
export interface RouteAnswer {
  readonly status: number;
  /**
   * JSON text; null for an empty body. A stream is sent in chunks, without Content-Length unless
   * `headers` has it.
   */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies?: readonly string[];
}

/** How much of the SHA-256 an ETag contains, in bytes (128 bits). */
const ETAG_BYTES = 16;

/** The answer to a write. */
export function jsonAnswer(status: number, value: unknown): RouteAnswer {
  return {
    status,
    body: JSON.stringify(value),
    headers: { "Content-Type": JSON_TYPE, "Cache-Control": CACHE_CONTROL.none },
  };
}

export function noContent(headers: Readonly<Record<string, string>> = {}): RouteAnswer {
  return { status: 204, body: null, headers };
}

/** A 200 answer that can be sent many times. */
export interface Representation {
  readonly body: Uint8Array;
  /** Media type. */
  readonly type: string;
  /** A strong ETag of the bytes. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function toRepresentation(value: unknown, cache: CacheClass, headers: Readonly<Record<string, string>> = {}): Representation {
  return toTextRepresentation(JSON.stringify(value), JSON_TYPE, cache, headers);
}

/** Like `toRepresentation`, for text of another type. */
export function toTextRepresentation(
  text: string,
  type: string,
  cache: CacheClass,
  headers: Readonly<Record<string, string>> = {},
): Representation {
  const body = Buffer.from(text);
  const etag = `"${createHash("sha256").update(body).digest().subarray(0, ETAG_BYTES).toString("base64url")}"`;
  return { body, etag, type, headers: { "Cache-Control": CACHE_CONTROL[cache], ETag: etag, ...headers } };
}

/** Answers 304 if the client already has this version, otherwise 200. */
export function conditionalAnswer(request: Request, { body, type, etag, headers }: Representation): RouteAnswer {
  if (matchesIfNoneMatch(request, etag)) return { status: 304, body: null, headers };
  return { status: 200, body, headers: { "Content-Type": type, ...headers } };
}

/** HEAD has the headers of GET and no body. */
export function toRouteResponse(answer: RouteAnswer, method: string, common: Readonly<Record<string, string>>): Response {
  const headers: Record<string, string> = { ...common, ...answer.headers };
  if (answer.body !== null && !(answer.body instanceof ReadableStream)) headers["Content-Length"] = String(Buffer.byteLength(answer.body));
  const body = method === "HEAD" ? null : answer.body;
  // A plain `Response` would spend a third of a small answer's time on its headers. This class
  // sends them unchanged.
  return new FastResponse(body as BodyInit | null, { status: answer.status, headers: withCookies(headers, answer.setCookies) });
}

function withCookies(headers: Record<string, string>, cookies: readonly string[] = []): Record<string, string> | [string, string][] {
  if (cookies.length === 0) return headers;
  return [...Object.entries(headers), ...cookies.map((cookie): [string, string] => ["Set-Cookie", cookie])];
}
