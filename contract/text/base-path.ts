import { API_PREFIX } from "../paths.ts";

/**
 * A site can be at a path under its origin. That path is its base: "" or `/blog`. API_PREFIX and
 * all other paths in this folder are relative to it. Hosts remove it when a request arrives. Only
 * the functions here add it, and no other code joins an origin and a path.
 */

/**
 * The base in a site's address: `https://ines.example/blog` → `/blog`; `https://ines.example` → "".
 */
export function pathOfAddress(address: string): string {
  const start = address.indexOf("/", address.indexOf("//") + 2);
  return start < 0 ? "" : address.slice(start);
}

/**
 * Appends a path to a site's address or base: `/feed.xml` to `https://ines.example/blog` or
 * `/blog`.
 */
export function putBelow(site: string, path: string): string {
  return site + path;
}

/**
 * Adds the base to a path that an author wrote. A path that begins with the base is already
 * complete.
 */
export function toWholePath(base: string, path: string): string {
  return pathBelow(base, path) === null ? putBelow(base, path) : path;
}

/**
 * The public base of a site's API: `https://ines.example/blog` →
 * `https://ines.example/blog/api/v1`; `/blog` → `/blog/api/v1`.
 */
export function toApiBase(site: string): string {
  return putBelow(site, API_PREFIX);
}

/**
 * The site of an API: `https://ines.example/blog/api/v1` → `https://ines.example/blog`. For an API
 * at another path, the site is its origin.
 */
export function siteOfApi(baseUrl: string): string {
  return baseUrl.endsWith(API_PREFIX) ? baseUrl.slice(0, -API_PREFIX.length) : new URL(baseUrl).origin;
}

/** The home page of an API's site. */
export function homeOfApi(baseUrl: string): { readonly url: string; readonly path: string } {
  const url = siteOfApi(baseUrl);
  return { url, path: `${pathOfAddress(url)}/` };
}

/**
 * The path relative to a base: `/blog/feed.xml` → `/feed.xml`, `/blog` → `/`; null if the path is
 * outside it.
 */
export function pathBelow(base: string, path: string): string | null {
  if (path === base) return "/";
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null;
}

/**
 * Whether a request's method is TRACE. Servers receive it, but no `Request` can be created with it
 * (Fetch Standard, "forbidden method").
 */
export function isTrace({ method }: Request): boolean {
  return method === "TRACE";
}

/** Replaces TRACE in copies. No route accepts either method, so the refusals are the same. */
const UNCOPIED_TRACE = "X-TRACE";

/** The request with its path relative to a base; null if the path is outside it. */
export function enterBase(request: Request, base: string): Request | null {
  if (base === "") return request;
  const url = new URL(request.url);
  const path = pathBelow(base, url.pathname);
  const init = isTrace(request) ? { method: UNCOPIED_TRACE, headers: request.headers } : request;
  return path === null ? null : new Request(url.origin + path + url.search, init);
}

/**
 * Reads a site's address. It may have a path, but no query; a final slash is removed. Returns null
 * if it is not a valid address.
 */
export function readSiteUrl(written: string): string | null {
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  if (url === null || url.username + url.password + url.search + url.hash !== "") return null;
  const base = url.pathname.replace(/\/$/, "");
  return isBasePath(base) ? url.origin + base : null;
}

/**
 * Whether a base has only characters that need no escaping in a host's configuration, a cookie or a
 * pattern.
 */
function isBasePath(base: string): boolean {
  return /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(base);
}

/** Adds the base to addresses that begin at the root of the site, in Octavo's own HTML. */
export function putLinksBelow(base: string, html: string): string {
  return html.replaceAll('="/', `="${base}/`);
}
