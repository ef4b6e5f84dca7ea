import { KNOWN_ORIGIN_HEADERS } from "../../contract/cors-headers.ts";
import { fileAddressOf, HOST_ROUTES, type HostRoute, overlongSegment, ownQueryOf, programQueryOf } from "../../contract/host-routes.ts";
import { BODY_MAX_BYTES } from "../../contract/limits.ts";
import { API_PREFIX, JSON_TYPE } from "../../contract/paths.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { toOriginPattern } from "../origins.ts";
import { COMMENTS, FILE_SETTINGS, snapshotChoiceLines } from "./nginx-comments.ts";
import { nginxProxyLines } from "./nginx-proxy.ts";
import { addHeaders, nginxBlock, nginxQuote, quoteWithVariables } from "./nginx-syntax.ts";

/** Internal statuses that jump from a location to the one that answers. Clients never see them. */
const PREFLIGHT = 590;
const READER = 591;
const SERVER = 592;
const SERVER_WITH_COOKIES = 593;
const COUNTS = 594;

/** Rejects paths that are too long or encoded, before anything else and in this order. */
const REFUSALS = ["if ($octavo_refused = 414) { return 414; }", "if ($octavo_refused = 404) { return 404; }"];

/** Whether the reader adds the write server's counts to posts. It can if both exist. */
export function asksForCounts({ reader, server }: HostOptions): boolean {
  return reader !== null && server !== null;
}

/** The locations of the API. */
export function apiLocations(site: HostSite, options: HostOptions): string[] {
  const common = [
    `error_page 404 = @octavo_not_found;`,
    `error_page 405 = @octavo_method_not_allowed;`,
    `error_page 413 = @octavo_too_large;`,
    `error_page 414 = @octavo_uri_too_long;`,
    `error_page 501 = @octavo_no_query;`,
    `error_page 503 = @octavo_no_server;`,
    `error_page ${PREFLIGHT} = @octavo_preflight;`,
    ...(options.reader === null ? [] : [`error_page ${READER} = @octavo_reader;`]),
    ...(asksForCounts(options) ? [`error_page ${COUNTS} = @octavo_counts;`] : []),
    ...(options.server === null
      ? []
      : [`error_page ${SERVER} = @octavo_server;`, `error_page ${SERVER_WITH_COOKIES} = @octavo_server_with_cookies;`]),
    `error_page ${COMMENTS} = ${options.server === null ? "@octavo_snapshot" : "@octavo_comments"};`,
    "recursive_error_pages on;",
    // The server would hang up on a larger body while nginx still sends it.
    `client_max_body_size ${BODY_MAX_BYTES};`,
    ...FILE_SETTINGS,
  ];
  const inner = [
    ...common,
    ...REFUSALS,
    "return 404;",
    "",
    ...site.routes.filter(({ anySlug }) => anySlug).flatMap((route) => [...routeLocation(route, site, options), ""]),
    ...nginxBlock(`location ~ ${quoteWithVariables(overlongSegment(site.base))}`, [...REFUSALS, "return 404;"]),
    ...site.routes.filter(({ path, anySlug }) => path !== "" && !anySlug).flatMap((route) => ["", ...routeLocation(route, site, options)]),
    ...aliasLocations(site),
  ];
  // The API's own path does not begin with the prefix.
  const itself = site.routes.filter(({ path }) => path === "").flatMap((route) => routeLocation(route, site, options, common));
  return [...itself, "", ...nginxBlock(`location ^~ ${site.base}${API_PREFIX}/`, inner)];
}

/** Cross-origin headers of problems, including those for unknown paths. */
export function defaultCors(): string[] {
  const cors = HOST_ROUTES[0]?.cors ?? {};
  return [
    `set $octavo_origin ${nginxQuote(cors["Access-Control-Allow-Origin"] ?? "")};`,
    `set $octavo_expose ${nginxQuote(cors["Access-Control-Expose-Headers"] ?? "")};`,
    "set $octavo_credentials '';",
    "set $octavo_vary '';",
  ];
}

/** Cross-origin headers of routes with the visitor's cookie, for pages of known origins. */
function setAllowedCors({ baseUrl }: HostSite, { origins }: HostOptions): string[] {
  return [
    "set $octavo_origin '';",
    "set $octavo_expose '';",
    "set $octavo_vary Origin;",
    ...nginxBlock(`if ($http_origin ~ ${quoteWithVariables(toOriginPattern(baseUrl, origins))})`, [
      "set $octavo_origin $http_origin;",
      `set $octavo_credentials ${nginxQuote(KNOWN_ORIGIN_HEADERS["Access-Control-Allow-Credentials"])};`,
      `set $octavo_expose ${nginxQuote(KNOWN_ORIGIN_HEADERS["Access-Control-Expose-Headers"])};`,
    ]),
  ];
}

