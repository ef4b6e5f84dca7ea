import { API_PREFIX } from "../paths.ts";

/**
 * A site may live below a path of its origin: its base, "" or `/blog`. API_PREFIX and all other paths in this folder are below it. Hosts
 * take it off at the door; the functions here put it on, and nobody else joins an origin and a path.
 */

/**
 * Path of a site's address, its base: `https://ines.example/blog` → `/blog`; `https://ines.example`
 * → "".
 */
export function pathOfAddress(address: string): string {
  const start = address.indexOf("/", address.indexOf("//") + 2);
  return start < 0 ? "" : address.slice(start);
}

/** A path of a site as an address, or as a whole path: `/feed.xml` below `https://ines.example/blog`, or below `/blog`. */
export function putBelow(site: string, path: string): string {
  return site + path;
}

/** A path as an author writes it, whole: one that begins with the base is whole already. */
export function toWholePath(base: string, path: string): string {
  return pathBelow(base, path) === null ? putBelow(base, path) : path;
}

/** The public base of a site's API: `https://ines.example/blog` → `https://ines.example/blog/api/v1`; `/blog` → `/blog/api/v1`. */
export function toApiBase(site: string): string {
  return putBelow(site, API_PREFIX);
}

/** The site of an API: `https://ines.example/blog/api/v1` → `https://ines.example/blog`; an API elsewhere has its origin as its site. */
export function siteOfApi(baseUrl: string): string {
  return baseUrl.endsWith(API_PREFIX) ? baseUrl.slice(0, -API_PREFIX.length) : new URL(baseUrl).origin;
}

/** The home page of the site of an API. */
export function homeOfApi(baseUrl: string): { readonly url: string; readonly path: string } {
  const url = siteOfApi(baseUrl);
  return { url, path: `${pathOfAddress(url)}/` };
}

/** A path below a base: `/blog/feed.xml` → `/feed.xml`, `/blog` → `/`. null: it is outside. */
export function pathBelow(base: string, path: string): string | null {
  if (path === base) return "/";
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null;
}

/** The same request, with its path below a base; null: it is outside. */
export function enterBase(request: Request, base: string): Request | null {
  if (base === "") return request;
  const url = new URL(request.url);
  const path = pathBelow(base, url.pathname);
  return path === null ? null : new Request(url.origin + path + url.search, request);
}

/** Reads the address of a site, which may have a path: no query, and no slash at the end. null: it is none. */
export function readSiteUrl(written: string): string | null {
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  if (url === null || url.username + url.password + url.search + url.hash !== "") return null;
  const base = url.pathname.replace(/\/$/, "");
  return isBasePath(base) ? url.origin + base : null;
}

/** Characters that no host's configuration, cookie or pattern has to escape. */
function isBasePath(base: string): boolean {
  return /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(base);
}

/** HTML of ours whose addresses begin at the root of the site, with the base before them. */
export function putLinksBelow(base: string, html: string): string {
  return html.replaceAll('="/', `="${base}/`);
}
