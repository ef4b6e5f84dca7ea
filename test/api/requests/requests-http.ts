import { expect } from "vitest";
import { type Answer, type Api, type ApiRequest, BASE_URL } from "../request.ts";
import { OTHER_KINDS } from "./other-kinds.ts";

/** Methods, headers and caching, which are the same for every path. */

/** Stated here independently of contract/paths.ts. */
const LIST = "public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400";
const DOCUMENT = "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800";
const SEARCH = "public, max-age=60, s-maxage=300";

/**
 * One example of every path that is answered from files and of every kind of query, with its
 * Cache-Control.
 */
const FILE_PATHS: readonly (readonly [target: string, cacheControl: string])[] = [
  ["", LIST],
  ["/posts", LIST],
  ["/posts?pageSize=3&page=2", LIST],
  ["/posts?tag=weaving&hasCode=true", LIST],
  ["/posts?q=heron", LIST],
  ["/posts/four-cranes", LIST],
  ["/posts/sour-rye", LIST],
  ["/posts/four-cranes.md", LIST],
  ["/posts/sour-rye.md?utm_source=x", LIST],
  ["/projects", LIST],
  ["/projects?tag=software", LIST],
  ["/projects/octavo", LIST],
  ["/books", LIST],
  ["/books?page=2", LIST],
  ["/books/fun-home", LIST],
  ["/photos", LIST],
  ["/photos?pageSize=5", LIST],
  ["/photos?album=harbour", LIST],
  ["/photos/night-boats", LIST],
  ["/pages", LIST],
  ["/pages?tag=weaving", LIST],
  ["/pages/uses-loom", LIST],
  ...OTHER_KINDS.flatMap(({ kind, slug }) => [[`/${kind}`, LIST] as const, [`/${kind}/${slug}`, LIST] as const]),
  ["/search?q=heron", SEARCH],
  ["/resolve?path=/posts/four-cranes", LIST],
  ["/latest", LIST],
  ["/services", DOCUMENT],
  ["/services/pair-hour", DOCUMENT],
  ...["/post-series", "/albums", "/categories", "/authors", "/archive", "/redirects", "/kinds", "/languages"].map(
    (target) => [target, DOCUMENT] as const,
  ),
  ["/services-page", DOCUMENT],
  ["/site-settings", DOCUMENT],
  ["/about", DOCUMENT],
  ["/tags/posts", DOCUMENT],
  ...["/tags/posts/Weaving", "/authors/ines-halvorsen", "/albums/harbour"].map((target) => [target, DOCUMENT] as const),
  ["/tags/projects", DOCUMENT],
  ["/tags/photos", DOCUMENT],
  ["/tags/pages", DOCUMENT],
  ["/tags/books", DOCUMENT],
  ["/post-series/weaving-for-programmers", DOCUMENT],
  ["/openapi.json", DOCUMENT],
  ["/problems/not-found", DOCUMENT],
];

/** Headers that describe the connection, not the answer. */
const OF_CONNECTION = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
const headersOf = ({ headers }: Answer): [string, string][] => [...headers].filter(([name]) => !OF_CONNECTION.has(name));
const allowOf = ({ headers }: Answer): string | null => headers.get("Allow");

