import { escapeDots } from "../../contract/host-routes.ts";
import { API_PREFIX, INDEX_PREFIX, MANIFEST_FILE, MCP_PATH, MEDIA_PREFIX, SNAPSHOT_ENTRY, SNAPSHOT_PREFIX } from "../../contract/paths.ts";
import { methodDetail } from "../../contract/problems.ts";
import { listServerPages } from "../../contract/proxy-headers.ts";
import {
  CONTENT_TYPES,
  HOSTS_FOLDER,
  OTHER_CONTENT_TYPE,
  PAGE_CACHE_CONTROL,
  ROOT_FILES,
  SITEMAP_PART,
  STATIC_METHODS,
  type StaticFile,
  staticFileOf,
  staticHeaders,
} from "../../contract/static-files.ts";
import type { HostFile, HostGenerator, HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { toNamesBelow } from "../names-below.ts";
import { precompress } from "../precompress.ts";
import { reloadUnits, toWebRoot } from "../rules/reload-units.ts";
import { caddyProxyLines, respondProblem } from "./caddy-answers.ts";
import { apiErrorRoutes, apiRoutes, handle, refuseEncoded, rootPattern } from "./caddy-api.ts";
import { deskErrorRoutes, deskRoutes, deskSite } from "./caddy-desk.ts";
import { pageErrorRoutes, pageRoutes } from "./caddy-pages.ts";
import { caddyHeaderLines, redirectRoutes } from "./caddy-rules.ts";
import { caddyBlock, caddyQuote, quoteRaw, setHeaders } from "./caddy-syntax.ts";

const FOLDER = `${HOSTS_FOLDER}/caddy`;
/** Headers of problems outside the API. */
const CORS = { "Access-Control-Allow-Origin": "*" };

/** Caddy: a snippet to import into the site's block, an initial Caddyfile, and compressed files. */
export const caddyFiles: HostGenerator = (site, options): readonly HostFile[] => [
  { path: `${FOLDER}/octavo.caddy`, content: renderSnippet(site, options) },
  { path: `${FOLDER}/Caddyfile`, content: renderSite(site, options) },
  ...renderDesk(site, options),
  ...reloadUnits(site, {
    name: "caddy",
    file: "octavo.caddy",
    check: "/usr/bin/caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile",
  }),
  ...precompress(site.textFiles),
];

function renderDesk(site: HostSite, { desk = null, server }: HostOptions): HostFile[] {
  const lines = desk === null || server === null ? null : deskSite(desk, server);
  return lines === null ? [] : [{ path: `${FOLDER}/desk.caddy`, content: toText(site, lines) }];
}

function renderSnippet(site: HostSite, options: HostOptions): string {
  return toText(site, [
    "# Written by `octavo build --host caddy`. Import this file, and its snippet in the block of the site, whose root is the folder that was built.",
    ...(site.base === "" ? [] : [`# The site is under a path, so the built files are in the folder ${site.base.slice(1)} of that root.`]),
    "# Reload it after each build (octavo-reload.path does): it contains the number of pages, and former slugs and pages.",
    ...caddyBlock("(octavo)", [
      ...caddyHeaderLines(site, ownPaths(site, options)),
      ...caddyBlock("route", [
        ...deskRoutes(site, options),
        `@octavo_path vars_regexp {http.request.orig_uri.path} ${quoteRaw(ownPaths(site, options))}`,
        ...handle("octavo_path", [
          "# The site's own try_files and rewrite ran before this. They are only for its own pages.",
          "rewrite * {http.request.orig_uri.path}",
          ...apiRoutes(site, options),
          ...refuseEncoded(site, "octavo_encoded", respondProblem(site, { code: "not-found", headers: CORS })),
          ...pageRoutes(site, options),
          ...mcpRoutes(site, options),
          ...staticRoutes(site),
          ...respondProblem(site, { code: "not-found", headers: CORS }),
        ]),
        ...redirectRoutes(site),
        "# Everything that is not part of the site, even in paths with dots.",
        `@octavo_own path ${["", "/*"].map((end) => `${site.base}/${HOSTS_FOLDER}${end}`).join(" ")} ${site.base}/.octavo*`,
        "respond @octavo_own 404",
      ]),
      ...(options.server === null && options.reader === null
        ? []
        : caddyBlock("handle_errors", [...deskErrorRoutes(options), ...pageErrorRoutes(site, options), ...apiErrorRoutes(site, options)])),
    ]),
  ]);
}

/** Source of a regular expression for our paths, including those with an extra slash. */
function ownPaths(site: HostSite, { server, reader }: HostOptions): string {
  const folders = [API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX, `/${HOSTS_FOLDER}`].map((path) => `${path.slice(1)}(?:/|$)`);
  const files = Object.keys(ROOT_FILES).map((address) => `${address.slice(1).replaceAll(".", "\\.")}$`);
  const pages =
    server === null ? [] : listServerPages(site.hasPages).map(({ path, kind }) => `${path.slice(1)}${kind === "exact" ? "$" : ""}`);
  const mcp = reader === null ? [] : [`${MCP_PATH.slice(1)}$`];
  return `${rootPattern(site)}(?:${[...folders, "\\.octavo", ...files, SITEMAP_PART.slice("^/".length), ...pages, ...mcp].join("|")})`;
}

/** Tools for language models, which only a program can answer. */
function mcpRoutes(site: HostSite, { reader }: HostOptions): string[] {
  if (reader === null) return [];
  const away = respondProblem(site, { code: "index-unavailable", headers: CORS });
  return [
    `@octavo_mcp path_regexp ${quoteRaw(`^${escapeDots(site.base)}${MCP_PATH}$`)}`,
    ...caddyBlock("handle @octavo_mcp", caddyProxyLines(reader, { cookies: false, secret: false, away })),
  ];
}

/** Files outside the API. */
function staticRoutes(site: HostSite): string[] {
  const base = escapeDots(site.base);
  const single = (name: string, pattern: string, address: string): string[] => {
    const file = staticFileOf(address);
    if (file === null) throw new Error(`${address} is not a file of a site`);
    return staticBlock(site, name, pattern, file);
  };
  const folder = (name: string, prefix: string, file: string): string[] =>
    staticBlock(site, name, `^${base}${prefix}/`, { name: file, contentType: "{octavo_type}", cache: "immutable" });
  return [
    ...Object.keys(ROOT_FILES).flatMap((address) =>
      single(address.slice(1).replaceAll(".", "_"), `^${escapeDots(site.base + address)}$`, address),
    ),
    ...single("sitemap_part", `^${base}${SITEMAP_PART.slice(1)}`, "/sitemap-1.xml"),
    ...single("manifest", `^${base}/${escapeDots(MANIFEST_FILE)}$`, `/${MANIFEST_FILE}`),
    ...single("snapshot", `^${base}/${escapeDots(SNAPSHOT_ENTRY)}$`, `/${SNAPSHOT_ENTRY}`),
    ...staticBlock(site, "snapshot_file", `^${base}${escapeDots(SNAPSHOT_PREFIX)}`, {
      name: "index/v1/",
      contentType: "{octavo_type}",
      cache: "snapshot",
    }),
    ...folder("index", INDEX_PREFIX, "index/v1/"),
    ...folder("media", MEDIA_PREFIX, "media/"),
  ];
}

function staticBlock(site: HostSite, name: string, pattern: string, file: StaticFile): string[] {
  const types = Object.entries(CONTENT_TYPES).map(([extension, type]) => `~\\.(?i:${extension})$ ${caddyQuote(type)}`);
  const handle = (matcher: string, lines: readonly string[]): string[] =>
    caddyBlock(`handle @octavo_${name}_${matcher}`, caddyBlock("route", lines));
  return [
    `@octavo_${name} path_regexp ${quoteRaw(pattern)}`,
    ...caddyBlock(
      `handle @octavo_${name}`,
      caddyBlock("route", [
        `@octavo_${name}_options method OPTIONS`,
        ...handle("options", [...setHeaders({ Allow: STATIC_METHODS }), "respond 204"]),
        `@octavo_${name}_wrong not method GET HEAD`,
        ...handle(
          "wrong",
          respondProblem(site, {
            code: "method-not-allowed",
            detail: methodDetail(STATIC_METHODS),
            headers: { ...CORS, Allow: STATIC_METHODS },
          }),
        ),
        `@octavo_${name}_folder path_regexp ${quoteRaw("/$")}`,
        ...handle("folder", respondProblem(site, { code: "not-found", headers: CORS })),
        `@octavo_${name}_missing not file {http.request.uri.path}`,
        ...handle("missing", respondProblem(site, { code: "not-found", headers: CORS })),
        ...(file.contentType.startsWith("{")
          ? caddyBlock("map {http.request.uri.path} {octavo_type}", [...types, `default ${OTHER_CONTENT_TYPE}`])
          : []),
        ...setHeaders(staticHeaders(file)),
        ...(file.name.startsWith("media/") ? ["file_server"] : caddyBlock("file_server", ["precompressed gzip"])),
      ]),
    ),
  ];
}

/** An initial Caddyfile, which belongs to the owner from then on. */
function renderSite(site: HostSite, { server }: HostOptions): string {
  const { base, baseUrl } = site;
  const { hostname } = new URL(baseUrl);
  const root = toWebRoot({ baseUrl });
  return toText(site, [
    "# An initial configuration: copy it to /etc/caddy/Caddyfile and set the folder that was built.",
    ...(server === null
      ? []
      : ["# If the write server runs with --trust-proxy secret, Caddy needs OCTAVO_PROXY_SECRET in its environment."]),
    `import ${root}${base}/${FOLDER}/octavo.caddy`,
    ...caddyBlock(hostname, [
      `root * ${root}`,
      "import octavo",
      ...(site.hasPages ? [`header ?Cache-Control ${caddyQuote(PAGE_CACHE_CONTROL)}`] : []),
      "try_files {path} {path}.html {path}/index.html",
      ...(site.hasPages ? sitePages(base) : ownerPages(base)),
    ]),
  ]);
}

/** Caddy runs only the first handle_errors of a site, which is ours. */
function sitePages(base: string): string[] {
  return caddyBlock("route", [
    "@octavo_no_page not file",
    ...caddyBlock("handle @octavo_no_page", [`rewrite * ${base}/404.html`, ...caddyBlock("file_server", ["status 404"])]),
    "file_server",
  ]);
}

function ownerPages(base: string): string[] {
  return [
    "file_server",
    ...caddyBlock("handle_errors", [
      ...caddyBlock("@octavo_no_page", ["expression {http.error.status_code} == 404", `file ${base}/404.html`]),
      ...caddyBlock("handle @octavo_no_page", [`rewrite * ${base}/404.html`, "file_server"]),
    ]),
  ];
}

/**
 * Gives unique names to the snippet, matchers and placeholders of a site under a path, because a
 * block may import several such sites.
 */
function toText({ base }: HostSite, lines: readonly string[]): string {
  const { whole, prefix } = toNamesBelow(base);
  const text = lines.join("\n").replaceAll(/\boctavo_/g, prefix);
  return `${text.replaceAll(/(?<=\(|import )octavo(?=[ )]|$)/gm, whole)}\n`;
}