/**
 * Lines for responses without a file, or with a file if the reader is unavailable. Unset headers
 * are not sent.
 */
export const CORS_LINES = [
  "add_header Access-Control-Allow-Origin $octavo_origin always;",
  "add_header Access-Control-Allow-Credentials $octavo_credentials always;",
  "add_header Access-Control-Expose-Headers $octavo_expose always;",
  "add_header Vary $octavo_vary always;",
];

/** @param around lines that other locations also have */
function routeLocation(route: HostRoute, site: HostSite, options: HostOptions, around: readonly string[] = []): string[] {
  const head = route.isLiteral ? `location = ${route.pattern}` : `location ~ ${quoteWithVariables(route.pattern)}`;
  const common = [
    ...around,
    ...REFUSALS,
    `set $octavo_allow ${nginxQuote(route.allow)};`,
    ...(route.forAllowedOrigins ? setAllowedCors(site, options) : []),
  ];
  if (route.from === "server") return nginxBlock(head, [...common, ...serverLines(route, site, options)]);
  return nginxBlock(head, [...common, ...methodLines(route), ...fileLines(route, site, options)]);
}

function methodLines({ allow }: HostRoute): string[] {
  const methods = allow.split(", ").filter((method) => method !== "OPTIONS");
  return [
    `if ($request_method = OPTIONS) { return ${PREFLIGHT}; }`,
    `if ($request_method !~ ${quoteWithVariables(`^(?:${methods.join("|")})$`)}) { return 405; }`,
  ];
}

/** Without a server, all its methods get 503, except those that a snapshot answers. */
function serverLines(route: HostRoute, site: HostSite, { server }: HostOptions): string[] {
  const reads = route.hasSnapshot ? snapshotChoiceLines(route, site) : [];
  return [...reads, ...writeLines(route, server)];
}

function writeLines(route: HostRoute, server: string | null): string[] {
  return server === null ? [...methodLines(route), "return 503;"] : [`return ${route.cookies ? SERVER_WITH_COOKIES : SERVER};`];
}

function fileLines(route: HostRoute, site: HostSite, options: HostOptions): string[] {
  const otherwise = `return ${options.reader === null ? 501 : READER};`;
  if (!route.file) return [otherwise];
  const ownQuery = options.reader === null ? ownQueryOf(route) : programQueryOf(route);
  const link = site.links.get(route.path) ?? null;
  const toReader = ownQuery === null ? [] : [`if ($args ~ ${quoteWithVariables(ownQuery)}) { ${otherwise} }`];
  if (route.hasCounts && asksForCounts(options))
    return [...toReader, ...(link === null ? [] : [`set $octavo_link ${nginxQuote(link)};`]), `return ${COUNTS};`];
  const { "Content-Type": type = JSON_TYPE } = route.headers;
  return [
    ...toReader,
    ...(type === JSON_TYPE ? [] : [`default_type ${nginxQuote(type)};`]),
    ...addHeaders({ ...route.headers, ...(link === null ? {} : { Link: link }) }, { always: false }),
    `try_files ${route.isLiteral ? fileAddressOf(route) : `$uri${route.fileEnding}`} =404;`,
  ];
}

/**
 * Posts with counts from the reader. If it is unavailable or slow, posts come from their files,
 * which have no counts.
 */
export function countsLocations(options: HostOptions): string[] {
  if (options.reader === null || !asksForCounts(options)) return [];
  const [route] = HOST_ROUTES.filter(({ hasCounts }) => hasCounts);
  const proxy = nginxProxyLines(options.reader, { cookies: false, secret: false, away: "@octavo_file", reads: "files" });
  return [
    ...nginxBlock("location @octavo_counts", proxy),
    ...nginxBlock("location @octavo_file", [
      "error_page 404 = @octavo_not_found;",
      ...FILE_SETTINGS,
      ...addHeaders(route?.headers ?? {}, { always: false }),
      "add_header Link $octavo_link;",
      "try_files $uri.json =404;",
    ]),
  ];
}

function aliasLocations({ base, aliases }: HostSite): string[] {
  const lines = Object.entries(aliases).map(
    ([alias, slug]) => `location = ${base}${API_PREFIX}/posts/${alias} { rewrite ^ ${base}${API_PREFIX}/posts/${slug} last; }`,
  );
  return lines.length === 0 ? [] : ["", "# Former slugs of posts.", ...lines];
}
