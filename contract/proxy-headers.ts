import { API_PREFIX, matchRoute, type Route, type RouteMatch } from "./paths.ts";
import { pathBelow } from "./text/base-path.ts";

/** The requests and headers that a host passes on to the write server behind it. */

/**
 * Contains the secret shared by a host and the write server. The server trusts the client address
 * in a request that has it.
 */
export const PROXY_SECRET_HEADER = "X-Octavo-Proxy-Secret";
/** Contains only the client's address. */
export const CLIENT_ADDRESS_HEADER = "X-Forwarded-For";

/**
 * Headers with which a client could pose as a host or as another client, and headers of a single
 * connection, in lower case. None reaches the server as the client sent it.
 */
export const STRIPPED_HEADERS: readonly string[] = [
  ...["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"],
  ...["cf-connecting-ip", "true-client-ip", "x-nf-client-connection-ip", PROXY_SECRET_HEADER.toLowerCase()],
  ...["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "proxy-authorization", "proxy-connection"],
];

/**
 * Paths outside the API: the server's health, the pages that emails link to for the owner and for
 * subscribers, and the channel for the owner's commands.
 */
const SERVER_PATHS = ["/healthz", "/readyz", "/moderate/", "/subscriptions/", "/owner/v1/"];
/** Visitors' forms on a site with pages. On other sites, the owner may use these paths. */
const FORM_PATHS = ["/comments/", "/inquiry"];
/** Paths in which the last part is the key to the page. */
const SECRET_PATHS = ["/moderate/", "/subscriptions/"];

export interface ServerPage {
  readonly path: string;
  /** `below`: every path that begins with it. */
  readonly kind: "exact" | "below";
  /** Whether the address is the key to the page. No log may contain it. */
  readonly isSecret: boolean;
}

/**
 * The write server's pages.
 * @param hasPages whether the site has pages
 */
export function listServerPages(hasPages: boolean): readonly ServerPage[] {
  const paths = hasPages ? [...SERVER_PATHS, ...FORM_PATHS] : SERVER_PATHS;
  return paths.map((path) => ({ path, kind: path.endsWith("/") ? "below" : "exact", isSecret: SECRET_PATHS.includes(path) }));
}

/** Whether the write server answers a path, if the site has pages. */
export function isFormPage(path: string): boolean {
  return isAtSome(FORM_PATHS, path);
}

/** A path that ends in a slash covers everything below it. */
function isAtSome(paths: readonly string[], path: string): boolean {
  return paths.some((own) => (own.endsWith("/") ? path.startsWith(own) : path === own));
}

/**
 * Returns the route of a path (with API_PREFIX, without the query) if the write server answers any
 * of its methods, otherwise null.
 */
export function matchServerRoute(path: string): RouteMatch | null {
  const below = pathBelow(API_PREFIX, path);
  const match = below === null ? null : matchRoute(below);
  return match !== null && match.route.serverMethods.length > 0 ? match : null;
}

/** Whether the server answers every request for the route, even one with an unsupported method. */
export function isServerRoute({ serverMethods, methods }: Route): boolean {
  return serverMethods.length > 0 && serverMethods.length === methods.length;
}

/** Whether the write server answers a request. Files answer all others. */
export function isForServer(path: string, method: string): boolean {
  if (isAtSome(SERVER_PATHS, path)) return true;
  const match = matchServerRoute(path);
  return match !== null && (isServerRoute(match.route) || match.route.serverMethods.some((candidate) => candidate === method));
}

/**
 * Routes that keep their requests' cookies: the visitor's cookie for likes, and for engagement the
 * cookie that marks the owner's own visits.
 */
const COOKIE_ROUTES: readonly string[] = ["like", "engagement"];

/** Whether a host in front of the server passes on the cookies of a route's requests. */
export function passesCookies({ name }: Route): boolean {
  return COOKIE_ROUTES.includes(name);
}

/** Like `passesCookies`, for a path. The owner's pages also have cookies. */
export function passesCookiesOf(path: string): boolean {
  const match = matchServerRoute(path);
  return match === null ? path.startsWith("/moderate/") : passesCookies(match.route);
}

/**
 * Whether a service worker sends cookies with a request to a server of another origin. Only likes
 * and the owner's pages need them.
 */
export function takesCookies(path: string): boolean {
  return matchServerRoute(path)?.route.name === "like" || path.startsWith("/moderate/");
}