const READS: readonly ApiRequest[] = FILE_PATHS.flatMap(([target, cacheControl]): ApiRequest[] => [
  {
    target,
    status: 200,
    shows: "how long it may be cached, that any origin may read it, and its length",
    check({ headers, text }) {
      expect(headers.get("Cache-Control")).toBe(cacheControl);
      const type = target.includes(".md") ? "text/markdown" : "application/json";
      expect(headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
      expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(headers.get("Access-Control-Expose-Headers")).toBe(
        "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Octavo-Snapshot, X-Request-Id",
      );
      expect(headers.get("Content-Length")).toBe(String(Buffer.byteLength(text)));
      expect(headers.get("ETag")).toMatch(/^"[\x21\x23-\x7e]+"$/);
    },
  },
  {
    target,
    method: "HEAD",
    status: 200,
    shows: "the headers of GET without its body",
    async check(answer, { send }) {
      expect(answer.text).toBe("");
      expect(headersOf(answer)).toEqual(headersOf(await send(target)));
    },
  },
  {
    target,
    status: 200,
    shows: "304 for clients that have the answer, and the answer for others",
    check: (answer, api) => expectConditional(target, answer, api),
  },
  {
    target,
    method: "OPTIONS",
    status: 204,
    shows: "what the path accepts",
    check(answer) {
      expect(allowOf(answer)).toBe("GET, HEAD, OPTIONS");
      expect(answer.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, OPTIONS");
      expect(answer.headers.get("Access-Control-Allow-Headers")).toBe(
        "Content-Type, Idempotency-Key, If-None-Match, X-Edit-Token, traceparent, tracestate, baggage",
      );
      expect(answer.headers.get("Access-Control-Max-Age")).toBe("7200");
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    },
  },
  ...["POST", "PUT", "PATCH", "DELETE", "PROPFIND"].map(
    (method): ApiRequest => ({
      target,
      method,
      status: 405,
      code: "method-not-allowed",
      shows: "which methods the path takes",
      check: (answer) => expect(allowOf(answer)).toBe("GET, HEAD, OPTIONS"),
    }),
  ),
]);

/** RFC 9110, section 13.1.2. */
async function expectConditional(target: string, { headers, text }: Answer, { send }: Api): Promise<void> {
  const etag = headers.get("ETag") ?? expect.fail("there is no ETag");
  expect((await send(target)).headers.get("ETag")).toBe(etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "more"`, "*"]) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await send(target, { method, headers: { "If-None-Match": known } });
      expect([method, known, answer.status, answer.text]).toEqual([method, known, 304, ""]);
      for (const name of ["ETag", "Cache-Control", "Access-Control-Allow-Origin", "Link"])
        expect([name, answer.headers.get(name)]).toEqual([name, headers.get(name)]);
      expect(answer.headers.get("Content-Type")).toBeNull();
    }
  }
  for (const other of ['"other"', 'W/"other"', etag.slice(1, -1), `${etag.slice(0, -1)}x"`, '"*"']) {
    const answer = await send(target, { headers: { "If-None-Match": other } });
    expect([other, answer.status, answer.text]).toEqual([other, 200, text]);
  }
}

const ROOM = 8_192 - "/api/v1".length;
/**
 * A query that makes the target, including the API's prefix, this many bytes longer than allowed.
 */
const padded = (path: string, over: number): string => `${path}?x=${"a".repeat(ROOM - path.length - 3 + over)}`;
const COMMENT = "/posts/four-cranes/comments/0197a8f2-7c1e-7000-8000-5b2d1c3e4f60";
const ONE_OF_EACH = [
  ...FILE_PATHS.map(([target]) => target).filter((target) => !target.includes("?")),
  ...["/posts/four-cranes/comments", "/posts/four-cranes/comments.atom", COMMENT, "/posts/four-cranes/like", "/comments", "/comments.atom"],
  ...["/counts", "/nothing"],
];

const LENGTHS: readonly ApiRequest[] = [
  { target: padded("/posts", 0), status: 200, shows: "that 8 KiB are allowed" },
  ...ONE_OF_EACH.map(
    (path): ApiRequest => ({ target: padded(path, 1), status: 414, code: "uri-too-long", shows: "that 8 KiB and one byte are not" }),
  ),
  { target: `${padded("/resolve", 1)}&path=/`, status: 414, code: "uri-too-long", shows: "that the path to resolve also counts" },
  { target: `${padded("/search", 1)}&q=heron`, status: 414, code: "uri-too-long", shows: "that the length is checked before the query" },
  { target: `/posts/${"a".repeat(9_000)}`, status: 414, code: "uri-too-long", shows: "that the path also counts" },
  {
    target: padded("/posts", 1),
    method: "DELETE",
    status: 414,
    code: "uri-too-long",
    shows: "that the length is checked before the method",
  },
  { target: `/posts?q=${"%F0%9F%90%A6".repeat(200)}`, status: 200, shows: "that 200 characters of four bytes fit" },
];

/** Paths of the write server, with the methods that they accept. */
const SERVER_PATHS: readonly (readonly [target: string, allow: string])[] = [
  ["/posts/four-cranes/comments", "GET, HEAD, POST, OPTIONS"],
  [COMMENT, "GET, HEAD, PATCH, DELETE, OPTIONS"],
  ["/posts/four-cranes/comments.atom", "GET, HEAD, OPTIONS"],
  ["/comments", "GET, HEAD, OPTIONS"],
  ["/comments.atom", "GET, HEAD, OPTIONS"],
  ["/posts/four-cranes/like", "GET, HEAD, POST, DELETE, OPTIONS"],
  ["/services/inquiries", "POST, OPTIONS"],
  ["/engagement", "POST, OPTIONS"],
  ["/counts", "GET, HEAD, OPTIONS"],
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const SERVER: readonly ApiRequest[] = SERVER_PATHS.flatMap(([target, allow]): ApiRequest[] => [
  ...METHODS.map(
    (method): ApiRequest =>
      allow.split(", ").includes(method)
        ? {
            target,
            method,
            status: 503,
            code: "temporary-reduced-capacity",
            shows: "that the server is unavailable, and when to try again",
            check: ({ headers }) => expect(headers.get("Retry-After")).toBe("5"),
          }
        : {
            target,
            method,
            status: 405,
            code: "method-not-allowed",
            shows: "which methods the path takes",
            check: (answer) => expect(allowOf(answer)).toBe(allow),
          },
  ),
  {
    target,
    method: "OPTIONS",
    status: 204,
    shows: "what the path accepts, even if the server is unavailable",
    check: (answer) => expect(allowOf(answer)).toBe(allow),
  },
]);

const UNBUILT: readonly ApiRequest[] = [
  ...FILE_PATHS.map(
    ([target]): ApiRequest => ({
      target,
      site: "empty",
      status: 503,
      code: "index-unavailable",
      shows: "that nothing was built, rather than that nothing exists",
      check: ({ headers }) => expect(headers.get("Retry-After")).toBe("5"),
    }),
  ),
  {
    target: "/posts?page=0",
    site: "empty",
    status: 400,
    code: "validation-error",
    errors: ["page too_small"],
    shows: "the error anyway",
  },
  { target: "/posts", site: "empty", method: "OPTIONS", status: 204, shows: "what the path accepts, even so" },
  { target: "/nothing", site: "empty", status: 503, code: "index-unavailable", shows: "that a kind could have the path" },
  { target: "/tags/a/b/c", site: "empty", status: 404, code: "not-found", shows: "that there is no such path, even without a site" },
];

const PROBLEMS: readonly ApiRequest[] = [
  {
    target: "/posts?page=0",
    status: 400,
    code: "validation-error",
    errors: ["page too_small"],
    shows: "a problem whose type links to its description",
    async check(answer, { send }) {
      const { type, title, detail } = answer.json<{ type: string; title: string; detail: string }>();
      expect((await send(type.slice(BASE_URL.length))).json()).toMatchObject({ type, title });
      expect(detail).toContain("page");
    },
  },
  {
    target: "/posts?page=0",
    method: "HEAD",
    status: 400,
    shows: "the headers of the problem without its body",
    async check(answer, { send }) {
      expect(answer.text).toBe("");
      expect(headersOf(answer)).toEqual(headersOf(await send("/posts?page=0")));
    },
  },
  { target: "/nothing", method: "HEAD", status: 404, shows: "no body", check: ({ text }) => expect(text).toBe("") },
  {
    target: "/nothing",
    status: 404,
    code: "not-found",
    headers: { "If-None-Match": "*" },
    shows: "that a missing document is never a 304",
  },
  {
    target: "/posts?type=TEXT",
    status: 200,
    headers: {
      Origin: "https://elsewhere.example",
      Accept: "text/html",
      Range: "bytes=0-9",
      "If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT",
    },
    shows: "that irrelevant headers change nothing",
    async check({ text }, { send }) {
      expect(text).toBe((await send("/posts?type=TEXT")).text);
    },
  },
];

export const HTTP_REQUESTS: readonly ApiRequest[] = [...READS, ...LENGTHS, ...SERVER, ...UNBUILT, ...PROBLEMS];
