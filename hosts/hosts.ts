import { bunFiles } from "./bun/bun.ts";
import { caddyFiles } from "./caddy/caddy.ts";
import { cloudflareFiles } from "./cloudflare/cloudflare.ts";
import { denoFiles } from "./deno/deno.ts";
import { type HostFile, type HostGenerator, type HostOptions, type LateBytes, toBytes } from "./host-files.ts";
import type { HostName } from "./host-names.ts";
import { type HostSite, type HostTextFile, readHostSite } from "./host-site.ts";
import { netlifyFiles } from "./netlify/netlify.ts";
import { nginxFiles } from "./nginx/nginx.ts";
import { nodeFiles } from "./node/node.ts";
import { plainHostFiles } from "./service-worker/plain-host.ts";

const GENERATORS: Readonly<Record<HostName, HostGenerator>> = {
  cloudflare: cloudflareFiles,
  netlify: netlifyFiles,
  deno: denoFiles,
  bun: bunFiles,
  node: nodeFiles,
  nginx: nginxFiles,
  caddy: caddyFiles,
  "github-pages": plainHostFiles,
};

/**
 * Generates the files that some hosts need in addition to a built site. If two hosts need the same
 * file, it is written once.
 * @param files the site's own text files
 * @throws Error if two hosts need different contents of one file
 */
export async function generateHostFiles(
  hosts: readonly HostName[],
  files: readonly HostTextFile[],
  options: HostOptions,
): Promise<readonly HostFile[]> {
  const site = readHostSite(files);
  const byPath = new Map<string, HostFile>();
  for (const host of hosts) {
    for (const file of await GENERATORS[host](site, { ...options, server: serverFor(host, site, options), hosts })) {
      const other = byPath.get(file.path);
      if (other !== undefined && !isSame(other, file)) throw new Error(`${host} and another host need different contents of ${file.path}`);
      byPath.set(file.path, file);
    }
  }
  return [...byPath.values()];
}

/** If a site's host accepts writes, its service worker sends requests to that host. */
function serverFor(host: HostName, { baseUrl }: HostSite, { server, writes = null }: HostOptions): string | null {
  return host === "github-pages" && writes !== null ? new URL(baseUrl).origin : server;
}

function isSame(a: HostFile, b: HostFile): boolean {
  if (isLate(a) && isLate(b)) return a.content.identity === b.content.identity;
  return Buffer.from(toBytes(a.content)).equals(toBytes(b.content));
}

function isLate(file: HostFile): file is HostFile & { readonly content: LateBytes } {
  return typeof file.content !== "string" && "bytes" in file.content;
}
