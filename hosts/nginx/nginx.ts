import { encodedMember, escapeDots } from "../../contract/host-routes.ts";
import { URI_MAX_BYTES } from "../../contract/limits.ts";
import {
  type CacheClass,
  INDEX_PREFIX,
  MANIFEST_FILE,
  MCP_PATH,
  MEDIA_PREFIX,
  SNAPSHOT_ENTRY,
  SNAPSHOT_PREFIX,
} from "../../contract/paths.ts";
import { listServerPages } from "../../contract/proxy-headers.ts";
import {
  CONTENT_TYPES,
  HOSTS_FOLDER,
  OTHER_CONTENT_TYPE,
  PAGE_CACHE_CONTROL,
  ROOT_FILES,
  SITEMAP_PART,
  STATIC_METHODS,
  staticFileOf,
  staticHeaders,
} from "../../contract/static-files.ts";
import type { HostFile, HostGenerator, HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { toNamesBelow } from "../names-below.ts";
import { precompress } from "../precompress.ts";
import { reloadUnits, toWebRoot } from "../rules/reload-units.ts";
import { answers, UNLOGGED } from "./nginx-answers.ts";
import { apiLocations, asksForCounts, defaultCors } from "./nginx-api.ts";
import { deskFiles, deskLocations } from "./nginx-desk.ts";
import { nginxProxyLines } from "./nginx-proxy.ts";
import { findHeaderVariable, nginxHeaderLines, redirectLocations } from "./nginx-rules.ts";
import { addHeaders, nginxBlock, nginxQuote, quoteWithVariables } from "./nginx-syntax.ts";

const FOLDER = `${HOSTS_FOLDER}/nginx`;
/** Lets nginx read overlong addresses, so that they get our 414. */
const BUFFERS = "large_client_header_buffers 4 32k;";
/** Our own 404, even if the server block has its own page for it. */
const NOTHING_HERE = "error_page 404 = @octavo_not_found; return 404;";

/**
 * nginx: a file to include in the site's server block, an initial server block, and compressed
 * files.
 */
export const nginxFiles: HostGenerator = (site, options): readonly HostFile[] => [
  { path: `${FOLDER}/octavo.conf`, content: renderInclude(site, options) },
  { path: `${FOLDER}/site.conf`, content: renderSite(site, options) },
  ...deskFiles(options, FOLDER),
  ...reloadUnits(site, { name: "nginx", file: "octavo.conf", check: "/usr/sbin/nginx -t" }),
  ...precompress(site.textFiles),
];

function renderInclude(site: HostSite, options: HostOptions): string {
  return toText(site, [
    "# Written by `octavo build --host nginx`. Include it in the server block of the site, whose root is the folder that was built.",
    ...(site.base === "" ? [] : [`# The site is under a path, so the built files are in the folder ${site.base.slice(1)} of that root.`]),
    "# Reload it after each build (octavo-reload.path does): it contains the number of pages, and former slugs and pages.",
    "",
    "# The secret that makes the write server trust nginx. Set it after the include if --trust-proxy is secret.",
    "set $octavo_proxy_secret '';",
    // The host's main site may set it already.
    ...(site.base === "" ? [BUFFERS] : []),
    ...nginxHeaderLines(site),
    "",
    ...defaultCors(),
    ...(asksForCounts(options) ? ["set $octavo_link '';"] : []),
    "# Octavo's paths need neither percent-encoding nor empty segments. Only its locations check this, in the path as sent; yours match as before.",
    "set $octavo_refused '';",
    `if ($request_uri ~ ${quoteWithVariables("^[^?]*(?:%|//)")}) { set $octavo_refused 404; }`,
    `if ($request_uri ~ ${quoteWithVariables(encodedMember(site.base))}) { set $octavo_refused ''; }`,
    `if ($request_uri ~ ${quoteWithVariables(`^.{${site.base.length + URI_MAX_BYTES + 1}}`)}) { set $octavo_refused 414; }`,
    "",
    ...apiLocations(site, options),
    "",
    ...staticLocations(site),
    ...pageLocations(site, options),
    ...mcpLocations(site, options),
    ...redirectLocations(site),
    ...deskLocations(site, options),
    "",
    "# Everything that is not part of the site.",
    `location ^~ ${site.base}/${HOSTS_FOLDER}/ { ${NOTHING_HERE} }`,
    `location ^~ ${site.base}/.octavo { ${NOTHING_HERE} }`,
    "",
    ...answers(site, options),
  ]);
}

/** Files outside the API. */
function staticLocations({ base }: HostSite): string[] {
  const types = Object.entries(CONTENT_TYPES).map(([extension, type]) => `${nginxQuote(type)} ${extension};`);
  const folder = (path: string, name: string, cache: CacheClass = "immutable"): string[] =>
    nginxBlock(path, [
      ...nginxBlock("types", types),
      `default_type ${OTHER_CONTENT_TYPE};`,
      ...common(),
      ...addHeaders(staticHeaders({ name, contentType: OTHER_CONTENT_TYPE, cache }), { always: false }),
      ...(name === "media" ? ["try_files $uri =404;"] : ["gzip_static on;", "gzip_vary on;", "try_files $uri =404;"]),
    ]);
  const single = (head: string, address: string): string[] => {
    const file = staticFileOf(address);
    if (file === null) throw new Error(`${address} is not a file of a site`);
    return nginxBlock(head, [
      "types {}",
      `default_type ${nginxQuote(file.contentType)};`,
      ...common(),
      ...addHeaders(staticHeaders(file), { always: false }),
      "gzip_static on;",
      "gzip_vary on;",
      "try_files $uri =404;",
    ]);
  };
  return [
    ...[...Object.keys(ROOT_FILES), `/${MANIFEST_FILE}`, `/${SNAPSHOT_ENTRY}`].flatMap((address) =>
      single(`location = ${base}${address}`, address),
    ),
    ...single(`location ~ ${quoteWithVariables(`^${escapeDots(base)}${SITEMAP_PART.slice(1)}`)}`, "/sitemap-1.xml"),
    ...folder(`location ^~ ${base}${INDEX_PREFIX}/`, "index"),
    ...folder(`location ^~ ${base}${SNAPSHOT_PREFIX}`, "index", "snapshot"),
    ...folder(`location ^~ ${base}${MEDIA_PREFIX}/`, "media/"),
    "# Folders have no page.",
    ...[INDEX_PREFIX, MEDIA_PREFIX].map((path) => `location = ${base}${path} { ${NOTHING_HERE} }`),
  ];
}

function common(): string[] {
  return [
    "error_page 404 = @octavo_not_found;",
    "error_page 405 = @octavo_method_not_allowed;",
    "error_page 414 = @octavo_uri_too_long;",
    "error_page 590 = @octavo_options;",
    `set $octavo_allow ${nginxQuote(STATIC_METHODS)};`,
    "set $octavo_expose '';",
    "if ($octavo_refused = 414) { return 414; }",
    "if ($octavo_refused = 404) { return 404; }",
    "if ($request_method = OPTIONS) { return 590; }",
    `if ($request_method !~ ${quoteWithVariables("^(?:GET|HEAD)$")}) { return 405; }`,
  ];
}

/** The write server's pages outside the API. */
function pageLocations({ base, hasPages }: HostSite, { server }: HostOptions): string[] {
  if (server === null) return [];
  return listServerPages(hasPages).flatMap(({ path, kind, isSecret }) =>
    nginxBlock(`location ${kind === "exact" ? "=" : "^~"} ${base}${path}`, [
      "set $octavo_origin '';",
      "set $octavo_expose '';",
      // Anybody who reads such an address in a log could make decisions for the owner.
      ...(isSecret ? ["access_log off;"] : []),
      ...nginxProxyLines(server, {
        ...{ cookies: isSecret, secret: true },
        ...(isSecret ? { away: `@octavo_${UNLOGGED}away`, tooLarge: `@octavo_${UNLOGGED}too_large` } : { away: "@octavo_away" }),
      }),
    ]),
  );
}

/** Tools for language models, which only a program can answer. */
function mcpLocations({ base }: HostSite, { reader }: HostOptions): string[] {
  if (reader === null) return [];
  return nginxBlock(`location = ${base}${MCP_PATH}`, [
    "set $octavo_origin '';",
    "set $octavo_expose '';",
    ...nginxProxyLines(reader, { cookies: false, secret: false, away: "@octavo_no_reader" }),
  ]);
}

/**
 * An initial server block, which belongs to the owner from then on. `/a` is a.html or a/index.html.
 */
function renderSite(site: HostSite, { server }: HostOptions): string {
  const { base, baseUrl } = site;
  const root = toWebRoot({ baseUrl });
  const caching = site.hasPages ? pageCaching(site) : { server: [], location: [] };
  return toText(site, [
    "# An initial configuration: copy it to /etc/nginx/sites-enabled, set the folder that was built, and add TLS.",
    ...nginxBlock("server", [
      "listen 80;",
      "listen [::]:80;",
      `server_name ${new URL(baseUrl).hostname};`,
      `root ${root};`,
      ...(base === "" ? [] : [BUFFERS]),
      `include ${root}${base}/${FOLDER}/octavo.conf;`,
      ...(server === null ? [] : ["# If the write server runs with --trust-proxy secret:", "# set $octavo_proxy_secret '…';"]),
      ...(site.hasPages ? ["charset utf-8;"] : []),
      ...caching.server,
      site.hasPages ? "# The pages of the site:" : "# Your own pages, as you like:",
      ...nginxBlock("location /", [
        ...caching.location,
        "try_files $uri $uri.html $uri/index.html =404;",
        `error_page 404 ${base}/404.html;`,
      ]),
    ]),
  ]);
}

/**
 * Pages are revalidated each time, unless a configured header says otherwise. Answers of the write
 * server, whose locations inherit the server's headers, keep their own caching.
 */
function pageCaching(site: HostSite): { readonly server: readonly string[]; readonly location: readonly string[] } {
  const own = findHeaderVariable(site, "cache-control");
  const usual = nginxQuote(PAGE_CACHE_CONTROL);
  if (own === null)
    return {
      server: ["set $octavo_caching '';", "add_header Cache-Control $octavo_caching;"],
      location: [`set $octavo_caching ${usual};`],
    };
  // An `if` in the location itself would disable its `try_files`.
  const server = [`set $octavo_caching ${usual};`, `if (${own} != '') { set $octavo_caching ${own}; }`];
  return { server, location: [`set ${own} $octavo_caching;`] };
}

/** Makes names unique for a site under a path, because a server block may have several sites. */
function toText({ base }: HostSite, lines: readonly string[]): string {
  return `${lines.join("\n").replaceAll(/\boctavo_/g, toNamesBelow(base).prefix)}\n`;
}
