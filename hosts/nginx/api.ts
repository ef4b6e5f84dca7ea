import { fileAddressOf, HOST_ROUTES, type HostRoute, OVERLONG_SEGMENT, ownQueryOf } from "../../contract/host-routes.ts";
import { API_PREFIX, LIST_KINDS } from "../../contract/paths.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../site.ts";
import { addHeaders, block, quote, quoteWithVariables } from "./syntax.ts";

/** Statuses that lead from a location to one that answers; none of them reaches a client. */
const PREFLIGHT = 590;
const READER = 591;
const SERVER = 592;
const SERVER_WITH_COOKIES = 593;

/** Too long, or encoded: judged before anything else, in this order. */
const REFUSALS = ["if ($octavo_refused = 414) { return 414; }", "if ($octavo_refused = 404) { return 404; }"];

/** The locations of the API. */
export function apiLocations(site: HostSite, options: HostOptions): string[] {
  const inner = [
    `error_page 404 = @octavo_not_found;`,
    `error_page 405 = @octavo_method_not_allowed;`,
    `error_page 413 = @octavo_too_large;`,
    `error_page 414 = @octavo_uri_too_long;`,
    `error_page 501 = @octavo_no_query;`,
    `error_page 503 = @octavo_no_server;`,
    `error_page ${PREFLIGHT} = @octavo_preflight;`,
    ...(options.reader === null ? [] : [`error_page ${READER} = @octavo_reader;`]),
    ...(options.server === null
      ? []
      : [`error_page ${SERVER} = @octavo_server;`, `error_page ${SERVER_WITH_COOKIES} = @octavo_server_with_cookies;`]),
    "recursive_error_pages on;",
    // Beyond what any body may hold the server would hang up while nginx still sends.
    "client_max_body_size 16k;",
    "types {}",
    `default_type ${quote("application/json; charset=utf-8")};`,
    "gzip_static on;",
    "gzip_vary on;",
    "max_ranges 0;",
    ...REFUSALS,
    "return 404;",
    "",
    ...block(`location ~ ${quoteWithVariables(OVERLONG_SEGMENT)}`, [...REFUSALS, "return 404;"]),
    ...HOST_ROUTES.flatMap((route) => ["", ...routeLocation(route, site, options)]),
    ...aliasLocations(site),
  ];
  return [
    ...block(`location = ${API_PREFIX}`, [
      "error_page 404 = @octavo_not_found;",
      "error_page 414 = @octavo_uri_too_long;",
      ...REFUSALS,
      "return 404;",
    ]),
    "",
    ...block(`location ^~ ${API_PREFIX}/`, inner),
  ];
}

/** What problems have of cross-origin headers, of an unknown path too. */
export function defaultCors(): string[] {
  return setCors(HOST_ROUTES[0]?.cors ?? {});
}

function setCors(cors: Readonly<Record<string, string>>): string[] {
  return [
    `set $octavo_origin ${quote(cors["Access-Control-Allow-Origin"] ?? "")};`,
    `set $octavo_expose ${quote(cors["Access-Control-Expose-Headers"] ?? "")};`,
  ];
}

function routeLocation(route: HostRoute, site: HostSite, options: HostOptions): string[] {
  const head = route.isLiteral ? `location = ${route.pattern}` : `location ~ ${quoteWithVariables(route.pattern)}`;
  const isUsual = Object.keys(route.cors).length > 0;
  const common = [...REFUSALS, `set $octavo_allow ${quote(route.allow)};`, ...(isUsual ? [] : setCors(route.cors))];
  if (route.from === "server") return block(head, [...common, ...serverLines(route, options)]);
  return block(head, [...common, ...methodLines(route), ...fileLines(route, site, options)]);
}

function methodLines({ allow }: HostRoute): string[] {
  const methods = allow.split(", ").filter((method) => method !== "OPTIONS");
  return [
    `if ($request_method = OPTIONS) { return ${PREFLIGHT}; }`,
    `if ($request_method !~ ${quoteWithVariables(`^(?:${methods.join("|")})$`)}) { return 405; }`,
  ];
}

/** Without a server all methods of it are 503. */
function serverLines(route: HostRoute, { server }: HostOptions): string[] {
  return server === null ? [...methodLines(route), "return 503;"] : [`return ${route.cookies ? SERVER_WITH_COOKIES : SERVER};`];
}

function fileLines(route: HostRoute, site: HostSite, { reader }: HostOptions): string[] {
  const otherwise = `return ${reader === null ? 501 : READER};`;
  if (!route.file) return [otherwise];
  const ownQuery = ownQueryOf(route);
  const kind = LIST_KINDS.find((name) => name === route.name);
  return [
    ...(ownQuery === null ? [] : [`if ($args ~ ${quoteWithVariables(ownQuery)}) { ${otherwise} }`]),
    ...addHeaders({ ...route.headers, ...(kind === undefined ? {} : { Link: site.links[kind] }) }, { always: false }),
    `try_files ${route.isLiteral ? fileAddressOf(route) : "$uri.json"} =404;`,
  ];
}

function aliasLocations({ aliases }: HostSite): string[] {
  const lines = Object.entries(aliases).map(
    ([alias, slug]) => `location = ${API_PREFIX}/posts/${alias} { rewrite ^ ${API_PREFIX}/posts/${slug} last; }`,
  );
  return lines.length === 0 ? [] : ["", "# Former slugs of posts.", ...lines];
}
