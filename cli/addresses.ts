import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "../contract/index-format.ts";
import { MANIFEST_FILE } from "../contract/paths.ts";
import type { Audience } from "../hosts/node/audience.ts";
import { isLoopback, type ServerConfig } from "../server/config.ts";

/** Whether an address leads to this machine alone. */
export function isLoopbackUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && isLoopback(url.hostname);
}

/** Who may read drafts: this machine, and the front end where `--site-url` names one. */
export function audienceOf(siteUrl: string | null): Audience {
  const site = siteUrl === null ? null : new URL(siteUrl);
  return {
    isOwnHost: (hostname) => isLoopback(hostname) || hostname === site?.hostname,
    isOwnOrigin: (origin) => isLoopbackUrl(origin) || origin === site?.origin,
  };
}

/** The settings of a write server, with the pages that belong to the site: of the front end, and of what is served here. @param url where it is; null: elsewhere */
export function withOwnPages(config: ServerConfig, url: string | null, siteUrl: string | null): ServerConfig {
  const own = [...(url === null ? [] : namesakes(url)), ...(siteUrl === null ? [] : [siteUrl])];
  const { likeOrigins, writeOrigins } = config;
  return { ...config, likeOrigins: [...likeOrigins, ...own], writeOrigins: writeOrigins === null ? null : [...writeOrigins, ...own] };
}

/** Somebody who opens `http://localhost:3000` is on the site as well. */
function namesakes(url: string): readonly string[] {
  const { hostname, port } = new URL(url);
  return isLoopback(hostname) ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [];
}

/** Base address of the API that a finished build has in its links, empty where it cannot be told; null: there is no finished build. */
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
