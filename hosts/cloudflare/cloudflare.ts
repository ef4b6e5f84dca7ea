import { PROGRAM_PATHS } from "../../contract/host-routes.ts";
import { API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX } from "../../contract/paths.ts";
import { listServerPages } from "../../contract/proxy-headers.ts";
import { HOSTS_FOLDER, ROOT_FILES } from "../../contract/static-files.ts";
import { siteOfApi } from "../../contract/text/base-path.ts";
import { renderProgram } from "../bundle/render-program.ts";
import { type HostGenerator, WORKER_FOLDER } from "../host-files.ts";
import type { HostName } from "../host-names.ts";
import { type HostSite, toSiteOfFiles } from "../host-site.ts";
import { missingPage } from "../pages/missing-page.ts";
import { listRootFiles, renderHeaders } from "../rules/static-headers.ts";
import { hasAllRedirects, redirectFiles } from "../rules/static-redirects.ts";
import { toWorkerName } from "./worker-name.ts";

/** The runtime version, as a date, for which the Worker is written. */
const COMPATIBILITY_DATE = "2026-01-01";
/** In its own folder, because wrangler uploads each .html and .txt beside a program as a module. */
const WORKER_FILE = `${WORKER_FOLDER}/index.js`;
/** Files in the folder that are not part of the site. Workers needs this list. */
const NOT_ASSETS = [WORKER_FOLDER, "_routes.json", HOSTS_FOLDER, ".octavo*", "*.gz", "node_modules", ".git"];

/**
 * Cloudflare: Workers with static assets (`wrangler.jsonc`) and Pages (`_routes.json`), both with
 * the same program.
 */
export const cloudflareFiles: HostGenerator = async (site, { server, origins, hosts, isPreview = false }) => [
  {
    path: WORKER_FILE,
    content: await renderProgram(site.pagesOnRequest ? "cloudflare-website-worker" : "cloudflare-worker", {
      base: site.base,
      server,
      origins,
    }),
  },
  { path: "_headers", content: renderHeaders(toSiteOfFiles(site), hosts) },
  ...redirectFiles(toSiteOfFiles(site), hosts),
  { path: "_routes.json", content: toJson({ version: 1, ...toPagesRoutes(site, hosts) }) },
  // Pages answers with the nearest 404.html. Without one it sends the home page with status 200.
  ...[API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX].map((prefix) => missingPage(prefix.split("/")[1] ?? "")),
  { path: ".assetsignore", content: `${NOT_ASSETS.join("\n")}\n` },
  { path: `${HOSTS_FOLDER}/cloudflare/wrangler.jsonc`, content: renderWrangler(site, hosts, isPreview) },
];

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

function renderWrangler(site: HostSite, hosts: readonly HostName[], isPreview: boolean): string {
  // A preview is a version of the site's Worker.
  const { hostname } = new URL(site.problemBaseUrl);
  const config = {
    name: toWorkerName(siteOfApi(site.problemBaseUrl)),
    main: `../../${WORKER_FILE}`,
    no_bundle: true,
    find_additional_modules: false,
    compatibility_date: COMPATIBILITY_DATE,
    // Overrides the site's variable.
    ...(isPreview ? { vars: { OCTAVO_SERVER: "" } } : {}),
    // The program answers all other paths without a file.
    assets: {
      ...{ directory: "../..", binding: "ASSETS" },
      ...(sendsMissingPage(site) ? { not_found_handling: "404-page" } : {}),
      run_worker_first: site.base === "" ? programPaths(site, hosts) : true,
    },
  };
  const comment = [
    "// Written by `octavo build --host cloudflare`: wrangler deploy --config dist/_hosts/cloudflare/wrangler.jsonc",
    "// The secret of the write server goes in by `wrangler secret put OCTAVO_PROXY_SECRET`, never into a file here.",
    // Assets are found by their whole path, but our files are stored without the base.
    ...(site.base === ""
      ? []
      : [
          `// The site is below ${site.base}: give the Worker the route ${hostname}${site.base}*, since the rest of the host is another's.`,
        ]),
  ];
  return `${comment.join("\n")}\n${toJson(config)}`;
}

/**
 * Whether the host itself answers missing pages with 404.html. The program must see them where it
 * redirects or makes pages.
 */
function sendsMissingPage(site: HostSite): boolean {
  return site.hasPages && !site.pagesOnRequest && hasAllRedirects(site);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
