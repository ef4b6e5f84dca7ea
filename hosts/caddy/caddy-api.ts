import {
  encodedMember,
  escapeDots,
  HOST_ROUTES,
  type HostRoute,
  overlongSegment,
  ownQueryOf,
  programQueryOf,
} from "../../contract/host-routes.ts";
import { BODY_MAX_BYTES, URI_MAX_BYTES } from "../../contract/limits.ts";
import { API_PREFIX, MCP_PATH } from "../../contract/paths.ts";
import { methodDetail } from "../../contract/problems.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { allowedOriginLines, caddyProxyLines, respondProblem, serverAwayLines } from "./caddy-answers.ts";
import { serverFirstLines, snapshotLines } from "./caddy-comments.ts";
import { documentLines } from "./caddy-documents.ts";
import { caddyBlock, digitsAbove, quoteRaw, setHeaders } from "./caddy-syntax.ts";

/**
 * The target as sent, before the site's own directives change it: an encoded path must not leave
 * the API.
 */
const SENT = "{http.request.orig_uri}";
/** A path at the root of a site, even with extra slashes. */
export const rootPattern = ({ base }: Pick<HostSite, "base">): string => `^${escapeDots(base).replaceAll("/", "/+")}/+`;

/** Lines for a `route` block, which keeps their order. */
export function apiRoutes(site: HostSite, options: HostOptions): string[] {
  const cors = HOST_ROUTES[0]?.cors ?? {};
  const notFound = respondProblem(site, { code: "not-found", headers: cors });
  return [
    `@octavo_api vars_regexp ${SENT} ${quoteRaw(`${rootPattern(site)}${API_PREFIX.slice(1)}(?:[/?]|$)`)}`,
    ...handle("octavo_api", [
      `@octavo_too_long expression \`size(${SENT}) > ${site.base.length + URI_MAX_BYTES}\``,
      ...handle("octavo_too_long", respondProblem(site, { code: "uri-too-long", headers: cors })),
      ...refuseEncoded(site, "octavo_api_encoded", notFound),
      ...site.routes.filter(({ anySlug }) => anySlug).flatMap((route) => routeBlock(route, site, options)),
      `@octavo_overlong path_regexp ${quoteRaw(overlongSegment(site.base))}`,
      ...handle("octavo_overlong", notFound),
      ...site.routes.filter(({ anySlug }) => !anySlug).flatMap((route) => routeBlock(route, site, options)),
      ...notFound,
    ]),
  ];
}

/**
 * Refuses paths with percent-encoding or empty segments, which none of ours need. Paths are checked
 * as sent.
 * @param name name of a matcher
 */
export function refuseEncoded({ base }: HostSite, name: string, answer: readonly string[]): string[] {
  const encoded = [`vars_regexp ${SENT} ${quoteRaw("^[^?]*(?:%|//)")}`, `not vars_regexp ${SENT} ${quoteRaw(encodedMember(base))}`];
  return [...caddyBlock(`@${name}`, encoded), ...handle(name, answer)];
}

/** Handles the requests of a matcher, with lines in their given order. */
export function handle(matcher: string, lines: readonly string[]): string[] {
  return caddyBlock(`handle @${matcher}`, caddyBlock("route", lines));
}

/** Lines for `handle_errors`, for errors outside the proxy. */
export function apiErrorRoutes(site: HostSite, options: HostOptions): string[] {
  const cors = HOST_ROUTES[0]?.cors ?? {};
  const { server, reader } = options;
  const routes = site.routes.flatMap((route) => {
    const name = `octavo_away_${route.name.replaceAll("-", "_")}`;
    if (route.from === "server") {
      if (server === null) return [];
      // A file that replaces an error is always sent in full, with the given status.
      const snapshot = ["request_header -If-None-Match", "request_header -If-Modified-Since"];
      const reads = readLines(route, name, () => [...snapshot, ...snapshotLines(route, name, site, options, ["status 200"])]);
      return match(route, name, [...reads, ...serverAwayLines(route, name, site, options)]);
    }
    if (!asksForCounts(route, options)) return [];
    const ownQuery = ownQueryOf(route);
    return match(route, name, [
      ...(ownQuery === null ? [] : queryLines(ownQuery, name, respondProblem(site, { code: "index-unavailable", headers: cors }))),
      // A file that replaces an error is always sent in full, with the status given here.
      "request_header -If-None-Match",
      "request_header -If-Modified-Since",
      ...documentLines(route, name, site, ["status 200"]),
    ]);
  });
  const rest = reader === null ? "temporary-reduced-capacity" : "index-unavailable";
  const mcp = reader === null ? "" : ` || {http.request.orig_uri.path} == "${site.base}${MCP_PATH}"`;
  return [
    `@octavo_away expression \`{http.error.status_code} in [502, 503, 504] && (${SENT}.startsWith("${site.base}${API_PREFIX}/")${mcp})\``,
    ...handle("octavo_away", [...routes, ...respondProblem(site, { code: rest, headers: cors })]),
  ];
}

