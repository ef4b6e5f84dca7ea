import { fileAddressOf, HOST_ROUTES, type HostRoute, OVERLONG_SEGMENT, ownQueryOf } from "../../contract/host-routes.ts";
import { URI_MAX_BYTES } from "../../contract/limits.ts";
import { API_PREFIX, LIST_KINDS } from "../../contract/paths.ts";
import type { HostOptions } from "../host-files.ts";
import type { HostSite } from "../site.ts";
import { proxyLines, respondProblem } from "./answers.ts";
import { block, quoteRaw, setHeaders } from "./syntax.ts";

/** 20,000 and more: over BODY_MAX_BYTES in any case. */
const BODY_LENGTH_TOO_LARGE = "[2-9][0-9]{4}|[0-9]{6,}";

/** Lines for the inside of a `route`, which keeps their order. */
export function apiRoutes(site: HostSite, options: HostOptions): string[] {
  const cors = HOST_ROUTES[0]?.cors ?? {};
  const notFound = respondProblem(site, { code: "not-found", headers: cors });
  return [
    "# As it was sent: an encoded path must not lead out of here.",
    `@octavo_api vars_regexp {http.request.uri} ${quoteRaw(`^${API_PREFIX}(?:[/?]|$)`)}`,
    ...block("handle @octavo_api", [
      ...block("route", [
        "@octavo_too_long expression `size({http.request.uri}) > ".concat(`${URI_MAX_BYTES}\``),
        ...block("handle @octavo_too_long", respondRoute(respondProblem(site, { code: "uri-too-long", headers: cors }))),
        "# No path of the API needs percent-encoding; paths are compared as they were sent.",
        ...refuse("encoded", `vars_regexp {http.request.uri} ${quoteRaw("^[^?]*(?:%|//)")}`, notFound),
        ...refuse("overlong", `path_regexp ${quoteRaw(OVERLONG_SEGMENT)}`, notFound),
        ...HOST_ROUTES.flatMap((route) => routeBlock(route, site, options)),
        ...notFound,
      ]),
    ]),
  ];
}

function refuse(name: string, matcher: string, answer: readonly string[]): string[] {
  return [`@octavo_${name} ${matcher}`, ...block(`handle @octavo_${name}`, respondRoute(answer))];
}

function respondRoute(lines: readonly string[]): string[] {
  return block("route", lines);
}

function routeBlock(route: HostRoute, site: HostSite, options: HostOptions): string[] {
  const name = `octavo_${route.name.replaceAll("-", "_")}`;
  const pattern = route.isLiteral ? `^${route.pattern.replaceAll(".", "\\.")}$` : route.pattern;
  const { server } = options;
  const inner =
    route.from === "server" && server !== null
      ? serverLines(route, name, site, server)
      : [...methodLines(route, name, site), ...answerLines(route, name, site, options)];
  return [`@${name} path_regexp ${name} ${quoteRaw(pattern)}`, ...block(`handle @${name}`, block("route", inner))];
}

function serverLines({ cookies, cors }: HostRoute, name: string, site: HostSite, server: string): string[] {
  const away = respondProblem(site, { code: "temporary-reduced-capacity", headers: cors });
  return [
    // A server that refuses a body early may hang up before Caddy has sent it all, and Caddy would say that the server is away.
    `@${name}_too_large header_regexp Content-Length ${quoteRaw(`^(?:${BODY_LENGTH_TOO_LARGE})$`)}`,
    ...block(`handle @${name}_too_large`, respondRoute(respondProblem(site, { code: "content-too-large", headers: cors }))),
    ...proxyLines(server, { cookies, secret: true, away }),
  ];
}

function methodLines({ allow, cors, preflight }: HostRoute, name: string, site: HostSite): string[] {
  const methods = allow.split(", ").filter((method) => method !== "OPTIONS");
  const wrong = respondProblem(site, {
    code: "method-not-allowed",
    detail: `This path takes ${allow}.`,
    headers: { ...cors, Allow: allow },
  });
  return [
    `@${name}_options method OPTIONS`,
    ...block(`handle @${name}_options`, respondRoute([...setHeaders(preflight), "respond 204"])),
    `@${name}_wrong not method ${methods.join(" ")}`,
    ...block(`handle @${name}_wrong`, respondRoute(wrong)),
  ];
}

function answerLines(route: HostRoute, name: string, site: HostSite, { reader }: HostOptions): string[] {
  if (route.from === "server") return respondProblem(site, { code: "temporary-reduced-capacity", headers: route.cors });
  const otherwise =
    reader === null
      ? respondProblem(site, { code: "query-not-supported", headers: route.cors })
      : proxyLines(reader, {
          cookies: false,
          secret: false,
          away: respondProblem(site, { code: "index-unavailable", headers: route.cors }),
        });
  if (!route.file) return otherwise;
  const ownQuery = ownQueryOf(route);
  const kind = LIST_KINDS.find((candidate) => candidate === route.name);
  return [
    ...(ownQuery === null
      ? []
      : [
          `@${name}_query vars_regexp {http.request.uri.query} ${quoteRaw(ownQuery)}`,
          ...block(`handle @${name}_query`, respondRoute(otherwise)),
        ]),
    ...rewriteLines(route, name, site),
    `@${name}_missing not file {http.request.uri.path}`,
    ...block(`handle @${name}_missing`, respondRoute(respondProblem(site, { code: "not-found", headers: route.cors }))),
    ...setHeaders({ ...route.headers, ...(kind === undefined ? {} : { Link: site.links[kind] }) }),
    // No part of a document is one.
    "request_header -Range",
    ...block("file_server", ["precompressed gzip"]),
  ];
}

function rewriteLines(route: HostRoute, name: string, { aliases }: HostSite): string[] {
  const pairs = Object.entries(aliases);
  if (route.name !== "post" || pairs.length === 0)
    return [`rewrite * ${route.isLiteral ? fileAddressOf(route) : `{http.regexp.${name}.0}.json`}`];
  const former = pairs.map(([alias, slug]) => `${API_PREFIX}/posts/${alias} ${API_PREFIX}/posts/${slug}`);
  return [
    "# Former slugs of posts.",
    ...block(`map {http.regexp.${name}.0} {octavo_post}`, [...former, `default {http.regexp.${name}.0}`]),
    "rewrite * {octavo_post}.json",
  ];
}
