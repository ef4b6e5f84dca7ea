import { PROGRAM_PATHS } from "../../contract/host-routes.ts";
import { API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX } from "../../contract/paths.ts";
import { listServerPages } from "../../contract/proxy-headers.ts";
import { HOSTS_FOLDER, ROOT_FILES } from "../../contract/static-files.ts";
import type { HostProgram } from "../bundle/program-sources.ts";
import { renderProgram, renderWriteProgram } from "../bundle/render-program.ts";
import { type HostGenerator, type HostWrites, WORKER_FOLDER } from "../host-files.ts";
import type { HostName } from "../host-names.ts";
import { type HostSite, toSiteOfFiles } from "../host-site.ts";
import { missingPage } from "../pages/missing-page.ts";
import { listRootFiles, renderHeaders } from "../rules/static-headers.ts";
import { hasAllRedirects, redirectFiles } from "../rules/static-redirects.ts";
import { renderWranglerConfig } from "./wrangler-config.ts";

/**
 * The Worker is in its own folder, because wrangler uploads each .html and .txt file next to a
 * program as a module.
 */
const WORKER_FILE = `${WORKER_FOLDER}/index.js`;
/** Only a Durable Object loads it. */
const WRITE_PROGRAM_FILE = `${WORKER_FOLDER}/write-program.js`;
/** Files in the out folder that are not part of the site. Workers needs this list. */
const NOT_ASSETS = [WORKER_FOLDER, "_routes.json", HOSTS_FOLDER, ".octavo*", "*.gz", "node_modules", ".git"];

/**
 * Cloudflare: Workers with static assets (`wrangler.jsonc`) and Pages (`_routes.json`), both with
 * the same program. Pages has no Durable Objects, so writes need Workers.
 */
export const cloudflareFiles: HostGenerator = async (site, options) => {
  const { hosts, origins, isPreview = false } = options;
  const writes = isPreview ? null : (options.writes ?? null);
  const wrangler = { ...options, writes, program: WORKER_FILE, programPaths: programPaths(site, hosts) };
  return [
    { path: WORKER_FILE, content: await renderProgram(toProgram(site, writes), { base: site.base, server: options.server, origins }) },
    ...(writes === null ? [] : [{ path: WRITE_PROGRAM_FILE, content: await renderWriteProgram(writes, options.desk ?? null) }]),
    { path: "_headers", content: renderHeaders(toSiteOfFiles(site), hosts) },
    ...redirectFiles(toSiteOfFiles(site), hosts),
    ...(writes === null ? [{ path: "_routes.json", content: toJson({ version: 1, ...toPagesRoutes(site, hosts) }) }] : []),
    // Pages answers with the nearest 404.html. Without one it sends the home page with status 200.
    ...[API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX].map((prefix) => missingPage(prefix.split("/")[1] ?? "")),
    { path: ".assetsignore", content: `${NOT_ASSETS.join("\n")}\n` },
    { path: `${HOSTS_FOLDER}/cloudflare/wrangler.jsonc`, content: renderWranglerConfig(site, wrangler) },
  ];
};

function toProgram({ pagesOnRequest }: HostSite, writes: HostWrites | null): HostProgram {
  if (writes === null) return pagesOnRequest ? "cloudflare-website-worker" : "cloudflare-worker";
  return pagesOnRequest ? "cloudflare-website-writes-worker" : "cloudflare-writes-worker";
}

/**
 * On Pages the program cannot answer other paths, so all are listed if `_redirects` cannot hold all
 * former pages.
 */
function toPagesRoutes(site: HostSite, hosts: readonly HostName[]): object {
  if (site.base !== "") return { include: ["/*"], exclude: [] };
  return hasAllRedirects(site) && !site.pagesOnRequest
    ? { include: programPaths(site, hosts), exclude: [] }
    : { include: ["/*"], exclude: [`${MEDIA_PREFIX}/*`] };
}

/**
 * Paths that the program answers before any file. File requests are free, so existing files are
 * sent without the program. The program answers 404 for root files that the build left out, because
 * the host might send the home page instead.
 */
function programPaths(site: HostSite, hosts: readonly HostName[]): readonly string[] {
  const present = listRootFiles(site, hosts);
  return [
    ...PROGRAM_PATHS,
    `/${HOSTS_FOLDER}/*`,
    "/.octavo*",
    ...Object.keys(ROOT_FILES).filter((address) => !present.includes(address)),
    ...listServerPages(site.hasPages).map(({ path, kind }) => (kind === "exact" ? path : `${path}*`)),
  ];
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
