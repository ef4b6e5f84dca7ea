import { pathBelow, putBelow } from "../../../contract/text/base-path.ts";
import { MODERATION_PREFIX } from "../../moderation/moderation-token.ts";
import { ConfigError } from "../../server-config.ts";

/**
 * Where the write server serves the desk: on its own host name, or under a path of the site.
 */
export type DeskPlace = { readonly kind: "host"; readonly origin: string } | { readonly kind: "path"; readonly path: string };

export interface DeskAddress {
  readonly origin: string;
  /** The desk's home without its final slash. */
  readonly url: string;
  /** "" or `/desk`. */
  readonly base: string;
  /** As in `Host`, without the default port. */
  readonly host: string;
  /** The name that passkeys belong to (WebAuthn's RP ID). */
  readonly rpId: string;
  /** Whether the site's pages have the same origin. The desk's pages are then sandboxed. */
  readonly isShared: boolean;
}

const PATH = /^\/[A-Za-z0-9_~-]+(?:\/[A-Za-z0-9_~-]+)*$/;
/** Paths of the site itself. */
const TAKEN = [
  ...["/api", "/index", "/media", "/mcp", "/moderate", "/subscriptions", "/owner", "/comments", "/inquiry", "/preview"],
  ...["/healthz", "/readyz", "/metrics"],
];

/**
 * @param given values of the options `--desk` and `--desk-path`
 * @throws ConfigError for an invalid value
 */
export function readDeskPlace(given: { readonly desk: string | null; readonly deskPath: string | null }): DeskPlace | null {
  const { desk, deskPath } = given;
  if (desk !== null && deskPath !== null)
    throw new ConfigError("--desk and --desk-path name two places for the desk", "keep only one; --desk, with its own host name, is safer");
  if (desk !== null) return { kind: "host", origin: readOrigin(desk) };
  if (deskPath === null) return null;
  const path = deskPath.replace(/\/$/, "");
  if (!PATH.test(path)) throw new ConfigError(`--desk-path is ${JSON.stringify(deskPath)}`, "want a path of the site: /desk");
  if (TAKEN.some((taken) => pathBelow(taken, path) !== null))
    throw new ConfigError(`--desk-path ${path} is a path of the site itself`, "want another path: /desk");
  return { kind: "path", path };
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && url.pathname === "/" && url.search + url.hash + url.username + url.password === "";
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`--desk is ${JSON.stringify(text)}`, "want the desk's own address, without a path: https://desk.ines.example");
  if (/^[\d.]+$|^\[/.test(url.hostname))
    throw new ConfigError(`--desk ${text} is an IP address`, "passkeys need a host name: want https://desk.ines.example");
  if (url.protocol === "http:" && url.hostname !== "localhost")
    throw new ConfigError(`--desk ${text} is not encrypted`, "browsers only support passkeys on https://: want https://desk.ines.example");
  return url.origin;
}

/**
 * @param siteOrigin null if it is not known yet
 * @returns null if the address is not known yet
 */
export function toDeskAddress(place: DeskPlace, siteOrigin: string | null): DeskAddress | null {
  const origin = place.kind === "host" ? place.origin : siteOrigin;
  if (origin === null) return null;
  const { host, hostname } = new URL(origin);
  const base = place.kind === "host" ? "" : place.path;
  return { origin, url: putBelow(origin, base), base, host, rpId: hostname, isShared: place.kind === "path" };
}

/**
 * Whether a request is for the desk, however the desk answers it. Pages behind links in messages
 * are also served under the desk's host name, but do not belong to the desk.
 */
export function isForDesk(place: DeskPlace, request: { readonly url: string; readonly headers: Headers }): boolean {
  if (place.kind === "host")
    return isHost(request.headers, new URL(place.origin)) && !new URL(request.url).pathname.startsWith(MODERATION_PREFIX);
  const { pathname } = new URL(request.url);
  return pathBelow(place.path, pathname) !== null;
}

/**
 * The address of the cards that messages link to: the desk's own host name if it has one, because
 * no script of the site can see there which card is opened; otherwise the site's address.
 * @param site without a final slash; null if it is not known yet
 */
export function findCardSite(place: DeskPlace | null, site: string | null): string | null {
  return place?.kind === "host" ? place.origin : site;
}

/** Compares the `Host` header, to which some proxies add the default port. */
export function isHost(headers: Headers, { host, port, protocol }: { host: string; port: string; protocol: string }): boolean {
  const given = headers.get("Host")?.toLowerCase() ?? "";
  return given === host || (port === "" && given === `${host}:${protocol === "https:" ? 443 : 80}`);
}
