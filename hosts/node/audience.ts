import { CACHE_CONTROL } from "../../contract/paths.ts";

/**
 * The permitted readers of a site that shows unpublished documents: programs on this machine, and
 * the pages of its author.
 */
export interface Audience {
  /** @param hostname of the `Host` header, in lower case, without the port */
  isOwnHost(hostname: string): boolean;
  /** @param origin as in the `Origin` header */
  isOwnOrigin(origin: string): boolean;
}

/** A name or an address, and a port: only forms that all URL parsers read in the same way. */
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i;

/**
 * Whether a request may be answered. Any site can make its name resolve to 127.0.0.1 (DNS
 * rebinding). Its pages then count as same-origin, but its name is still in `Host`. Unlisted
 * origins are refused completely: without CORS headers they could not read the response, but could
 * still send the request.
 */
export function isForAudience(request: Request, { isOwnHost, isOwnOrigin }: Audience): boolean {
  const origin = request.headers.get("Origin");
  return isHostAmong(request, isOwnHost) && (origin === null || isOwnOrigin(origin));
}

/**
 * Whether a request's host is in a list.
 * @param isListed accepts a name or an address, in lower case, without the port
 */
export function isHostAmong({ headers, url }: Request, isListed: (hostname: string) => boolean): boolean {
  const hostname = HOST.exec(headers.get("Host") ?? new URL(url).host)?.[1];
  return hostname !== undefined && isListed(hostname.toLowerCase());
}

/**
 * Restricts a response to its audience: no cache may store it, and no page of another origin may
 * read it.
 */
export function restrictToAudience({ headers }: Response, request: Request): void {
  const origin = request.headers.get("Origin");
  if (headers.has("Access-Control-Allow-Origin")) {
    if (origin === null) headers.delete("Access-Control-Allow-Origin");
    else headers.set("Access-Control-Allow-Origin", origin);
  }
  if (!/\bOrigin\b/i.test(headers.get("Vary") ?? "")) headers.append("Vary", "Origin");
  headers.set("Cache-Control", CACHE_CONTROL.none);
}
