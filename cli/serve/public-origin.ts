import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import type { Addresses } from "../../build/shared/site-addresses.ts";
import type { Manifest } from "../../contract/index-format.ts";
import { API_PREFIX, MANIFEST_FILE } from "../../contract/paths.ts";
import { pathOfAddress, putBelow, readSiteUrl, siteOfApi } from "../../contract/text/base-path.ts";
import type { Audience } from "../../hosts/node/audience.ts";
import type { DeskPlace } from "../../server/desk/hosted/desk-address.ts";
import { isLoopback } from "../../server/http/address/ip.ts";
import type { ServerConfig } from "../../server/server-config.ts";
import { usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";

/**
 * The address at which visitors reach a site. Also accepts the address of its API.
 * @throws CliError with exit code 2
 */
export function toPublicSite(publicUrl: string): string {
  const url = readSiteUrl(publicUrl);
  if (url === null) {
    const hint = "want the address that visitors reach, such as https://preview.ines.example or https://ines.example/blog";
    throw usageError(`--public-url is "${publicUrl}"`, hint);
  }
  return url.endsWith(API_PREFIX) ? siteOfApi(url) : url;
}

/**
 * The addresses of a build for `start` and `dev`: the address that it is served under, unless an
 * option gives others for pages or files.
 * @param url the address at which it is served
 */
export function addressesOf({ publicUrl, siteUrl }: Settings<"publicUrl" | "siteUrl">, url: string): Partial<Addresses> {
  if (publicUrl === null && siteUrl === null) return { canonical: url };
  const files = publicUrl === null ? url : toPublicSite(publicUrl);
  if (siteUrl === null) return { public: files };
  // A front end on another port is under the same path.
  return { public: files, site: pathOfAddress(siteUrl) === "" ? putBelow(siteUrl, pathOfAddress(files)) : siteUrl };
}

/**
 * The local address with the front end's name for this machine. Browsers treat 127.0.0.1 and
 * localhost as two sites, and send no cookies from one to the other.
 * @param url the address at which it is served
 */
export function besideFrontEnd(url: string, siteUrl: string | null): string {
  const local = new URL(url);
  if (siteUrl === null || new URL(siteUrl).hostname !== "localhost" || !isLoopbackUrl(url)) return url;
  local.hostname = "localhost";
  return local.href.replace(/\/$/, "");
}

/** Whether an address refers to this machine. */
export function isLoopbackUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && isLoopback(url.hostname);
}

/** Readers who may see drafts: this machine, and the front end if `--site-url` names one. */
export function audienceOf(siteUrl: string | null): Audience {
  const site = siteUrl === null ? null : new URL(siteUrl);
  return {
    isOwnHost: (hostname) => isLoopback(hostname) || hostname === site?.hostname,
    isOwnOrigin: (origin) => isLoopbackUrl(origin) || origin === site?.origin,
  };
}

/**
 * The hosts that a server on its author's machine answers to. IP addresses are safe, because a
 * stranger can make a name resolve to this machine, but not an address.
 * @param siteUrls the site's stated addresses, read at each request
 */
export function createHostList(
  { host, publicUrl, siteUrl, allowHost }: Settings<"host" | "publicUrl" | "siteUrl" | "allowHost">,
  siteUrls: () => readonly (string | null)[],
): (hostname: string) => boolean {
  const nameOf = (url: string | null): string | null => (url === null ? null : (URL.parse(url)?.hostname ?? null));
  const fixed = [host.toLowerCase(), nameOf(publicUrl), nameOf(siteUrl), ...allowHost];
  return (hostname) =>
    isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 ||
    isLoopback(hostname) ||
    hostname.endsWith(".localhost") ||
    fixed.includes(hostname) ||
    siteUrls().some((url) => nameOf(url) === hostname);
}

/**
 * The settings of a write server, with the origins of the site's own pages: the front end's and
 * this server's.
 * @param url this server's address; null if the write server is elsewhere
 */
export function withOwnPages(config: ServerConfig, url: string | null, siteUrl: string | null): ServerConfig {
  const own = [...(url === null ? [] : namesakes(url)), ...(siteUrl === null ? [] : [new URL(siteUrl).origin])];
  const { likeOrigins, writeOrigins } = config;
  return { ...config, likeOrigins: [...likeOrigins, ...own], writeOrigins: writeOrigins === null ? null : [...writeOrigins, ...own] };
}

/** Other names of the same loopback address: `http://localhost:3000` is also the site. */
function namesakes(url: string): readonly string[] {
  const { hostname, port } = new URL(url);
  return isLoopback(hostname) ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [];
}

/**
 * A notice that a finished build is served at a different address from the one it was built for.
 */
export function noteOfOtherBase(built: string, served: string): string {
  return `the site was built for ${built} and is served as ${served}: pictures and feeds still point to the first; octavo build --public-url ${siteOfApi(served)} builds for the second`;
}

/**
 * A notice that a new base path takes effect after a restart, because running servers keep theirs.
 */
export function noteOfNewBase(written: string, served: string): string {
  return `note: the site's url now has the path ${written || "/"}, but is served at ${served || "/"} until you stop and start again\n`;
}

/**
 * Base address of the API in a finished build's links; "" if unknown, null if there is no finished
 * build.
 */
export async function readBuiltBaseUrl(distDir: string): Promise<string | null> {
  const text = await readFile(join(distDir, MANIFEST_FILE), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    const { site }: Pick<Manifest, "site"> = JSON.parse(text);
    return site.baseUrl;
  } catch {
    return "";
  }
}

/** The desk's own origin; null if it has none. */
export function deskOrigin(desk: DeskPlace | null): string | null {
  return desk?.kind === "host" ? desk.origin : null;
}
