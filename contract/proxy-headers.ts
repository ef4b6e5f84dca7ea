import { API_PREFIX, matchRoute, type Route, type RouteMatch } from "./paths.ts";
import { pathBelow } from "./text/base-path.ts";

/** Requests and headers that pass from a host to the write server behind it. */

/** Carries the secret that a host and the write server share; whoever sends it is believed about the client's address. */
export const PROXY_SECRET_HEADER = "X-Octavo-Proxy-Secret";
/** Says whom a host speaks for: the client's address alone. */
export const CLIENT_ADDRESS_HEADER = "X-Forwarded-For";

/**
 * Headers by which a client might pass for a host or for somebody else, and headers that concern
 * one connection alone. None of them reaches the server as the client sent it. In lower case.
 */
export const STRIPPED_HEADERS: readonly string[] = [
  ...["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"],
  ...["cf-connecting-ip", "true-client-ip", "x-nf-client-connection-ip", PROXY_SECRET_HEADER.toLowerCase()],
  ...["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "proxy-authorization", "proxy-connection"],
];

/** Outside the API: the server's health, and the pages that links in mails lead to, the owner's and those of who asked for mails. */
export const SERVER_PAGES: readonly { readonly path: string; readonly kind: "exact" | "below" }[] = [
  { path: "/healthz", kind: "exact" },
  { path: "/readyz", kind: "exact" },
  { path: "/moderate/", kind: "below" },
  { path: "/subscriptions/", kind: "below" },
];

/** The route of a path (API_PREFIX included, without the query) that has methods of the write server, or null. */
export function matchServerRoute(path: string): RouteMatch | null {
  const below = pathBelow(API_PREFIX, path);
  const match = below === null ? null : matchRoute(below);
  return match !== null && match.route.serverMethods.length > 0 ? match : null;
}

/** Whether the server answers every request for the route, those with a wrong method too. */
export function isServerRoute({ serverMethods, methods }: Route): boolean {
  return serverMethods.length > 0 && serverMethods.length === methods.length;
}

/** Whether a request is the write server's to answer; all others come from files. */
export function isForServer(path: string, method: string): boolean {
  if (SERVER_PAGES.some((page) => (page.kind === "exact" ? path === page.path : path.startsWith(page.path)))) return true;
  const match = matchServerRoute(path);
  return match !== null && (isServerRoute(match.route) || match.route.serverMethods.some((candidate) => candidate === method));
}

/** Routes whose requests keep their cookies: likes for the visitor's, engagement for the one by which the owner's browser says that a visit is its own. */
const COOKIE_ROUTES: readonly string[] = ["like", "engagement"];

/** Whether a host before the server passes the cookies of a route's requests on. */
export function passesCookies({ name }: Route): boolean {
  return COOKIE_ROUTES.includes(name);
}

/** The same for a path; the owner's pages have cookies too. */
export function passesCookiesOf(path: string): boolean {
  const match = matchServerRoute(path);
  return match === null ? path.startsWith("/moderate/") : passesCookies(match.route);
}

/**
 * Whether a service worker sends cookies with a request to a server of another origin. The
 * visitor's cookie concerns likes alone, and the site's own cookies never go there.
 */
export function takesCookies(path: string): boolean {
  return matchServerRoute(path)?.route.name === "like" || path.startsWith("/moderate/");
}