/** Whether the reader adds the write server's counts to the route's files. It can if both exist. */
function asksForCounts({ hasCounts }: HostRoute, { reader, server }: HostOptions): boolean {
  return hasCounts && reader !== null && server !== null;
}

function match(route: HostRoute, name: string, lines: readonly string[]): string[] {
  const pattern = route.isLiteral ? `^${route.pattern.replaceAll(".", "\\.")}$` : route.pattern;
  return [`@${name} path_regexp ${name} ${quoteRaw(pattern)}`, ...handle(name, lines)];
}

/** Lines for GET and HEAD that a snapshot may answer; none for other routes. */
function readLines({ hasSnapshot }: HostRoute, name: string, lines: () => readonly string[]): string[] {
  return hasSnapshot ? [`@${name}_read method GET HEAD`, ...handle(`${name}_read`, lines())] : [];
}

function routeBlock(route: HostRoute, site: HostSite, options: HostOptions): string[] {
  const name = `octavo_at_${route.name.replaceAll("-", "_")}`;
  const { server } = options;
  const inner =
    route.from === "server" && server !== null
      ? [...readLines(route, name, () => serverFirstLines(route, name, site, options)), ...serverLines(route, name, site, options, server)]
      : [...methodLines(route, name, site, options), ...answerLines(route, name, site, options)];
  return match(route, name, inner);
}

function serverLines(route: HostRoute, name: string, site: HostSite, options: HostOptions, server: string): string[] {
  const { cookies, cors } = route;
  return [
    // A server that refuses a body early may hang up while Caddy is still sending, and Caddy would
    // report it as unavailable.
    `@${name}_too_large header_regexp Content-Length ${quoteRaw(`^(?:${digitsAbove(BODY_MAX_BYTES)})$`)}`,
    ...handle(`${name}_too_large`, respondProblem(site, { code: "content-too-large", headers: cors })),
    ...caddyProxyLines(server, { cookies, secret: true, away: serverAwayLines(route, name, site, options) }),
  ];
}

function methodLines(route: HostRoute, name: string, site: HostSite, options: HostOptions): string[] {
  const { allow, cors, preflight } = route;
  const methods = allow.split(", ").filter((method) => method !== "OPTIONS");
  const headers = { ...cors, Allow: allow };
  return [
    ...allowedOriginLines(route, name, site, options),
    `@${name}_options method OPTIONS`,
    ...handle(`${name}_options`, [...setHeaders(preflight), "respond 204"]),
    `@${name}_wrong not method ${methods.join(" ")}`,
    ...handle(`${name}_wrong`, respondProblem(site, { code: "method-not-allowed", detail: methodDetail(allow), headers })),
  ];
}

function answerLines(route: HostRoute, name: string, site: HostSite, options: HostOptions): string[] {
  const { reader } = options;
  const { cors } = route;
  if (route.from === "server") {
    const reads = readLines(route, name, () => serverFirstLines(route, name, site, options));
    return [...reads, ...respondProblem(site, { code: "temporary-reduced-capacity", headers: cors })];
  }
  const toReader = { cookies: false, secret: false };
  const otherwise =
    reader === null
      ? respondProblem(site, { code: "query-not-supported", headers: cors })
      : caddyProxyLines(reader, { ...toReader, away: respondProblem(site, { code: "index-unavailable", headers: cors }) });
  if (!route.file) return otherwise;
  const ownQuery = reader === null ? ownQueryOf(route) : programQueryOf(route);
  const documents = documentLines(route, name, site);
  return [
    ...(ownQuery === null ? [] : queryLines(ownQuery, name, otherwise)),
    ...(reader !== null && asksForCounts(route, options)
      ? caddyProxyLines(reader, { ...toReader, away: documents, reads: "files" })
      : documents),
  ];
}

function queryLines(ownQuery: string, name: string, lines: readonly string[]): string[] {
  return [`@${name}_query vars_regexp {http.request.uri.query} ${quoteRaw(ownQuery)}`, ...handle(`${name}_query`, lines)];
}
